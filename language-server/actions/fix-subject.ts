import type { FileEdit, Fix } from '../../engine/workspace/edits/file-edit';
import type { TextChange } from '../../engine/workspace/edits/text-change';
import type { RookFile } from '../../engine/workspace/rook-file';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import type { YamlDocument } from '../../engine/workspace/yaml-document';
import type { LocatedProblem } from '../../schemas/problem';
import type { Result } from '../../schemas/result';
import type { RookDocument } from '../documents/rook-document';

/** What a fix works on. */
export interface FixSubject {
  file: RookFile;
  text: string;
  /** The text as read; undefined for scripts and files of continuous integration. */
  yaml?: YamlDocument;
  context: RuleContext;
  /** The text of another file as the client has it, else as it is saved; undefined when there is none. */
  textOf(path: string): string | undefined;
}

/** Finds what can be done about a problem; nothing when it cannot be done safely. */
export type Fixer = (problem: LocatedProblem, subject: FixSubject) => readonly (Fix | undefined)[];

/** The subject that a document is. */
export function subjectOf(
  document: RookDocument,
  context: RuleContext,
  textOf: (path: string) => string | undefined,
): FixSubject {
  const { file, text } = document;
  return {
    file,
    text: text.getText(),
    ...('reading' in document && { yaml: document.reading.document }),
    context,
    textOf,
  };
}

/** A fix that changes the document itself; undefined when the edit was refused. */
export function inDocument(
  { file }: FixSubject,
  title: string,
  edit: Result<readonly TextChange[]> | undefined,
  more: Pick<Fix, 'sure' | 'command'> = {},
): Fix | undefined {
  if (!edit?.ok || edit.value.length === 0) return undefined;
  return { title, edits: [changeOf(file.path, edit.value)], ...more };
}

export function changeOf(file: string, changes: readonly TextChange[]): FileEdit {
  return { kind: 'change', file, changes };
}
