import * as z from 'zod';
import { defineCheck } from '../check';
import { type Evidence, showValue } from '../evidence';
import { fail, type Grade, pass } from '../grade';
import { containsJson } from '../json-in-text';
import {
  absent,
  argumentsOf,
  isTool,
  namesake,
  noArguments,
  type ToolQuery,
  toolName,
  withCalls,
} from '../observed-calls';
import { mapping, tool } from '../parameters';

export const check = defineCheck({
  name: 'called_with',
  parameters: z.object({ ...tool, arguments: mapping }),
  needs: 'calls',
  decide: gradeCalledWith,
});

/** `called_with`: a call of the tool was observed that has the named arguments (a subset, compared deeply). */
export function gradeCalledWith(query: ToolQuery, evidence: Evidence): Grade {
  const wanted = query.arguments ?? {};
  const expected = `${toolName(query)} was called with ${showValue(wanted)}`;
  return withCalls(evidence, expected, (calls) => {
    const own = calls.filter((call) => isTool(call, query));
    const hit = own.find((call) => containsJson(argumentsOf(call), wanted));
    if (hit) return pass(expected, 'called with them', showValue(hit));
    const blind = own.find((call) => argumentsOf(call) === undefined);
    if (blind) return noArguments(expected, blind);
    const like = namesake(expected, calls, query);
    if (like) return like;
    if (own[0] && evidence.callsComplete) return fail(expected, 'called with other arguments', showValue(own[0]));
    return absent(evidence, expected, calls);
  });
}
