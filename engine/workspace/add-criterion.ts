import { isDeepStrictEqual } from 'node:util';
import { ok, type Result, refuse } from '../../schemas/result';
import { type NewCriterion, problemText } from './criterion-fields';
import { itemCandidates } from './edits/add-item';
import { changed, type TextChange } from './edits/text-change';
import { withValueAt } from './edits/value-at';
import { asRecord } from './plain-value';
import { readScenarioText } from './scenario-file';
import { parseYaml } from './yaml-document';

/**
 * The change that adds a criterion to a scenario's file, after those that are there, in their style. Only that list
 * changes: comments, quotes, order and line ends of the rest stay as they are.
 * @param file name for messages.
 * @returns refused when the file cannot be read, or what would be written does not read back as meant
 */
export function addCriterion(text: string, file: string, criterion: NewCriterion): Result<TextChange> {
  const document = parseYaml(text, file);
  const [broken] = document.syntaxProblems;
  if (broken) return refuse(problemText(broken), undefined, broken);
  const raw = asRecord(document.value);
  if (!raw) return refuse(`${file} is not a scenario`, 'Write its goal first.');
  const place = listPlace(raw);
  const item = itemLike(place.items, criterion);
  const before = readScenarioText(text, file).problems.map(({ message }) => message);
  let problem: string | undefined;
  const expected = withValueAt(raw, place.path, [...place.items, item]);
  for (const change of itemCandidates(document, place.path, item)) {
    const after = changed(text, change);
    const read = parseYaml(after, file);
    if (read.syntaxProblems.length > 0 || !isDeepStrictEqual(read.value, expected)) continue;
    const added = readScenarioText(after, file).problems.find(({ message }) => !before.includes(message));
    if (!added) return ok(change);
    problem ??= problemText(added);
  }
  return problem === undefined
    ? refuse(`${file} is written in a way that cannot be edited safely`, 'Add the criterion by hand.')
    : refuse(problem);
}

interface ListPlace {
  path: string[];
  items: readonly unknown[];
}

/** The list that new criteria go into: the one that is there, else where the form of the file wants it. */
function listPlace(raw: Record<string, unknown>): ListPlace {
  const expectation = asRecord(raw.expectation);
  const isNested = !Array.isArray(raw.acceptance_criteria) && expectation !== undefined;
  const owner = isNested ? expectation : raw;
  const path = [...(isNested ? ['expectation'] : []), 'acceptance_criteria'];
  const list = owner.acceptance_criteria;
  return { path, items: Array.isArray(list) ? list : [] };
}

/** The criterion as an entry that resembles the others: with an id when they have one, a bare sentence among sentences. */
function itemLike(items: readonly unknown[], { statement, check, parameters }: NewCriterion): unknown {
  const sentences = items.length > 0 && items.every((item) => typeof item === 'string');
  if (sentences && check === 'llm_judge' && statement !== undefined) return statement;
  const last = asRecord(items.findLast((item) => asRecord(item)));
  const keys = Object.keys(last ?? {});
  const isCheckFirst = keys.includes('statement') && keys.indexOf('check') < keys.indexOf('statement');
  const said = statement !== undefined && { statement };
  const id = nextId(items);
  return {
    ...(id !== undefined && { id }),
    ...(isCheckFirst && keys.includes('check') ? { check, ...said } : { ...said, check }),
    ...parameters,
  };
}

/** The id that goes on with those of all the others, such as AC-3 after AC-2. */
function nextId(items: readonly unknown[]): string | undefined {
  const ids = items.map((item) => asRecord(item)?.id);
  const parts = ids.map((id) => (typeof id === 'string' ? /^(.*?)(\d{1,9})$/.exec(id) : null));
  const [, prefix = '', digits = ''] = parts.at(-1) ?? [];
  if (digits === '' || parts.some((part) => !part)) return undefined;
  const numbers = parts.filter((part) => part?.[1] === prefix).map((part) => Number(part?.[2]));
  return `${prefix}${String(Math.max(...numbers) + 1).padStart(digits.length, '0')}`;
}
