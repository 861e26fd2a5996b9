import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Derivation } from '../../engine/workspace/rules/file-view';
import { uriOf } from '../documents/file-uri';
import type { FeatureHost } from '../feature';
import type { EditedText } from './workspace-edit';

/** Editors do not show a byte order mark, so positions do not count it. */
const wholeText: Derivation<string> = { of: (text) => text.replace(/^\uFEFF/, '') };

/** The text of a file as the client has it, else as it is saved; undefined when there is none. */
export function knownText({ openFile, context }: FeatureHost, path: string): EditedText | undefined {
  const open = openFile(path);
  if (open) return { uri: open.uri, text: open, version: open.version };
  const saved = context().files.derive(path, wholeText);
  if (saved === undefined) return undefined;
  const uri = uriOf(path);
  return { uri, text: TextDocument.create(uri, 'yaml', 0, saved), version: null };
}
