import { ok, type Result, refuse } from '../../../schemas/result';
import { asRecord } from '../../workspace/plain-value';
import type { Each, Path, PathStep, Place, Target } from '../draft';

const plainName = /^[A-Za-z_$][\w$-]*$/;

/** A path as people write it: `$.choices[0].message.content`, `$.content[?type == "text"].text`. */
export function formatPath(path: Path): string {
  return `$${path.map(formatStep).join('')}`;
}

function formatStep(step: PathStep): string {
  if (typeof step === 'number') return `[${step}]`;
  if (typeof step === 'string') return plainName.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  if (step.where) return `[?${formatCondition(step.where)}]`;
  return step.without === undefined ? '[*]' : `[?!${step.without}]`;
}

function formatCondition({ key, is, after, before }: NonNullable<Each['where']>): string {
  const words = (values: readonly string[]) => values.map((value) => JSON.stringify(value)).join(', ');
  const where = after ? ` after ${words(after)}` : before ? ` before ${words(before)}` : '';
  return `${namesOf(key).join('.')} == ${JSON.stringify(is)}${where}`;
}

/** The names that a key stands for, from outside in. */
export function namesOf(key: string | readonly string[]): readonly string[] {
  return typeof key === 'string' ? [key] : key;
}

/** A place in words: its path, and in a list of events those that count. */
export function formatPlace({ path, where, take, lines }: Place): string {
  const events = where ? ` of the events whose ${formatPath(where.path)} is ${JSON.stringify(where.is)}` : '';
  const how = take === 'last' ? ', the last one' : take === 'join' ? ', joined' : '';
  return `${formatPath(path)}${events}${how}${lines && take !== 'last' ? ', each on its line' : ''}`;
}

const quoted = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`;
const step = new RegExp(
  [
    String.raw`\.(?<name>[A-Za-z_$][\w$-]*)`,
    String.raw`\[(?<index>-?\d+)\]`,
    String.raw`\[(?<text>${quoted})\]`,
    String.raw`\.?(?<all>\[\*\])`,
    String.raw`\[\?!(?<without>[\w$-]+)\]`,
    String.raw`\[\?@?\.?(?<key>[\w$-]+(?:\.[\w$-]+)*)\s*==\s*(?<is>${quoted})(?:\s+(?<side>after|before)\s+(?<others>(?:${quoted})(?:\s*,\s*(?:${quoted}))*))?\]`,
  ].join('|'),
  'y',
);

/**
 * Reads a path as users write it, with or without `$.`: names, indexes (`[-1]` is the last), `[*]`,
 * `[?type == "text"]`, `[?role == "assistant" after "user"]`, `[?!thought]`.
 * Refuses what it cannot read, with the place.
 */
export function parsePath(text: string): Result<Path> {
  const trimmed = text.trim();
  const rest = trimmed.startsWith('$') ? trimmed.slice(1) : /^[[.]/.test(trimmed) ? trimmed : `.${trimmed}`;
  const path: PathStep[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < rest.length) {
    const at = step.lastIndex;
    const found = step.exec(rest);
    if (!found) {
      const shown = JSON.stringify(rest.slice(at, at + 20));
      return refuse(
        `${text} is not a path: at ${shown} a name, an index or [*] was expected`,
        'Write one such as $.data.reply.',
      );
    }
    path.push(stepOf(found.groups ?? {}));
  }
  return ok(path);
}

function stepOf({ name, index, text, without, key, is, side, others }: Partial<Record<string, string>>): PathStep {
  if (name !== undefined) return name;
  if (index !== undefined) return Number(index);
  if (text !== undefined) return unquoted(text);
  if (without !== undefined) return { each: true, without };
  if (key === undefined) return { each: true };
  const values = [...(others ?? '').matchAll(new RegExp(quoted, 'g'))].map(([value]) => unquoted(value));
  const names = key.split('.');
  return {
    each: true,
    where: {
      key: names.length === 1 ? key : names,
      is: unquoted(is ?? ''),
      ...(side === 'after' && { after: values }),
      ...(side === 'before' && { before: values }),
    },
  };
}

function unquoted(text: string): string {
  const inner = text.slice(1, -1);
  if (!text.startsWith('"')) return inner;
  try {
    return JSON.parse(text) as string; // quoted JSON text is a string
  } catch {
    return inner; // an escape that JSON does not know is meant as it stands
  }
}

/** Everything that stands at a path; nothing when it leads nowhere. */
export function valuesAt(value: unknown, path: Path): unknown[] {
  let found: unknown[] = [value];
  for (const part of path) {
    found = found.flatMap((one): unknown[] => {
      if (typeof part === 'object') return Array.isArray(one) ? elementsOf(one as unknown[], part) : [];
      if (Array.isArray(one)) {
        const item = typeof part === 'number' ? (one as unknown[]).at(part) : undefined;
        return item === undefined ? [] : [item];
      }
      const record = asRecord(one);
      return record && Object.hasOwn(record, part) ? [record[part]] : [];
    });
  }
  return found;
}

/** The value in an element that a condition asks for. */
export function keyIn(item: unknown, key: string | readonly string[]): unknown {
  return namesOf(key).reduce<unknown>((value, name) => {
    const record = asRecord(value);
    return record && Object.hasOwn(record, name) ? record[name] : undefined;
  }, item);
}

function elementsOf(items: readonly unknown[], { where, without }: Each): unknown[] {
  if (without !== undefined) return items.filter((item) => !keyIn(item, without));
  if (!where) return [...items];
  const { key, is, after, before } = where;
  const isOf = (values: readonly string[]) => (item: unknown) => values.includes(String(keyIn(item, key)));
  const first = before ? items.findIndex(isOf(before)) : -1;
  const part = after ? items.slice(items.findLastIndex(isOf(after)) + 1) : first < 0 ? items : items.slice(0, first);
  return part.filter((item) => keyIn(item, key) === is);
}

/** A place for people; where nothing else came, there is no place to name. @param kind how the agent is reached */
export function placeInWords(place: Place, kind: Target['kind']): string {
  const isWhole = place.path.length === 0 && !place.where;
  return isWhole ? `the whole ${kind === 'command' ? 'output' : 'reply'}` : formatPlace(place);
}
