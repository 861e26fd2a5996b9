import * as z from 'zod';
import { defineCheck, type WrittenProblem } from '../check';
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
  times,
  toolName,
  wantedArguments,
  withCalls,
} from '../observed-calls';
import { mapping, someOf, tool } from '../parameters';

const bound = z.int().min(0).optional();
const parameters = someOf(
  z.object({ ...tool, arguments: mapping.nullish(), min: bound, max: bound, equals: bound }),
  'min',
  'max',
  'equals',
).meta({ not: { anyOf: ['min', 'max'].map((other) => ({ required: ['equals', other] })) } });

/** `call_count`: how often a tool was called (with the named arguments, if any). */
export const check = defineCheck({
  name: 'call_count',
  parameters,
  needs: 'calls',
  problems: boundProblems,
  decide: gradeCallCount,
});

/** Bounds that say two things, or that nothing can meet. */
function boundProblems({ min, max, equals }: Record<string, unknown>): WrittenProblem[] {
  const others = [min === undefined ? [] : 'min', max === undefined ? [] : 'max'].flat();
  if (equals !== undefined && others.length > 0) {
    return [
      {
        message: `equals says how often, and ${others.join(' and ')} beside it something else`,
        remedy: 'Write either equals, or min and max.',
        path: ['equals'],
      },
    ];
  }
  return typeof min === 'number' && typeof max === 'number' && min > max
    ? [{ message: `min is ${min} and max is ${max}: no number of calls is both`, path: ['min'] }]
    : [];
}

function gradeCallCount(query: z.infer<typeof parameters> & ToolQuery, evidence: Evidence): Grade {
  const { min, max, equals } = query;
  const wanted = wantedArguments(query);
  const bounds = [
    equals === undefined ? [] : [`exactly ${times(equals)}`],
    min === undefined ? [] : [`at least ${times(min)}`],
    max === undefined ? [] : [`at most ${times(max)}`],
  ].flat();
  const expected = `${toolName(query)} was called ${wanted ? `with ${showValue(wanted)} ` : ''}${bounds.join(' and ')}`;
  const least = equals ?? min ?? 0;
  const most = equals ?? max ?? Number.POSITIVE_INFINITY;
  return withCalls(evidence, expected, (calls) => {
    const own = calls.filter((call) => isTool(call, query));
    const counted = own.filter((call) => !wanted || containsJson(argumentsOf(call), wanted));
    const count = counted.length;
    const achieved = `called ${wanted ? 'with them ' : ''}${times(count)}`;
    const quote = `observed calls: ${wanted && own.length > 0 ? showValue(own) : names(calls)}`;
    if (count > most) return fail(expected, achieved, quote);
    const blind = wanted ? own.filter((call) => argumentsOf(call) === undefined) : [];
    const possible = count + blind.length;
    if (blind[0] && (possible > most || (count < least && possible >= least))) return noArguments(expected, blind[0]);
    if (!evidence.callsComplete) return incomplete(expected);
    const like = count < least || Number.isFinite(most) ? namesake(expected, calls, query) : undefined;
    if (like) return like;
    return count < least ? fail(expected, achieved, quote) : pass(expected, achieved, quote);
  });
}
