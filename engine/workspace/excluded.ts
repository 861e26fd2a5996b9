import { isDeepStrictEqual } from 'node:util';
import { ok, type Result, refuse } from '../../schemas/result';
import { asRecord } from './plain-value';
import { parseYaml } from './yaml-document';

/** Keys that name a scenario: what is said about it goes below them. */
const headKeys = ['title', 'local_id', 'id'];

/**
 * The text of a scenario file with `excluded` set or cleared. Only that entry changes: comments, quotes, order and line
 * endings stay as they are.
 * @param file name for messages.
 */
export function withExcluded(text: string, file: string, excluded: boolean): Result<string> {
  const document = parseYaml(text, file);
  const [problem] = document.syntaxProblems;
  if (problem) return refuse(`${file}: ${problem.message}`, problem.remedy, problem);
  const raw = asRecord(document.value);
  if (!raw) return refuse(`${file} is not a scenario`, 'Write its fields first.');
  if ((raw.excluded === true) === excluded) return ok(text);
  if (Object.hasOwn(raw, 'excluded')) {
    const { start, end } = document.rangeOf(['excluded']);
    const space = start === end && text[start - 1] === ':' ? ' ' : ''; // a key without a value
    return ok(`${text.slice(0, start)}${space}${excluded}${text.slice(end)}`);
  }
  const place = headKeys.find((key) => Object.hasOwn(raw, key)) ?? Object.keys(raw)[0];
  if (place === undefined) return refuse(`${file} is not a scenario`, 'Write its fields first.');
  const key = document.rangeOf([place], 'key');
  const before = text.slice(0, key.start);
  const rest = text.slice(key.start);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /(?:^|[\r\n]|\uFEFF)([ ]*)$/.exec(before)?.[1];
  const candidates = [
    ...(indent === undefined ? [] : [`${before}excluded: true${eol}${indent}${rest}`]),
    `${before}"excluded": true, ${rest}`, // a mapping in braces
  ];
  // Whatever the style of the file is: what is written must read back as meant, and as nothing else.
  const sound = candidates.find((candidate) => readsBack(candidate, file, raw));
  return sound === undefined
    ? refuse(`${file} is written in a way that cannot be edited safely`, 'Add excluded: true by hand.')
    : ok(sound);
}

function readsBack(text: string, file: string, before: Record<string, unknown>): boolean {
  const { value, syntaxProblems } = parseYaml(text, file);
  const { excluded, ...others } = asRecord(value) ?? {};
  return syntaxProblems.length === 0 && excluded === true && isDeepStrictEqual(others, before);
}
