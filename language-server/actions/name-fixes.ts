import { renameKey, type ScalarValue, setValue } from '../../engine/workspace/edits/set-value';
import { valueAt } from '../../engine/workspace/edits/value-at';
import { nearestName } from '../../engine/workspace/nearest-name';
import { ok } from '../../schemas/result';
import { type Fixer, inDocument } from './fix-subject';

/** How many names are offered where any of those that exist could be meant. */
const mostOffered = 5;

/**
 * The name that a remedy suggests. Rules say it in one form, "Did you mean <name>?", so that the command line and the editor
 * tell the same; a test holds each rule to it.
 */
export function suggestedName(remedy: string | undefined): string | undefined {
  return /(?:^|: )[Dd]id you mean (\S+)\?/.exec(remedy ?? '')?.[1];
}

/** A key or a value that was misspelt. */
export const useSuggestedName: Fixer = ({ path, at, remedy, range }, subject) => {
  const name = suggestedName(remedy);
  const { yaml, text } = subject;
  if (name === undefined || !yaml) return [];
  const title = `Change to ${name}`;
  if (at === 'key' && typeof path.at(-1) === 'string')
    return [inDocument(subject, title, renameKey(yaml, path, name), { sure: true })];
  const before = valueAt(yaml.value, path);
  if (typeof before === 'number' && Number.isFinite(Number(name)))
    return [inDocument(subject, title, setValue(yaml, path, Number(name)))];
  if (typeof before !== 'string') return [];
  // A part of a text: a placeholder in a command.
  const inner = /^\{\w+\}$/.test(name)
    ? [...before.matchAll(/\{\w+\}/g)].find(([one]) => nearestTo(one, name))
    : undefined;
  if (inner)
    return [inDocument(subject, title, setValue(yaml, path, before.replaceAll(inner[0], name)), { sure: true })];
  const isText = text.slice(range.start, range.end) !== '';
  return isText ? [inDocument(subject, title, setValue(yaml, path, name), { sure: true })] : [];
};

function nearestTo(written: string, meant: string): boolean {
  return written !== meant && nearestName(written.slice(1, -1), [meant.slice(1, -1)]) !== undefined;
}

/** A key beside the place of one that must be there: "Rename <key> to <name>." */
export const renameAsTold: Fixer = ({ path, remedy }, subject) => {
  const [, from, to] = /^Rename (\S+) to (\S+)\.$/.exec(remedy ?? '') ?? [];
  if (!subject.yaml || to === undefined || String(path.at(-1)) !== from) return [];
  return [inDocument(subject, `Rename ${from} to ${to}`, renameKey(subject.yaml, path, to), { sure: true })];
};

/** A value that YAML has made something else of than its author wrote. */
export const retype: Fixer = ({ path, remedy, range }, subject) => {
  const { yaml, text } = subject;
  if (!yaml || remedy === undefined) return [];
  const write = (title: string, value: ScalarValue) => [
    inDocument(subject, title, setValue(yaml, path, value), { sure: true }),
  ];
  if (remedy.startsWith('Put it in quotes: ')) return write('Put it in quotes', text.slice(range.start, range.end));
  const said = /^Write (true|false)\.$/.exec(remedy)?.[1];
  if (said !== undefined) return write(`Write ${said}`, said === 'true');
  const found = valueAt(yaml.value, path);
  if (remedy !== 'Write it without quotes.' || typeof found !== 'string') return [];
  const isNumber = /^-?\d+(\.\d+)?$/.test(found);
  return write('Write it without quotes', isNumber ? Number(found) : found.toLowerCase() === 'true');
};

/** An id that is no slug: "For example: <slug>." */
export const useSlug: Fixer = ({ path, remedy }, subject) => {
  const slug = /^For example: ([a-z0-9][a-z0-9-]*)\.$/.exec(remedy ?? '')?.[1];
  if (slug === undefined || slug === 'my-profile' || !subject.yaml) return [];
  return [inDocument(subject, `Change to ${slug}`, setValue(subject.yaml, path, slug))];
};

/** A pointer to what does not exist: one of those that do. */
export const chooseExisting: Fixer = ({ path, remedy }, subject) => {
  const known = /^Choose one of (.+) with rook \w+ use/.exec(remedy ?? '')?.[1]?.split(', ') ?? [];
  const { file, text, yaml } = subject;
  const isPointer = file.kind === 'active-profile' || file.kind === 'active-agent';
  const start = text.length - text.trimStart().length;
  const written = { start, end: start + text.trim().length };
  const before = isPointer ? text.trim() : yaml && valueAt(yaml.value, path);
  const near = typeof before === 'string' ? nearestName(before, known) : undefined;
  const ranked = [...known].sort((a, b) => Number(b === near) - Number(a === near)).slice(0, mostOffered);
  return ranked.map((id) => {
    const edit = isPointer ? ok([{ range: written, text: id }]) : yaml && setValue(yaml, path, id);
    return inDocument(subject, `Use ${id}`, edit, { sure: id === near });
  });
};

/** A code in a comment that silences nothing, or a name in a script: the word itself is replaced. */
export const replaceWord: Fixer = ({ remedy, range }, subject) => {
  const name =
    suggestedName(remedy) ??
    /^Write (?:(ROOK_\w+), or |"(\w+)"\.$)/
      .exec(remedy ?? '')
      ?.slice(1)
      .find(Boolean);
  const [, quote = '', word] = /^(["'`]?)([\w-]+)\1$/.exec(subject.text.slice(range.start, range.end)) ?? [];
  if (name === undefined || word === undefined) return [];
  const inner = { start: range.start + quote.length, end: range.end - quote.length };
  return [inDocument(subject, `Change to ${name}`, ok([{ range: inner, text: name }]), { sure: true })];
};
