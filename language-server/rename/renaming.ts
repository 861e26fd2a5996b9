import { ErrorCodes, type PrepareRenameParams, type RenameParams, ResponseError } from 'vscode-languageserver/node';
import { renameEdits } from '../../engine/workspace/edits/rename-id';
import type { Refusal } from '../../schemas/result';
import { knownText } from '../actions/known-texts';
import { editSupport, toWorkspaceEdit } from '../actions/workspace-edit';
import { uriOf } from '../documents/file-uri';
import { toRange } from '../documents/rook-document';
import { answering, type Feature, type FeatureHost } from '../feature';
import { type Renamable, renamableAt } from './renamable';

/** Renames ids and variables wherever files speak of them, files that are named like them included. */
export const renameFeature: Feature = {
  attach(connection, host) {
    connection.onPrepareRename(answering(host, null, (params) => prepare(params, host)));
    connection.onRenameRequest(async (params, token) => {
      if (token.isCancellationRequested) return null;
      return rename(params, host);
    });
  },
};

function prepare(params: PrepareRenameParams, host: FeatureHost) {
  const document = host.document(params.textDocument.uri);
  const found = document && find(params, host);
  return found ? { range: toRange(document.text, found.range), placeholder: found.thing.name } : null;
}

function find({ textDocument, position }: PrepareRenameParams, host: FeatureHost): Renamable | undefined {
  const document = host.document(textDocument.uri);
  return document && renamableAt(document, document.text.offsetAt(position), host.context());
}

/** What cannot be renamed is said to the user by the client, so it is an error of the request. */
function rename(params: RenameParams, host: FeatureHost) {
  const found = find(params, host);
  if (!found) return refused({ message: 'There is no id and no variable here' });
  const { files, analyse } = host.context();
  const textOf = (path: string): string | undefined => knownText(host, path)?.text.getText();
  const edits = renameEdits(found.thing, params.newName, { files, textOf, analyse });
  if (!edits.ok) return refused(edits.error);
  const support = editSupport(host.client()?.capabilities);
  const edit = toWorkspaceEdit(edits.value, support, (path) => knownText(host, path), uriOf);
  if (edit) return edit;
  return edits.value.some((one) => one.kind === 'rename')
    ? refused({
        message: 'A file has the name of this id, and the editor cannot rename files',
        remedy: 'Rename both by hand.',
      })
    : refused({ message: 'A file of it is gone', remedy: 'Try it again.' });
}

function refused({ message, remedy }: Refusal): ResponseError<undefined> {
  return new ResponseError(ErrorCodes.InvalidRequest, remedy ? `${message}. ${remedy}` : message);
}
