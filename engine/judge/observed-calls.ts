import type { ObservedCall } from '../../schemas/hook-output';
import { asRecord } from '../workspace/plain-value';
import { type Evidence, showValue } from './evidence';
import { fail, type Grade, unable } from './grade';
import { containsJson, jsonIn } from './json-in-text';

/** A tool to look for; a server's tool is also found under its qualified names. */
export interface ToolQuery {
  tool: string;
  server?: string | undefined;
  arguments?: Record<string, unknown> | null | undefined;
}

/** The tool as it is shown: with its server, when one is named. */
export function toolName({ tool, server }: ToolQuery): string {
  return server === undefined ? tool : `${server}.${tool}`;
}

/** The arguments that a call must have to count; undefined when none are named. */
export function wantedArguments({ arguments: wanted }: ToolQuery): Record<string, unknown> | undefined {
  return wanted && Object.keys(wanted).length > 0 ? wanted : undefined;
}

/** Said of arguments beside `called`, which does not look at them: dropping them would turn the verdict round. */
export const argumentsOfCalled = {
  message: 'arguments are named, and called does not look at arguments: it can never be decided',
  remedy: 'Use called_with to match the arguments, or remove them.',
};

const observeRemedy =
  'Return calls from execute or collect: the tool calls that the agent really made, [] when it made none.';

export function withCalls(evidence: Evidence, expected: string, decide: (calls: ObservedCall[]) => Grade): Grade {
  const { calls, callsGap } = evidence.observation;
  return calls
    ? decide(calls)
    : unable('not_observable', expected, `calls were not observed: ${callsGap ?? 'none returned'}`, observeRemedy);
}

export function absent(evidence: Evidence, expected: string, calls: ObservedCall[]): Grade {
  return evidence.callsComplete
    ? fail(expected, 'not called', `observed calls: ${names(calls)}`)
    : incomplete(expected);
}

export function incomplete(expected: string): Grade {
  return unable(
    'not_observable',
    expected,
    'collect failed, so calls that are not on record may have happened',
    'Mend the collect hook, then collect again.',
  );
}

export function noArguments(expected: string, call: ObservedCall): Grade {
  return unable(
    'not_observable',
    expected,
    `the observed call has no arguments that can be compared: ${showValue(call)}`,
    'Return the arguments of each call in calls[].arguments, as a mapping.',
  );
}

/** The arguments of a call as a mapping; many providers report them as JSON text. Undefined when they cannot be told. */
export function argumentsOf(call: ObservedCall): Record<string, unknown> | undefined {
  return asRecord(typeof call.arguments === 'string' ? jsonIn(call.arguments)?.value : call.arguments);
}

export function isTool(call: ObservedCall, { tool, server }: ToolQuery): boolean {
  // A call may say itself which server it was made to.
  if (call.name === tool)
    return server === undefined || typeof call.server !== 'string' || call.server === '' || call.server === server;
  return (
    server !== undefined &&
    ['.', '/', ':', '__'].some((mark) =>
      [`${server}${mark}${tool}`, `mcp__${server}${mark}${tool}`].includes(call.name),
    )
  );
}

/**
 * A call of the same tool of some server, when the criterion names no server: whether it is the one that is meant, nobody
 * can tell. It neither counts nor is it passed over.
 */
export function namesake(
  expected: string,
  calls: ObservedCall[],
  { tool, server, arguments: wanted }: ToolQuery,
): Grade | undefined {
  // Of another server, or of the one that is meant, written in a way of its own.
  const before = (call: ObservedCall): string => call.name.slice(0, -tool.length);
  const meant = (call: ObservedCall): boolean =>
    server === undefined
      ? /(?:[./:]|__)$/.test(before(call))
      : new RegExp(`(?:^|[^A-Za-z0-9])${escaped(server)}[_-]$`).test(before(call));
  const like = calls.find(
    (call) =>
      call.name.endsWith(tool) &&
      call.name !== tool &&
      meant(call) &&
      (!wanted || argumentsOf(call) === undefined || containsJson(argumentsOf(call), wanted)),
  );
  return like
    ? unable(
        'undecidable',
        expected,
        `${like.name} was called, and ${server === undefined ? 'the criterion names no server' : 'whether it is the tool that is meant cannot be told'}: ${showValue(like)}`,
        `Write the name as it is reported (tool: ${like.name})${server === undefined ? ', or name its server beside it (server: …)' : ''}.`,
      )
    : undefined;
}

export function names(calls: ObservedCall[]): string {
  if (calls.length === 0) return '[] (none happened)';
  const list = calls.map((call) => call.name);
  return list.length > 20 ? `${list.slice(0, 20).join(', ')} and ${list.length - 20} more` : list.join(', ');
}

export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
