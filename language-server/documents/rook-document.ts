import type { Range } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type ProfileReading, readProfileText } from '../../engine/workspace/profile-file';
import { readScenarioText, type ScenarioReading } from '../../engine/workspace/scenario-file';
import type { TextRange } from '../../schemas/problem';
import type { RookFile } from './rook-file';

interface Place {
  file: RookFile;
  text: TextDocument;
}

/** A file read once. Every feature works on this and parses nothing itself. */
export type RookDocument = Place &
  ({ kind: 'profile'; reading: ProfileReading } | { kind: 'scenario'; reading: ScenarioReading });

/** Reads a text that a client holds open. */
export function readOpenDocument(file: RookFile, text: TextDocument): RookDocument {
  const content = text.getText();
  switch (file.kind) {
    case 'profile':
      return { file, text, kind: 'profile', reading: readProfileText(content, file.path) };
    case 'scenario':
      return { file, text, kind: 'scenario', reading: readScenarioText(content, file.path) };
  }
}

/** Reads a text from disk. Editors do not show a byte order mark, so positions do not count it. */
export function readDiskDocument(file: RookFile, uri: string, content: string): RookDocument {
  return readOpenDocument(file, TextDocument.create(uri, 'yaml', 0, content.replace(/^\uFEFF/, '')));
}

/** Offsets into the text as the protocol's positions: lines, and UTF-16 units within them. */
export function toRange(text: TextDocument, { start, end }: TextRange): Range {
  return { start: text.positionAt(start), end: text.positionAt(end) };
}
