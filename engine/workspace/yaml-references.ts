import { type Document, isAlias, isMap, isNode, isSeq, visit } from 'yaml';
import type { TextRange } from '../../schemas/problem';
import { type Anchors, isMergePair, nodeRange } from './yaml-path';
import type { SyntaxFinding } from './yaml-syntax';

/** Why a text that parses still has no value: an alias without its anchor, one inside its own anchor, a bad merge. */
export function explainReferences(document: Document.Parsed, anchors: Anchors, text: string): SyntaxFinding[] {
  const findings: SyntaxFinding[] = [];
  const add = (range: TextRange, message: string, remedy: string): void => {
    findings.push({ code: 'yaml-syntax', message: `YAML cannot be read: ${message}`, remedy, range });
  };
  for (const alias of anchors.aliases) {
    const target = anchors.target(alias);
    const range = nodeRange(alias, text);
    if (!target)
      add(
        range,
        `no anchor &${alias.source} stands before the alias *${alias.source}`,
        'Define the anchor first; if a star was meant, put the text in quotes.',
      );
    else if (range.start < (target.range?.[1] ?? 0))
      add(
        range,
        `the alias *${alias.source} stands inside what it refers to`,
        'Refer to something that ends before it.',
      );
  }
  // Only a merge key can merge, and looking for one costs a walk through all there is.
  if (!text.includes('<<')) return findings.sort((a, b) => a.range.start - b.range.start);
  visit(document, {
    Pair: (_, pair) => {
      if (!isMergePair(pair) || !isNode(pair.key)) return;
      const value = isNode(pair.value) ? anchors.resolve(pair.value) : undefined;
      const sources = isSeq(value) ? value.items.map((item) => (isNode(item) ? anchors.resolve(item) : item)) : [value];
      if (!sources.every((source) => isMap(source) || isAlias(source)))
        add(
          nodeRange(pair.key, text),
          '<< merges mappings only',
          'Give it an alias of a mapping, or a list of such aliases.',
        );
    },
  });
  return findings.sort((a, b) => a.range.start - b.range.start);
}
