import type { Path, Place } from '../draft';
import { nameScore } from './answer-names';
import { eventKindScore } from './answer-score';
import { leavesOf } from './leaves';
import type { Lists } from './lists';
import { formatPath, valuesAt } from './path';
import type { RatedPlace } from './rank-answers';

/** Names of fields that say what kind of event it is. */
const kinds = ['type', 'event', 'kind', 'op'];
/** Names of fields that say which part of an agent has sent it. */
const senders = [
  'node',
  'node_name',
  'langgraph_node',
  'agent',
  'agent_name',
  'agentName',
  'stage',
  'task',
  'role',
  'sender',
];
/** Kinds of events that have the whole once more. */
const finalKinds = /(?:^|[_.:-])(?:final|result|done|complete|completed|finished|end)(?:[_.:-]|$)/i;

interface Group {
  path: Path;
  kind: string | undefined;
  senders: Set<string>;
  pieces: string[];
}

/**
 * Places in a list of events: every path with a text, in all events or in those of one kind.
 * @param replies the events of each reply, the newest last: what is joined and what repeats itself shows in any of them.
 * @param coded events are told by their code, whatever else they say.
 */
export function streamPlaces(replies: readonly (readonly unknown[])[], lists: Lists, coded: boolean): RatedPlace[] {
  const kindPath: Path | undefined = coded ? ['code'] : kindOf(replies.flat());
  const all = replies.map((events) => groupsOf(events, kindPath, lists));
  const newest = all.at(-1) ?? new Map<string, Group>();
  const finals = [...newest.values()].filter(({ kind, pieces }) => isFinal(kind) && pieces.length === 1);
  return [...newest].map(([key, group]) => {
    const { path, kind } = group;
    const pieces = all.map((groups) => groups.get(key)?.pieces ?? []);
    const shared = [...newest.values()].some((other) => other !== group && formatPath(other.path) === formatPath(path));
    const where = (shared || coded) && kindPath && kind !== undefined ? { where: { path: kindPath, is: kind } } : {};
    const isWhole = isFinal(kind) && pieces.every((run) => run.length <= 1);
    const repeats = pieces.some(isCumulative) && !pieces.some((run) => run.length > 1 && !isCumulative(run));
    const take = isWhole || repeats ? 'last' : 'join';
    const lines = take === 'join' && pieces.some(areMessages) ? { lines: true as const } : {};
    // Told again at the end is the answer: what came before it were words on the way.
    const whole = group.pieces.join('').trim();
    const onTheWay = finals.some(
      (final) =>
        final !== group && whole !== final.pieces[0]?.trim() && group.pieces.at(-1)?.trim() === final.pieces[0]?.trim(),
    );
    const bonus =
      (take === 'join' ? 10 : 0) +
      (kind === undefined ? 0 : coded ? codeScore(kind) : eventKindScore(kind)) -
      (onTheWay ? 60 : 0) -
      (group.senders.size > 1 ? 60 : 0);
    return { place: { path, ...where, take, ...lines } satisfies Place, bonus };
  });
}

function groupsOf(events: readonly unknown[], kindPath: Path | undefined, lists: Lists): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const event of events) {
    const kind = kindPath && valuesAt(event, kindPath)[0];
    const sender = senders.flatMap((name) => [...valuesAt(event, ['data', name]), ...valuesAt(event, [name])])[0];
    for (const { path, value } of leavesOf(event)) {
      if (typeof value !== 'string') continue;
      const general = lists.general(path, event);
      if (!general) continue;
      const key = JSON.stringify([kind, general]);
      const group: Group = groups.get(key) ?? {
        path: general,
        kind: typeof kind === 'string' ? kind : undefined,
        senders: new Set(),
        pieces: [],
      };
      group.pieces.push(value);
      if (typeof sender === 'string' && nameScore(path) >= 0) group.senders.add(sender);
      groups.set(key, group);
    }
  }
  return groups;
}

/** Where events say of what kind they are, or who has sent them, when there is more than one kind. */
function kindOf(events: readonly unknown[]): Path | undefined {
  const paths = [
    ['event'],
    ...[...kinds, ...senders].flatMap((name) => [['data', name]]),
    ...[...kinds, ...senders].map((name) => [name]),
  ];
  return paths.find((path) => {
    const values = events.flatMap((event) => valuesAt(event, path));
    return new Set(values.filter((value) => typeof value === 'string')).size > 1;
  });
}

function isFinal(kind: string | undefined): boolean {
  return kind !== undefined && finalKinds.test(kind);
}

/** The code of text in a data stream, as web frameworks write it. */
function codeScore(code: string): number {
  return code === '0' ? 40 : -30;
}

/** Whether each piece repeats what came before it, and says more: proof that the last one has it all. */
function isCumulative(pieces: readonly string[]): boolean {
  const grows = pieces.every((piece, index) => index === 0 || piece.startsWith(pieces[index - 1] ?? ''));
  const [first = '', last = ''] = [pieces.find((piece) => piece !== ''), pieces.at(-1)];
  return pieces.length > 1 && grows && first !== '' && (last.length > first.length || last.length >= 12);
}

/** Whether the pieces are messages of their own: each a sentence, and no white space where they meet. */
function areMessages(pieces: readonly string[]): boolean {
  return pieces.length > 1 && pieces.every((piece) => /^\S[\s\S]*\s[\s\S]*[.!?\u2026]$/.test(piece));
}
