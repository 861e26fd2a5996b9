import * as z from 'zod';
import { defineCheck } from '../check';
import { fail, pass } from '../grade';
import { incomplete, isTool, names, namesake, withCalls } from '../observed-calls';
import { text } from '../parameters';

/** `call_order`: the tools were called in this order; others may lie between. */
export const check = defineCheck({
  name: 'call_order',
  parameters: z.object({ tools: z.array(text).min(2) }),
  needs: 'calls',
  decide({ tools }, evidence) {
    const expected = `called in this order: ${tools.join(', ')}`;
    return withCalls(evidence, expected, (calls) => {
      let next = 0;
      for (const call of calls) if (next < tools.length && isTool(call, { tool: tools[next] ?? '' })) next++;
      if (next === tools.length) return pass(expected, 'in this order', `observed calls: ${names(calls)}`);
      if (!evidence.callsComplete) return incomplete(expected);
      const like = namesake(expected, calls, { tool: tools[next] ?? '' });
      if (like) return like;
      return fail(
        expected,
        `${tools[next]} did not come ${next === 0 ? 'at all' : `after ${tools[next - 1]}`}`,
        `observed calls: ${names(calls)}`,
      );
    });
  },
});
