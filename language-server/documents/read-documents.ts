import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { RookFile } from '../../engine/workspace/rook-file';
import { type RookDocument, readOpenDocument } from './rook-document';

/** What is looked at by turns; the tree of a document of 5,000 lines takes some megabytes. */
const mostKept = 4;

/** The readings of open documents: diagnostics and features of one version share one. */
export class ReadDocuments {
  readonly #kept = new Map<string, { version: number; kind: string; document: RookDocument }>();

  /** Reads an open text as the file that it is of, unless that was done. */
  read(file: RookFile, text: TextDocument): RookDocument {
    const { uri, version } = text;
    const before = this.#kept.get(uri);
    this.#kept.delete(uri);
    const same = before?.version === version && before.kind === file.kind && before.document.text === text;
    const entry = same ? before : { version, kind: file.kind, document: readOpenDocument(file, text) };
    this.#kept.set(uri, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return entry.document;
  }

  /** The document was closed. */
  forget(uri: string): void {
    this.#kept.delete(uri);
  }
}
