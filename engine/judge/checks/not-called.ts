import * as z from 'zod';
import { defineCheck } from '../check';
import { type Evidence, showValue } from '../evidence';
import { fail, type Grade, pass } from '../grade';
import { containsJson } from '../json-in-text';
import {
  argumentsOf,
  incomplete,
  isTool,
  names,
  namesake,
  noArguments,
  type ToolQuery,
  toolName,
  wantedArguments,
  withCalls,
} from '../observed-calls';
import { mapping, tool } from '../parameters';

export const check = defineCheck({
  name: 'not_called',
  parameters: z.object({ ...tool, arguments: mapping.nullish() }),
  needs: 'calls',
  decide: gradeNotCalled,
});

/** `not_called`: no call of the tool (with the named arguments, if any) was observed. */
export function gradeNotCalled(query: ToolQuery, evidence: Evidence): Grade {
  const wanted = wantedArguments(query);
  const expected = `${toolName(query)} was not called${wanted ? ` with ${showValue(wanted)}` : ''}`;
  // A call that was seen is a failure, whatever else was not observed.
  const known = evidence.observation.calls ?? [];
  const hit = known.find((call) => isTool(call, query) && (!wanted || containsJson(argumentsOf(call), wanted)));
  if (hit) return fail(expected, 'it was called', showValue(hit));
  return withCalls(evidence, expected, (calls) => {
    const blind = wanted && calls.find((call) => isTool(call, query) && argumentsOf(call) === undefined);
    if (blind) return noArguments(expected, blind);
    if (!evidence.callsComplete) return incomplete(expected);
    return namesake(expected, calls, query) ?? pass(expected, 'not called', `observed calls: ${names(calls)}`);
  });
}
