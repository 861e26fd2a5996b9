import type {
  ClientCapabilities,
  CreateFile,
  RenameFile,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileEdit } from '../../engine/workspace/edits/file-edit';
import type { TextChange } from '../../engine/workspace/edits/text-change';
import { toRange } from '../documents/rook-document';

/** What a client can carry out. */
export interface EditSupport {
  /** Edits with the version of the document that they are for. */
  versions: boolean;
  create: boolean;
  rename: boolean;
}

export function editSupport(client: ClientCapabilities | undefined): EditSupport {
  const { documentChanges, resourceOperations } = client?.workspace?.workspaceEdit ?? {};
  const versions = documentChanges === true;
  const can = (operation: 'create' | 'rename'): boolean => versions && resourceOperations?.includes(operation) === true;
  return { versions, create: can('create'), rename: can('rename') };
}

/** A text that an edit is about, by the name under which the client knows it; no version when it is not open. */
export interface EditedText {
  uri: string;
  text: TextDocument;
  version: number | null;
}

/**
 * Edits as the protocol has them. An edit with a version is refused by the client when the document has changed meanwhile.
 * @param textOf the text of a file that is changed; undefined when it is gone.
 * @param uriOf the name of a file that is created or renamed.
 * @returns undefined when the client cannot carry it out, or a file is gone: half an edit is none
 */
export function toWorkspaceEdit(
  edits: readonly FileEdit[],
  support: EditSupport,
  textOf: (path: string) => EditedText | undefined,
  uriOf: (path: string) => string,
): WorkspaceEdit | undefined {
  const documentChanges: (TextDocumentEdit | CreateFile | RenameFile)[] = [];
  const changes: Record<string, TextEdit[]> = {};
  for (const edit of edits) {
    if (edit.kind === 'change') {
      const edited = textOf(edit.file);
      if (!edited) return undefined;
      const { uri, version } = edited;
      const textEdits = toTextEdits(edited.text, edit.changes);
      documentChanges.push({ textDocument: { uri, version }, edits: textEdits });
      changes[uri] = [...(changes[uri] ?? []), ...textEdits];
    } else if (edit.kind === 'create') {
      if (!support.create) return undefined;
      const uri = uriOf(edit.file);
      const start = { line: 0, character: 0 };
      documentChanges.push({ kind: 'create', uri, options: { ignoreIfExists: false, overwrite: false } });
      documentChanges.push({
        textDocument: { uri, version: null },
        edits: [{ range: { start, end: start }, newText: edit.text }],
      });
    } else {
      if (!support.rename) return undefined;
      const options = { overwrite: false, ignoreIfExists: false };
      documentChanges.push({ kind: 'rename', oldUri: uriOf(edit.from), newUri: uriOf(edit.to), options });
    }
  }
  return support.versions ? { documentChanges } : { changes };
}

export function toTextEdits(text: TextDocument, changes: readonly TextChange[]): TextEdit[] {
  return changes.map((change) => ({ range: toRange(text, change.range), newText: change.text }));
}
