import type { Range } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { RookFile } from '../../engine/workspace/rook-file';
import { type RookReading, readRookText } from '../../engine/workspace/rules/rook-reading';
import type { TextRange } from '../../schemas/problem';

interface Place {
  file: RookFile;
  text: TextDocument;
}

/** A file read once. Every feature works on this and parses nothing itself. */
export type RookDocument = Place & RookReading;

/** Reads a text that a client holds open. */
export function readOpenDocument(file: RookFile, text: TextDocument): RookDocument {
  return { file, text, ...readRookText(file, text.getText()) };
}

/** Reads a text from disk. Editors do not show a byte order mark, so positions do not count it. */
export function readDiskDocument(file: RookFile, uri: string, content: string): RookDocument {
  return readOpenDocument(file, TextDocument.create(uri, 'yaml', 0, content.replace(/^\uFEFF/, '')));
}

/** Offsets into the text as the protocol's positions: lines, and UTF-16 units within them. */
export function toRange(text: TextDocument, { start, end }: TextRange): Range {
  return { start: text.positionAt(start), end: text.positionAt(end) };
}
