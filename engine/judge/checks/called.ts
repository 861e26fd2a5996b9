import * as z from 'zod';
import { asRecord } from '../../workspace/plain-value';
import { defineCheck } from '../check';
import { type Evidence, showValue } from '../evidence';
import { type Grade, pass, unable } from '../grade';
import {
  absent,
  argumentsOfCalled,
  isTool,
  namesake,
  type ToolQuery,
  times,
  toolName,
  wantedArguments,
  withCalls,
} from '../observed-calls';
import { mapping, tool } from '../parameters';

export const check = defineCheck({
  name: 'called',
  parameters: z.object({ ...tool, arguments: mapping.nullish() }),
  needs: 'calls',
  problems: (written) =>
    Object.keys(asRecord(written.arguments) ?? {}).length > 0
      ? [{ warning: 'undecidable', ...argumentsOfCalled, path: ['arguments'] }]
      : [],
  decide: gradeCalled,
});

/** `called`: at least one call of the tool was observed. Arguments are for called_with: they would be dropped here. */
export function gradeCalled(query: ToolQuery, evidence: Evidence): Grade {
  const expected = `${toolName(query)} was called`;
  const wanted = wantedArguments(query);
  if (wanted) {
    return unable(
      'undecidable',
      expected,
      `the criterion names arguments ${showValue(wanted)}, and called does not look at arguments: grading it as called would drop them`,
      argumentsOfCalled.remedy,
    );
  }
  return withCalls(evidence, expected, (calls) => {
    const own = calls.filter((call) => isTool(call, query));
    if (own[0]) return pass(expected, `called ${times(own.length)}`, showValue(own[0]));
    return namesake(expected, calls, query) ?? absent(evidence, expected, calls);
  });
}
