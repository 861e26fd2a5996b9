import * as z from 'zod';
import { defineCheck } from '../check';
import { flaggedPatternProblems } from '../compile-problems';
import { quoteAround, quoteStart } from '../evidence';
import { evidenceMissing } from '../evidence-missing';
import { fail, pass, unable } from '../grade';
import { agentFolders, readJudgedText } from '../judged-files';
import { text } from '../parameters';
import { undecidedPattern } from '../undecided-pattern';

/** `file_matches`: the text of a file that the agent made matches a pattern (behaviour §7). */
export const check = defineCheck({
  name: 'file_matches',
  parameters: z.object({ path: text, pattern: text, flags: z.string().nullish() }),
  problems: flaggedPatternProblems,
  async decide({ path, pattern, flags }, evidence, { folders, patterns }) {
    const shown = `/${pattern}/${flags ?? ''}`;
    const expected = `the file ${path} matches ${shown}`;
    const read = await readJudgedText(path, agentFolders(folders));
    switch (read.kind) {
      case 'refused':
        return unable(read.reason, expected, read.why, read.remedy);
      case 'missing':
        return evidence.callsComplete
          ? fail(expected, 'there is no such file', `no ${path} in ${read.looked}`)
          : evidenceMissing(expected, 'a file that is not there');
      case 'text':
        break;
      default:
        return read satisfies never;
    }
    const result = await patterns.match(pattern, flags ?? '', read.text);
    switch (result.kind) {
      case 'undecided':
        return undecidedPattern(expected, shown, result.why);
      case 'match':
        return pass(
          expected,
          `the text was found in ${read.where}`,
          quoteAround(read.text, result.index, result.text.length),
        );
      case 'miss':
        return fail(expected, `the text was not found in ${read.where}`, quoteStart(read.text));
      default:
        return result satisfies never;
    }
  },
});
