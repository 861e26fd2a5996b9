import {
  type CheckName,
  type Criterion,
  checkNames,
  checkParameters,
  type DocumentPath,
} from '../../schemas/criterion';
import type { Problem } from '../../schemas/problem';
import { checkShape } from './check-shape';
import { patternProblems } from './criterion-patterns';
import { nearestName } from './nearest-name';
import { asRecord, firstText } from './plain-value';

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
  const check = record.check ?? 'llm_judge';
  if (typeof check !== 'string' || !isCheckName(check)) {
    const near = typeof check === 'string' ? nearestName(check, checkNames) : undefined;
    return {
      problems: [
        {
          code: 'unknown-check',
          severity: 'error',
          message: `there is no check named ${JSON.stringify(check)}`,
          remedy: near ? `Did you mean ${near}?` : `The checks are ${checkNames.join(', ')}.`,
          path: [...path, 'check'],
        },
      ],
    };
  }
  const statement = firstText(record.statement);
  const { value: parameters, problems } = checkShape<object>(checkParameters[check], record, path, `check ${check}`);
  for (const problem of problems) {
    problem.code = 'malformed-criterion';
    if (!problem.message.startsWith('check ')) problem.message = `check ${check}: ${problem.message}`;
  }
  if (check === 'llm_judge' && !statement) {
    problems.push({
      code: 'malformed-criterion',
      severity: 'error',
      message: 'a criterion for a judge needs a statement',
      remedy: 'Say in one sentence what must hold.',
      path,
    });
  }
  problems.push(...patternProblems(check, record, path));
  if (!parameters || problems.length > 0) return { problems };
  const id = firstText(record.id) ?? position;
  // `parameters` was parsed by the schema of this very check, which ties the pair together.
  const criterion = { id, statement: statement ?? describeCheck(check, record), check, parameters, path } as Criterion;
  return { criterion, problems };
}

function describeCheck(check: CheckName, record: Record<string, unknown>): string {
  const detail = record.value ?? record.pattern ?? record.tool ?? record.path ?? record.tools ?? record.script;
  return detail === undefined ? check : `${check} ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`;
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

function isCheckName(name: string): name is CheckName {
  return (checkNames as string[]).includes(name);
}
