import { compile, JSONPathEnvironment, type JSONValue } from 'json-p3';
import type { ProbeParameters } from '../../judge/checks/mcp-probe';
import { quoteAround, quoteStart, showValue } from '../../judge/evidence';
import { fail, type Grade, pass, unable } from '../../judge/grade';
import { jsonIn, sameJson } from '../../judge/json-in-text';
import { withinTime } from '../../judge/time-limit';
import { asRecord, isTooDeep } from '../../workspace/plain-value';
import { messageOf } from '../../workspace/read-text';
import type { McpResult } from './connection';

type Expectation = NonNullable<ProbeParameters['expect']>;

const queryLimitMs = 2000;
const paths = new JSONPathEnvironment({ maxRecursionDepth: 1000 });

/** Why nothing can be decided with these expectations, whatever the tool returns; undefined when something can. */
export function expectationGap(expect: Expectation | null | undefined): { why: string; remedy: string } | undefined {
  const remedy = 'Write expect: {json_path, equals | contains | exists}, or expect: {contains}.';
  if (!expect || Object.values(expect).every((value) => value === undefined))
    return { why: 'the criterion does not say what the tool should return', remedy };
  if (expect.contains === '') return { why: 'every text contains the empty text', remedy };
  if (expect.json_path === undefined && expect.exists !== undefined)
    return { why: 'expect.exists says nothing without a json_path', remedy };
  if (expect.json_path === undefined) return undefined;
  try {
    compile(expect.json_path);
    return undefined;
  } catch (error) {
    return { why: `expect.json_path does not compile: ${messageOf(error)}`, remedy: 'Paths follow RFC 9535.' };
  }
}

/** What is expected, in words. */
export function describeExpectation(expect: Expectation): string {
  const where = expect.json_path ?? 'the result';
  const parts = [
    'equals' in expect && expect.equals !== undefined ? [`${where} is ${showValue(expect.equals)}`] : [],
    expect.contains === undefined ? [] : [`${where} contains "${expect.contains}"`],
    expect.exists === undefined ? [] : [`${where} ${expect.exists ? 'exists' : 'does not exist'}`],
  ].flat();
  return parts.join(' and ') || `${where} exists`;
}

/**
 * Decides from what a tool has returned: its data when it returned some, else its text, read as JSON for a path. A result
 * in which nothing could be found says nothing about the agent: that is Unable to Verify, not Fail.
 */
export function gradeResult(expect: Expectation, result: McpResult, expected: string): Grade {
  const document = result.structured === undefined ? jsonIn(result.text) : { value: result.structured };
  const shown = document ? showValue(document.value) : quoteStart(result.text);
  const none = (why: string, remedy: string): Grade => unable('undecidable', expected, why, remedy);
  if (!document && result.text === '') {
    const what = result.otherBlocks.length > 0 ? `only ${result.otherBlocks.join(', ')}` : 'nothing';
    return none(`the tool returned ${what}`, 'Ask a tool that returns text or data.');
  }
  if (document && isTooDeep(document.value))
    return none('the result is nested too deeply', 'Ask for a flatter result.');
  if (expect.json_path === undefined) return gradeWhole(expect, result, document, expected, shown);
  if (!document) return none(`the tool did not return JSON: ${shown}`, 'Use contains, or a tool that returns data.');

  const path = expect.json_path;
  const error = errorIn(document.value);
  if (error !== undefined && !path.includes('error'))
    return none(
      `the result speaks of an error: ${showValue(error)}`,
      'Mend the arguments of the criterion, or the server.',
    );
  // What a tool returned came as JSON.
  const query = withinTime(() => paths.query(path, document.value as JSONValue).values(), queryLimitMs);
  if (!query) return none(`the path ${path} did not end within its time limit`, 'Simplify the path.');
  const found = query.value;
  const at = found.length === 1 ? showValue(found[0]) : showValue(found);
  const evidence = found.length > 0 ? `${path}: ${at} in ${shown}` : `nothing at ${path} in ${shown}`;
  const achieved = found.length > 0 ? `found ${at}` : 'nothing is there';
  const { contains } = expect;
  const holds =
    (expect.equals === undefined || found.some((value) => sameJson(value, expect.equals))) &&
    (contains === undefined || found.some((value) => textOf(value).includes(contains))) &&
    found.length > 0 === (expect.exists ?? true);
  return holds ? pass(expected, achieved, evidence) : fail(expected, achieved, evidence);
}

function gradeWhole(
  { equals, contains }: Expectation,
  result: McpResult,
  document: { value: unknown } | undefined,
  expected: string,
  shown: string,
): Grade {
  const text = result.text === '' ? textOf(document?.value) : result.text;
  const same = equals === undefined || sameJson(document ? document.value : text, equals) || sameJson(text, equals);
  const start = contains === undefined ? 0 : text.indexOf(contains);
  const evidence = contains !== undefined && start >= 0 ? quoteAround(text, start, contains.length) : shown;
  return same && start >= 0 ? pass(expected, 'it does', evidence) : fail(expected, `it returned ${shown}`, evidence);
}

/** What a result says went wrong though it is not marked as an error: nothing that is missing in it proves anything. */
function errorIn(value: unknown): unknown {
  const { error, errors } = asRecord(value) ?? {};
  return [error, errors].find((one) => Boolean(one) && !(Array.isArray(one) && one.length === 0));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
