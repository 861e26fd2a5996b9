import type { ObservedCall } from '../../../schemas/hook-output';
import { asRecord } from '../../workspace/plain-value';
import { type Evidence, showValue } from '../evidence';
import { fail, type Grade, pass, unable } from '../grade';
import { containsJson, jsonIn } from '../json-in-text';
import type { Check } from './check';

/** A tool to look for; a server's tool is also found under its qualified names. */
export interface ToolQuery {
  tool: string;
  server?: string;
  arguments?: Record<string, unknown>;
}

const observeRemedy =
  'Return calls from execute or collect: the tool calls that the agent really made, [] when it made none.';

/** `called`: at least one call of the tool was observed. Arguments are for called_with: they would be dropped here. */
export function gradeCalled(query: ToolQuery, evidence: Evidence): Grade {
  const expected = `${query.tool} was called`;
  if (query.arguments && Object.keys(query.arguments).length > 0) {
    return unable(
      'undecidable',
      expected,
      `the criterion names arguments ${showValue(query.arguments)}, and called does not look at arguments: grading it as called would drop them`,
      'Use called_with to match the arguments, or remove them.',
    );
  }
  return withCalls(evidence, expected, (calls) => {
    const own = calls.filter((call) => isTool(call, query));
    if (own[0]) return pass(expected, `called ${times(own.length)}`, showValue(own[0]));
    return absent(evidence, expected, calls);
  });
}

/** `not_called`: no call of the tool (with the named arguments, if any) was observed. */
export function gradeNotCalled(query: ToolQuery, evidence: Evidence): Grade {
  const wanted = query.arguments && Object.keys(query.arguments).length > 0 ? query.arguments : undefined;
  const expected = `${query.tool} was not called${wanted ? ` with ${showValue(wanted)}` : ''}`;
  // A call that was seen is a failure, whatever else was not observed.
  const known = evidence.observation.calls ?? [];
  const hit = known.find((call) => isTool(call, query) && (!wanted || containsJson(argumentsOf(call), wanted)));
  if (hit) return fail(expected, 'it was called', showValue(hit));
  return withCalls(evidence, expected, (calls) => {
    const blind = wanted && calls.find((call) => isTool(call, query) && argumentsOf(call) === undefined);
    if (blind) return noArguments(expected, blind);
    if (!evidence.callsComplete) return incomplete(expected);
    return pass(expected, 'not called', `observed calls: ${names(calls)}`);
  });
}

/** `called_with`: a call of the tool was observed that has the named arguments (a subset, compared deeply). */
export function gradeCalledWith(query: ToolQuery, evidence: Evidence): Grade {
  const wanted = query.arguments ?? {};
  const expected = `${query.tool} was called with ${showValue(wanted)}`;
  return withCalls(evidence, expected, (calls) => {
    const own = calls.filter((call) => isTool(call, query));
    const hit = own.find((call) => containsJson(argumentsOf(call), wanted));
    if (hit) return pass(expected, 'called with them', showValue(hit));
    const blind = own.find((call) => argumentsOf(call) === undefined);
    if (blind) return noArguments(expected, blind);
    if (own[0] && evidence.callsComplete) return fail(expected, 'called with other arguments', showValue(own[0]));
    return absent(evidence, expected, calls);
  });
}

export const called: Check<'called'> = (parameters, evidence) => gradeCalled(toQuery(parameters), evidence);
export const notCalled: Check<'not_called'> = (parameters, evidence) => gradeNotCalled(toQuery(parameters), evidence);
export const calledWith: Check<'called_with'> = (parameters, evidence) =>
  gradeCalledWith(toQuery(parameters), evidence);

/** `call_order`: the tools were called in this order; others may lie between. */
export const callOrder: Check<'call_order'> = ({ tools }, evidence) => {
  const expected = `called in this order: ${tools.join(', ')}`;
  return withCalls(evidence, expected, (calls) => {
    let next = 0;
    for (const call of calls) if (next < tools.length && isTool(call, { tool: tools[next] ?? '' })) next++;
    if (next === tools.length) return pass(expected, 'in this order', `observed calls: ${names(calls)}`);
    if (!evidence.callsComplete) return incomplete(expected);
    return fail(
      expected,
      `${tools[next]} did not come ${next === 0 ? 'at all' : `after ${tools[next - 1]}`}`,
      `observed calls: ${names(calls)}`,
    );
  });
};

/** `call_count`: how often a tool was called. */
export const callCount: Check<'call_count'> = ({ tool, min, max, equals }, evidence) => {
  const bounds = [
    equals === undefined ? [] : [`exactly ${times(equals)}`],
    min === undefined ? [] : [`at least ${times(min)}`],
    max === undefined ? [] : [`at most ${times(max)}`],
  ].flat();
  const expected = `${tool} was called ${bounds.join(' and ')}`;
  return withCalls(evidence, expected, (calls) => {
    const count = calls.filter((call) => isTool(call, { tool })).length;
    const tooMany = count > (equals ?? max ?? Number.POSITIVE_INFINITY);
    const tooFew = count < (equals ?? min ?? 0);
    const quote = `observed calls: ${names(calls)}`;
    if (tooMany) return fail(expected, `called ${times(count)}`, quote);
    if (!evidence.callsComplete) return incomplete(expected);
    return tooFew ? fail(expected, `called ${times(count)}`, quote) : pass(expected, `called ${times(count)}`, quote);
  });
};

function toQuery(parameters: { tool: string; arguments?: Record<string, unknown> | null | undefined }): ToolQuery {
  return { tool: parameters.tool, ...(parameters.arguments && { arguments: parameters.arguments }) };
}

function withCalls(evidence: Evidence, expected: string, decide: (calls: ObservedCall[]) => Grade): Grade {
  const { calls, callsGap } = evidence.observation;
  return calls
    ? decide(calls)
    : unable('not_observable', expected, `calls were not observed: ${callsGap ?? 'none returned'}`, observeRemedy);
}

function absent(evidence: Evidence, expected: string, calls: ObservedCall[]): Grade {
  return evidence.callsComplete
    ? fail(expected, 'not called', `observed calls: ${names(calls)}`)
    : incomplete(expected);
}

function incomplete(expected: string): Grade {
  return unable(
    'not_observable',
    expected,
    'collect failed, so calls that are not on record may have happened',
    'Mend the collect hook, then collect again.',
  );
}

function noArguments(expected: string, call: ObservedCall): Grade {
  return unable(
    'not_observable',
    expected,
    `the observed call has no arguments that can be compared: ${showValue(call)}`,
    'Return the arguments of each call in calls[].arguments, as a mapping.',
  );
}

/** The arguments of a call as a mapping; many providers report them as JSON text. Undefined when they cannot be told. */
function argumentsOf(call: ObservedCall): Record<string, unknown> | undefined {
  return asRecord(typeof call.arguments === 'string' ? jsonIn(call.arguments)?.value : call.arguments);
}

function isTool(call: ObservedCall, { tool, server }: ToolQuery): boolean {
  if (call.name === tool) return true;
  return (
    server !== undefined &&
    [`${server}.${tool}`, `${server}/${tool}`, `${server}:${tool}`, `mcp__${server}__${tool}`].includes(call.name)
  );
}

function names(calls: ObservedCall[]): string {
  if (calls.length === 0) return '[] (none happened)';
  const list = calls.map((call) => call.name);
  return list.length > 20 ? `${list.slice(0, 20).join(', ')} and ${list.length - 20} more` : list.join(', ');
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
