import { TextDocument } from 'vscode-languageserver-textdocument';
import { changeBetween, changed, type TextChange } from '../../engine/workspace/edits/text-change';
import { checkFile } from '../../engine/workspace/rules/check-file';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import type { LocatedProblem } from '../../schemas/problem';
import { type RookDocument, readOpenDocument } from '../documents/rook-document';
import { nextTurn } from '../feature';
import { type FixSubject, subjectOf } from './fix-subject';
import { fixesFor, isOnlyChoice } from './fixes';

/** After so many fixes the rest is left for another time: each is a reading of the whole document. */
const mostFixes = 50;
/** After so many problems that could not be mended for sure, too: each try is a reading as well. */
const mostTries = 200;

/**
 * The change that does everything about a document that is sure to be meant, one after the other: each is found in what the one
 * before has left. What concerns other files, or could be meant otherwise, stays for a person.
 * @returns undefined when there is nothing of that kind, or nobody waits for it any more
 */
export async function fixAll(
  document: RookDocument,
  context: RuleContext,
  textOf: (path: string) => string | undefined,
  isCancelled: () => boolean,
): Promise<TextChange | undefined> {
  const { file, text } = document;
  const inVain = new Set<string>();
  let current = document;
  for (let count = 0; count < mostFixes; count++) {
    const subject = subjectOf(current, context, textOf);
    const { problems } = checkFile(file, current, context);
    let changes: readonly TextChange[] | undefined;
    for (const problem of problems) {
      const key = JSON.stringify([problem.code, problem.path, problem.message]);
      if (isOnlyChoice(problem.code) || inVain.has(key)) continue;
      await nextTurn();
      if (isCancelled()) return undefined;
      changes = sureChanges(problem, subject);
      if (changes || inVain.add(key).size >= mostTries) break;
    }
    if (!changes) break;
    const next = changed(current.text.getText(), ...changes);
    current = readOpenDocument(file, TextDocument.create(text.uri, text.languageId, 0, next));
  }
  return changeBetween(text.getText(), current.text.getText());
}

/** What is sure to mend a problem in the document itself; undefined when nothing is. */
function sureChanges(problem: LocatedProblem, subject: FixSubject): readonly TextChange[] | undefined {
  const { path } = subject.file;
  const sure = fixesFor(problem, subject).find(
    (fix) => fix.sure && fix.edits.every((edit) => edit.kind === 'change' && edit.file === path),
  );
  const changes = sure?.edits.flatMap((edit) => (edit.kind === 'change' ? edit.changes : [])) ?? [];
  return changes.length > 0 ? changes : undefined;
}
