import { asRecord } from '../../workspace/plain-value';
import type { Path, PathStep } from '../draft';
import { nameScore } from './answer-names';
import { isEcho } from './answer-score';
import { leavesOf, nameIn, normalisedName } from './leaves';
import { keyIn } from './path';
import { findSpeakers, type Speakers } from './speakers';

/** Lists of which one element counts: what else is in them are other possibilities. */
const alternatives = new Set(['choices', 'candidates', 'generations', 'results', 'predictions', 'completions']);
/** Lists of values that each have a meaning of their own by where they stand. */
const positional = new Set(['data', 'output', 'outputs', 'result', 'args']);
/** Parts of one text. */
const partLists =
  /^(content|contents|parts|blocks|chunks|tokens|segments|pieces|deltas|fragments|output|words|spans|runs)$/;
/** Names that the elements of a list of messages give to their text. */
const bubbleNames = new Set(['', 'text', 'message', 'content', 'msg', 'body', 'says', 'bubble', 'speech']);
/** Where an element says of what kind it is. */
const kindKeys = ['type', 'response_type', 'responseType', 'kind', 'contentType'];

/** The lists of some replies: how many elements an answer has differs from turn to turn, so no index is kept of most. */
export class Lists {
  private readonly instances = new Map<string, unknown[][]>();
  private readonly speakers = new Map<string, Speakers | undefined>();

  /** @param roots what paths lead into, the newest last. @param goal what the newest answers. */
  constructor(
    roots: readonly unknown[],
    private readonly goal: string,
  ) {
    for (const root of roots) this.collect(root, []);
  }

  /** The path to a text, for replies with other numbers of elements; undefined when it is none that the agent has said. */
  general(path: Path, root: unknown): Path | undefined {
    const general: PathStep[] = [];
    let value = root;
    for (const [index, part] of path.entries()) {
      const step = typeof part === 'number' ? this.listStep(path, index, value) : part;
      if (step === undefined) return undefined;
      general.push(step);
      value = typeof part === 'number' && Array.isArray(value) ? value[part] : asRecord(value)?.[String(part)];
    }
    return general;
  }

  private listStep(path: Path, at: number, list: unknown): PathStep | undefined {
    const index = Number(path[at]); // the caller asks for indexes alone
    const items = Array.isArray(list) ? (list as unknown[]) : [];
    const item = items[index];
    const name = normalisedName(String(path[at - 1] ?? ''));
    const all = this.instances.get(keyOf(path.slice(0, at))) ?? [items];
    if (items.some((one) => typeof one === 'string' && isEcho(one, this.goal))) return index; // a pair: question, answer
    const isLast = at === path.length - 1;
    if (alternatives.has(name)) return index === 0 ? index : undefined;
    const speakers = /^(output|content|parts)$/.test(name) ? undefined : this.speakersOf(path.slice(0, at), all);
    if (speakers) return speakers.stepFor(item);
    const turn = items.length > 0 ? this.turnOf(items) : undefined;
    if (turn !== undefined) return items.at(turn) === item ? turn : undefined;
    const kind = isLast ? undefined : kindKeys.find((key) => typeof keyIn(item, key) === 'string');
    if (kind !== undefined) return { each: true, where: { key: kind, is: String(keyIn(item, kind)) } };
    if (positional.has(name) || (name === '' && !bubbleNames.has(isLast ? '' : normalisedName(nameIn(path)))))
      return index;
    if (keyIn(item, 'thought') === true) return undefined;
    const thinks = all.flat().some((one) => keyIn(one, 'thought') === true);
    return { each: true, ...(thinks && { without: 'thought' }) };
  }

  /** The index of the turn that repeats the goal and says something beside it, as `{question, answer}` does. */
  private turnOf(items: readonly unknown[]): number | undefined {
    const isTurn = (item: unknown): boolean => {
      const texts = leavesOf(item).filter(({ value, path }) => typeof value === 'string' && path.length > 0);
      const [asked, others] = [true, false].map((echo) =>
        texts.filter(({ value }) => isEcho(String(value), this.goal) === echo),
      );
      return (asked?.length ?? 0) > 0 && (others ?? []).some(({ path }) => nameScore(path) >= 0);
    };
    if (isTurn(items.at(-1))) return -1;
    return isTurn(items[0]) ? 0 : undefined;
  }

  private speakersOf(path: Path, all: readonly (readonly unknown[])[]): Speakers | undefined {
    const key = keyOf(path);
    if (!this.speakers.has(key)) this.speakers.set(key, findSpeakers(all, this.goal));
    return this.speakers.get(key);
  }

  private collect(value: unknown, path: Path): void {
    if (path.length > 12) return;
    if (Array.isArray(value)) {
      const list = value as unknown[];
      const key = keyOf(path);
      this.instances.set(key, [...(this.instances.get(key) ?? []), list]);
      for (const item of list.slice(0, 1000)) this.collect(item, [...path, 0]);
      return;
    }
    for (const [key, item] of Object.entries(asRecord(value) ?? {})) this.collect(item, [...path, key]);
  }
}

/** The same for every element of a list. */
function keyOf(path: Path): string {
  return JSON.stringify(path.map((part) => (typeof part === 'string' ? part : 0)));
}

/** Whether the texts that a path leads to are messages of their own, each for its line, rather than parts of one. */
export function areLines(path: Path, texts: readonly string[]): boolean {
  const lists = path.flatMap((step, at) =>
    typeof step === 'object' ? [normalisedName(String(path[at - 1] ?? ''))] : [],
  );
  if (lists.length === 0 || lists.every((name) => partLists.test(name))) return false;
  return !texts.slice(0, -1).some((text) => /\s$/.test(text)) && !texts.slice(1).some((text) => /^\s/.test(text));
}
