import type { Each, Path, PathStep, Place } from '../draft';
import { namesOf } from '../reading/path';
import { afterLast, beforeFirst, joined, last, list } from './fragments/reading';
import type { ScriptParts } from './script-parts';
import { chained, quote } from './source-text';

const plainName = /^[A-Za-z_$][\w$]*$/;
const itemNames = ['item', 'part', 'piece', 'element'];

/** A path in words, for messages: `choices[0].message.content`. */
export function pathWords(path: Path): string {
  const words = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    if (typeof step === 'string') return plainName.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    return step.where ? `[${namesOf(step.where.key).join('.')} = ${JSON.stringify(step.where.is)}]` : '[*]';
  });
  return words.join('').replace(/^\./, '') || 'the top';
}

/** A place in words. */
export function placeWords({ path, where }: Place): string {
  return where ? `${pathWords(path)} (where ${pathWords(where.path)} is ${JSON.stringify(where.is)})` : pathWords(path);
}

/** An expression that never throws for the value at keys and indexes: `body?.choices?.[0]?.text`. */
export function access(root: string, steps: readonly (string | number)[]): string {
  return steps.reduce<string>((code, step) => {
    if (typeof step === 'string') return plainName.test(step) ? `${code}?.${step}` : `${code}?.[${quote(step)}]`;
    return step < 0 ? `${code}?.at?.(${step})` : `${code}?.[${step}]`;
  }, root);
}

/** An expression for what stands at a path: one value, or with a wildcard in the path the list of all. */
interface Found {
  code: string;
  many: boolean;
}

/**
 * @param depth how many functions the expression stands in: it gives the parameter its name.
 * @param indent spaces before the line, to break a long chain.
 */
function pathCode(root: string, path: Path, script: ScriptParts, depth = 0, indent = 0): Found {
  const at = path.findIndex((step) => typeof step === 'object');
  const plain = (steps: readonly PathStep[]) => steps.filter((step) => typeof step !== 'object');
  if (at < 0) return { code: access(root, plain(path)), many: false };
  script.use(list);
  const item = itemNames[depth] ?? `item${depth}`;
  const step = path[at];
  const { where, without } = typeof step === 'object' ? step : {};
  const calls = where ? [`.filter((${item}) => ${isCode(access(item, namesOf(where.key)), where.is)})`] : [];
  if (without !== undefined) calls.push(`.filter((${item}) => !${access(item, [without])})`);
  const rest = path.slice(at + 1);
  if (rest.length > 0) {
    const inner = pathCode(item, rest, script, depth + 1);
    calls.push(`.${inner.many ? 'flatMap' : 'map'}((${item}) => ${inner.code})`);
  }
  const start = sideCode(`list(${access(root, plain(path.slice(0, at)))})`, where, item, script);
  return { code: depth === 0 ? chained(start, calls, indent) : `${start}${calls.join('')}`, many: true };
}

/** Of a history, the elements after the last, or before the first, of somebody else. */
function sideCode(items: string, where: Each['where'], item: string, script: ScriptParts): string {
  const others = where?.after ?? where?.before;
  if (!where || !others) return items;
  script.use(where.after ? afterLast : beforeFirst);
  const isOther = `[${others.map(quote).join(', ')}].includes(String(${access(item, namesOf(where.key))}))`;
  return `${where.after ? 'afterLast' : 'beforeFirst'}(${items}, (${item}) => ${isOther})`;
}

/** A comparison with the text of a value: `true` and numbers are meant by theirs. */
export function isCode(code: string, is: string): string {
  return /^(true|false|null|-?\d+(\.\d+)?)$/.test(is) ? `String(${code}) === ${quote(is)}` : `${code} === ${quote(is)}`;
}

/** A condition on a message: what stands at a path is such a text. */
export function conditionCode(root: string, { path, is }: { path: Path; is: string }, script: ScriptParts): string {
  const { code, many } = pathCode(root, path, script, 1);
  return many ? `${code}.some((value) => ${isCode('value', is)})` : isCode(code, is);
}

/** Where a script looks: in one value, or in a list of events. */
export interface Source {
  name: string;
  events: boolean;
}

/** An expression for the list of everything that stands at a place, or undefined when it is one value. */
export function valuesCode(source: Source, place: Place, script: ScriptParts, indent: number): string | undefined {
  if (!source.events) {
    const found = pathCode(source.name, place.path, script, 0, indent);
    return found.many ? found.code : undefined;
  }
  const calls: string[] = [];
  if (place.where) calls.push(`.filter((event) => ${conditionCode('event', place.where, script)})`);
  const inner = pathCode('event', place.path, script, 1);
  if (inner.code !== 'event') calls.push(`.${inner.many ? 'flatMap' : 'map'}((event) => ${inner.code})`);
  return chained(source.name, calls, indent);
}

/** An expression for the one value at a place; of several, the last or all as one text. */
export function valueCode(
  source: Source,
  place: Place,
  several: 'join' | 'last',
  script: ScriptParts,
  indent: number,
): string {
  const values = valuesCode(source, place, script, indent);
  if (values === undefined)
    return access(
      source.name,
      place.path.filter((step) => typeof step !== 'object'),
    );
  const how = place.take ?? several;
  script.use(how === 'join' ? joined : last);
  const name = how === 'join' ? 'joined' : 'last';
  const between = how === 'join' && place.lines ? `'\\n'` : undefined;
  if (!values.includes('\n')) return `${name}(${[values, between].filter(Boolean).join(', ')})`;
  const pad = ' '.repeat(indent);
  const lines = [values, between].filter((line) => line !== undefined);
  return `${name}(\n${lines.map((line) => `${pad}  ${line.replaceAll('\n', '\n  ')},\n`).join('')}${pad})`;
}
