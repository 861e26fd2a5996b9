import * as z from 'zod';
import { defineCheck } from '../check';
import { flaggedPatternProblems } from '../compile-problems';
import { quoteAround, quoteStart } from '../evidence';
import { fail, forJudge, pass } from '../grade';
import { flag, text } from '../parameters';
import { undecidedPattern } from '../undecided-pattern';

/**
 * `regex` (behaviour §7): a match passes at once. A miss is a failure only when `strict`; else the criterion's meaning
 * is for a judge. With `absent`, found text fails and anything else passes.
 */
export const check = defineCheck({
  name: 'regex',
  parameters: z.object({ pattern: text, flags: z.string().nullish(), absent: flag, strict: flag }),
  problems: flaggedPatternProblems,
  async decide({ pattern, flags, absent, strict }, { answer }, { patterns }) {
    const shown = `/${pattern}/${flags ?? ''}`;
    const expected = absent ? `the answer does not match ${shown}` : `the answer matches ${shown}`;
    const result = await patterns.match(pattern, flags ?? '', answer);
    switch (result.kind) {
      case 'undecided':
        return undecidedPattern(expected, shown, result.why);
      case 'match': {
        const evidence = quoteAround(answer, result.index, result.text.length);
        return absent ? fail(expected, 'the text was found', evidence) : pass(expected, 'the text was found', evidence);
      }
      case 'miss':
        if (absent) return pass(expected, 'the text was not found', quoteStart(answer));
        if (strict) return fail(expected, 'the text was not found', quoteStart(answer));
        return forJudge(
          expected,
          `the pattern was not found in ${quoteStart(answer)}, and only a judge could tell whether the criterion holds in other words`,
          'Set strict: true when the exact text is what matters, or configure a judge model.',
        );
      default:
        return result satisfies never;
    }
  },
});
