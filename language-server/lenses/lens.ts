import type { Command, Range } from 'vscode-languageserver/node';
import type { YamlDocument } from '../../engine/workspace/yaml-document';
import type { DocumentPath } from '../../schemas/criterion';

/** What stands above a line: what can be done there, or what is known of it. The command gets URIs as texts. */
export interface Lens {
  range: Range;
  command: Command;
}

/** Above the first line: what is about the whole file. */
export const top: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Above the line of a key, or of an entry of a list. */
export function lineOf(document: YamlDocument, path: DocumentPath): Range {
  const { line } = document.locate({ code: '', severity: 'hint', message: '', path, at: 'key' });
  const start = { line: line - 1, character: 0 };
  return { start, end: start };
}
