import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { extents } from '../cursor/extent';
import { scanYaml } from '../cursor/loose-yaml';

/** What goes over several lines: mappings, lists, texts, and comments that follow each other. */
export function foldingRanges(document: TextDocument): FoldingRange[] {
  const yaml = scanYaml(document.getText());
  const byLine = new Map<number, FoldingRange>();
  const lineOf = (offset: number): number => document.positionAt(offset).line;
  for (const { start, end } of extents(yaml).values()) {
    const [startLine, endLine] = [lineOf(start), lineOf(end)];
    // Of what begins on one line, the longest is folded there.
    if (endLine > startLine && endLine > (byLine.get(startLine)?.endLine ?? 0))
      byLine.set(startLine, { startLine, endLine });
  }
  const comments = yaml.opaque.filter(({ start }) => yaml.text[start] === '#').map(({ start }) => lineOf(start));
  let first = 0;
  for (const [index, line] of comments.entries()) {
    if (line + 1 === comments[index + 1]) continue;
    const startLine = comments[first] ?? line;
    if (line > startLine && !byLine.has(startLine))
      byLine.set(startLine, { startLine, endLine: line, kind: FoldingRangeKind.Comment });
    first = index + 1;
  }
  return [...byLine.values()].sort((a, b) => a.startLine - b.startLine);
}
