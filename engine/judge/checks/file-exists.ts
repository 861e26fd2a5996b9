import * as z from 'zod';
import { defineCheck } from '../check';
import { evidenceMissing } from '../evidence-missing';
import { fail, pass, unable } from '../grade';
import { agentFolders, findJudgedFile } from '../judged-files';
import { flag, text } from '../parameters';

/** `file_exists`: a file that the agent made is there, or with `absent` is not (behaviour §7). */
export const check = defineCheck({
  name: 'file_exists',
  parameters: z.object({ path: text, absent: flag }),
  async decide({ path, absent }, evidence, { folders }) {
    const expected = absent ? `there is no file ${path}` : `there is a file ${path}`;
    const found = await findJudgedFile(path, agentFolders(folders));
    switch (found.kind) {
      case 'refused':
        return unable(found.reason, expected, found.why, found.remedy);
      case 'file': {
        const quote = `${path} in ${found.where}, ${found.size} bytes`;
        return absent ? fail(expected, 'it is there', quote) : pass(expected, 'it is there', quote);
      }
      case 'other': {
        const quote = `${path} in ${found.where} is ${found.what}`;
        return absent
          ? unable('undecidable', expected, `${quote}, not a file`, 'Name a file.')
          : fail(expected, `it is ${found.what}`, quote);
      }
      case 'missing': {
        if (!evidence.callsComplete) return evidenceMissing(expected, 'a file that is not there');
        const quote = `no ${path} in ${found.looked}`;
        return absent ? pass(expected, 'it is not there', quote) : fail(expected, 'it is not there', quote);
      }
      default:
        return found satisfies never;
    }
  },
});
