import * as z from 'zod';
import { queryPath } from '../../workspace/json-query';
import { deepestNesting, isTooDeep } from '../../workspace/plain-value';
import { defineCheck } from '../check';
import { pathProblems, patternProblems } from '../compile-problems';
import { quoteStart, showValue } from '../evidence';
import { fail, type Grade, pass, unable } from '../grade';
import { isContractOnly, jsonDocuments } from '../json-documents';
import { sameJson } from '../json-in-text';
import { exactlyOne, json, text } from '../parameters';
import { withinTime } from '../time-limit';
import { undecidedPattern } from '../undecided-pattern';

/** A filter's match() and search() take any pattern, catastrophic ones too. */
const queryLimitMs = 2000;

const parameters = exactlyOne(
  z.object({ path: text, equals: json.optional(), exists: z.boolean().optional(), matches: z.string().optional() }),
  'equals',
  'exists',
  'matches',
);

/**
 * `json_path` (RFC 9535) over the answer read as JSON, else over what execute printed (behaviour §7). The root itself is
 * in every JSON, so `$` alone asks about the answer.
 */
export const check = defineCheck({
  name: 'json_path',
  parameters,
  problems: (written) => [...pathProblems(written, 'path'), ...patternProblems(written, 'matches')],
  async decide(parameters, record, { patterns }) {
    const { path } = parameters;
    const { answer } = record;
    const expected = expectation(parameters);
    const { answer: own, printed } = jsonDocuments(record);
    const documents = [own ?? [], path.trim() === '$' ? [] : (printed ?? [])].flat();
    if (documents.some(({ value }) => isTooDeep(value))) {
      return unable(
        'undecidable',
        expected,
        `the JSON is nested more than ${deepestNesting} levels deep`,
        'Ask the agent for a flatter answer.',
      );
    }
    const queried = withinTime(
      () => documents.map(({ value }) => queryPath(path, value)).find((values) => values.length > 0),
      queryLimitMs,
    );
    if (!queried) {
      return unable(
        'undecidable',
        expected,
        `the path ${path} did not end within its time limit`,
        'Simplify the path.',
      );
    }
    const found = queried.value ?? [];
    const evidence =
      found.length > 0
        ? showValue(found.length === 1 ? found[0] : found)
        : `nothing at ${path} in ${quoteStart(answer)}`;
    const decide = (holds: boolean): Grade =>
      holds
        ? pass(expected, found.length > 0 ? `found ${evidence}` : 'nothing is there', evidence)
        : fail(expected, found.length > 0 ? `found ${evidence}` : 'nothing is there', evidence);

    const silent = own === undefined && (documents.length === 0 || isContractOnly(printed?.value));
    if (silent && found.length === 0) {
      // That nothing is there says nothing about an answer in which nothing could be.
      return parameters.exists === false
        ? unable(
            'undecidable',
            expected,
            `the answer is not JSON: ${quoteStart(answer)}`,
            'Ask the agent for JSON, or use another check.',
          )
        : fail(expected, 'the answer is not JSON', quoteStart(answer));
    }
    if (parameters.exists !== undefined) return decide(found.length > 0 === parameters.exists);
    if ('equals' in parameters) return decide(found.some((value) => sameJson(value, parameters.equals)));
    for (const value of found) {
      const result = await patterns.match(
        parameters.matches ?? '',
        '',
        typeof value === 'string' ? value : JSON.stringify(value),
      );
      if (result.kind === 'undecided') return undecidedPattern(expected, `/${parameters.matches}/`, result.why);
      if (result.kind === 'match') return decide(true);
    }
    return decide(false);
  },
});

function expectation(written: z.infer<typeof parameters>): string {
  const { path } = written;
  if (written.exists !== undefined) return `${path} ${written.exists ? 'exists' : 'does not exist'}`;
  return 'equals' in written ? `${path} is ${showValue(written.equals)}` : `${path} matches /${written.matches}/`;
}
