import { JSONPathEnvironment, type JSONValue } from 'json-p3';
import { deepestNesting, isTooDeep } from '../../workspace/plain-value';
import { quoteStart, showValue } from '../evidence';
import { fail, type Grade, pass, unable } from '../grade';
import { jsonIn, sameJson } from '../json-in-text';
import { withinTime } from '../time-limit';
import type { Check } from './check';

/** A filter's match() and search() take any pattern, catastrophic ones too. */
const queryLimitMs = 2000;
const paths = new JSONPathEnvironment({ maxRecursionDepth: 1000 });

/** `json_path` (RFC 9535) over the answer read as JSON, else over what execute printed (behaviour §7). */
export const jsonPath: Check<'json_path'> = async (parameters, { answer, rawResponse }, { patterns }) => {
  const { path } = parameters;
  const expected = expectation(parameters);
  const texts = [answer, rawResponse];
  const documents = texts.flatMap((text) => jsonIn(text) ?? []);
  if (documents.some(({ value }) => isTooDeep(value))) {
    return unable(
      'undecidable',
      expected,
      `the JSON is nested more than ${deepestNesting} levels deep`,
      'Ask the agent for a flatter answer.',
    );
  }
  const queried = withinTime(
    () =>
      documents.map(({ value }) => paths.query(path, value as JSONValue).values()).find((values) => values.length > 0),
    queryLimitMs,
  );
  if (!queried) {
    return unable('undecidable', expected, `the path ${path} did not end within its time limit`, 'Simplify the path.');
  }
  const found = queried.value ?? [];
  const evidence =
    found.length > 0 ? showValue(found.length === 1 ? found[0] : found) : `nothing at ${path} in ${quoteStart(answer)}`;
  const decide = (holds: boolean): Grade =>
    holds
      ? pass(expected, found.length > 0 ? `found ${evidence}` : 'nothing is there', evidence)
      : fail(expected, found.length > 0 ? `found ${evidence}` : 'nothing is there', evidence);

  if (documents.length === 0) {
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
    if (result.kind === 'timeout') {
      return unable(
        'undecidable',
        expected,
        `the pattern /${parameters.matches}/ did not end within its time limit`,
        'Simplify the pattern.',
      );
    }
    if (result.kind === 'match') return decide(true);
  }
  return decide(false);
};

function expectation(parameters: Parameters<typeof jsonPath>[0]): string {
  const { path } = parameters;
  if (parameters.exists !== undefined) return `${path} ${parameters.exists ? 'exists' : 'does not exist'}`;
  return 'equals' in parameters
    ? `${path} is ${showValue(parameters.equals)}`
    : `${path} matches /${parameters.matches}/`;
}
