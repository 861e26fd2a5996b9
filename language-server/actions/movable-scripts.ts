import { dirname, extname, join } from 'node:path';
import type { OwnPlace } from '../../engine/workspace/hook-contract/own-place';
import type { FixSubject } from './fix-subject';

/** Files that are followed from one script; whoever has more is not told anything. */
const mostFiles = 40;

/**
 * Whether a hook script does the same under another name, or when another script loads it: as far as its text, and those of
 * the files that it imports, are known to ask for neither.
 * @param about what may not matter to the script itself. The name of the script that was started may matter to no file.
 */
export function isIndifferent(script: string, about: readonly (keyof OwnPlace)[], subject: FixSubject): boolean {
  const { context, textOf } = subject;
  const waiting = [script];
  for (const path of waiting) {
    const text = waiting.length > mostFiles ? undefined : textOf(path);
    const analysis = text === undefined ? undefined : context.analyse?.(text, { path });
    if (!analysis?.facts || analysis.syntaxProblem) return false;
    const { ownPlace, imports } = analysis.facts;
    const asked = path === script ? about : (['startedName'] as const);
    if (asked.some((part) => ownPlace[part])) return false;
    for (const { name } of imports) {
      const found = importedFile(join(dirname(path), name), subject);
      if (found === undefined) return false;
      if (extname(found) !== '.json' && !waiting.includes(found)) waiting.push(found);
    }
  }
  return true;
}

/** The file that an import finds, `require` without an ending included; undefined when it cannot be told. */
function importedFile(path: string, { context: { files } }: FixSubject): string | undefined {
  return [path, `${path}.js`, `${path}.json`, join(path, 'index.js')].find((one) => files.isFile(one));
}
