import type { Criterion, DocumentPath } from '../../schemas/criterion';
import type { Problem } from '../../schemas/problem';
import { checkNames, findCheck, parameterNames } from '../judge/known-checks';
import { checkShape } from './check-shape';
import { atOtherPlaces } from './misspelt-keys';
import { misspeltName, nearestName } from './nearest-name';
import { asRecord, firstText } from './plain-value';
import { common, strayParameters } from './stray-parameters';

/** Reads one entry of acceptance_criteria; `index` gives it its id when it has none. */
export function readCriterion(
  item: unknown,
  index: number,
  path: DocumentPath,
): { criterion?: Criterion; problems: Problem[] } {
  const position = `C${index + 1}`;
  if (typeof item === 'string') {
    return { criterion: { id: position, statement: item, check: 'llm_judge', parameters: {}, path }, problems: [] };
  }
  const record = asRecord(item);
  if (!record) return { problems: [] }; // its shape is reported by the scenario's schema
  const named = record.check ?? 'llm_judge';
  const check = typeof named === 'string' ? findCheck(named) : undefined;
  if (!check) {
    const near = typeof named === 'string' ? nearestName(named, checkNames) : undefined;
    return {
      problems: [
        {
          code: 'unknown-check',
          severity: 'error',
          message: `there is no check named ${JSON.stringify(named)}`,
          remedy: near ? `Did you mean ${near}?` : `The checks are ${checkNames.join(', ')}.`,
          path: [...path, 'check'],
        },
      ],
    };
  }
  const statement = firstText(record.statement);
  const { name } = check;
  const { value: parameters, problems } = checkShape(check.parameters, record, path, `check ${name}`);
  for (const problem of problems) {
    problem.code = 'malformed-criterion';
    if (!problem.message.startsWith('check ')) problem.message = `check ${name}: ${problem.message}`;
    Object.assign(problem, inPlaceOfChoice(problem, name, record, path));
  }
  if (check.needs === 'judge' && !statement) {
    problems.push({
      code: 'malformed-criterion',
      severity: 'error',
      message: 'a criterion for a judge needs a statement',
      remedy: 'Say in one sentence what must hold.',
      path,
      ...splitSentence(record, path),
    });
  }
  for (const problem of check.problems?.(record) ?? []) {
    const { warning, message, remedy } = problem;
    problems.push({
      code: warning ?? 'malformed-criterion',
      severity: warning ? 'warning' : 'error',
      message: `check ${name}: ${message}`,
      ...(remedy && { remedy }),
      path: [...path, ...problem.path],
    });
  }
  problems.push(...atOtherPlaces(problems, strayParameters(record, name, path)));
  if (problems.some(({ severity }) => severity === 'error')) return { problems };
  const id = firstText(record.id) ?? position;
  return {
    criterion: { id, statement: statement ?? describeCheck(name, record), check: name, parameters, path },
    problems,
  };
}

/** A key that stands where one of several parameters must: `contains` beside json_path. */
function inPlaceOfChoice(
  problem: Problem,
  name: string,
  record: Record<string, unknown>,
  path: DocumentPath,
): Partial<Problem> {
  const choice = / needs (?:exactly one of )?(.+)$/.exec(problem.message)?.[1];
  if (choice === undefined || problem.path.length !== path.length) return {};
  const known = [...common, ...parameterNames(name).keys()];
  const [key, ...others] = Object.keys(record).filter((other) => !known.includes(other));
  if (key === undefined || others.length > 0 || choice.split(/, | or /).some((one) => one in record)) return {};
  return {
    message: `check ${name}: ${key} is not one of ${choice}`,
    remedy: `Write one of ${choice} in place of ${key}.`,
    path: [...path, key],
    at: 'key',
  };
}

/** A sentence with a colon in it, which YAML reads as a key and its value. */
function splitSentence(record: Record<string, unknown>, path: DocumentPath): Partial<Problem> {
  const keys = Object.keys(record);
  const key = keys.find((one) => /\s/.test(one.trim())) ?? (keys.length === 1 ? keys[0] : undefined);
  if (key === undefined || common.includes(key) || misspeltName(key, common) !== undefined) return {};
  const rest = firstText(record[key]);
  if (!/\s/.test(key.trim()) && (rest === undefined || !/\s/.test(rest))) return {};
  return {
    message: `a criterion for a judge needs a statement, found the key ${JSON.stringify(key)}`,
    remedy: `Put the sentence in quotes: ${JSON.stringify(rest === undefined ? key : `${key}: ${rest}`)}.`,
    path: [...path, key],
    at: 'key',
  };
}

function describeCheck(check: string, record: Record<string, unknown>): string {
  const detail = record.value ?? record.pattern ?? record.tool ?? record.path ?? record.tools ?? record.script;
  if (detail === undefined) return check;
  const owner = detail === record.tool && typeof record.server === 'string' ? `${record.server}.` : '';
  return `${check} ${owner}${typeof detail === 'string' ? detail : JSON.stringify(detail)}`;
}

/** Two criteria with one id could not be told apart in a verdict. */
export function duplicateIds(criteria: Criterion[]): Problem[] {
  const seen = new Set<string>();
  return criteria.flatMap((criterion) => {
    if (!seen.has(criterion.id)) {
      seen.add(criterion.id);
      return [];
    }
    return [
      {
        code: 'duplicate-criterion',
        severity: 'error' as const,
        message: `two criteria have the id ${criterion.id}`,
        remedy: 'Give each criterion an id of its own, or none.',
        path: [...criterion.path, 'id'],
      },
    ];
  });
}
