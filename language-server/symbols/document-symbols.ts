import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextRange } from '../../schemas/problem';
import { itemsOf, pairsOf, valueText } from '../cursor/cursor';
import { extents } from '../cursor/extent';
import { type LooseNode, scanYaml } from '../cursor/loose-yaml';
import { toRange } from '../documents/rook-document';

/** Deeper than this an outline helps nobody. */
const deepest = 4;
const longestDetail = 80;

/** The outline of a file of ours, broken or not: its keys, and the entries of its lists by what names them. */
export function documentSymbols(document: TextDocument): DocumentSymbol[] {
  const text = document.getText();
  const yaml = scanYaml(text);
  const ranges = extents(yaml);
  return symbolsIn(yaml.root, 1);

  function symbolsIn(owner: LooseNode, depth: number): DocumentSymbol[] {
    if (depth > deepest) return [];
    const pairs = pairsOf(owner).flatMap((pair) => symbol(pair, pair.key ?? '', pair.keyRange, depth));
    const items = itemsOf(owner).flatMap((item, index) => {
      const { name, detail } = nameOf(item, owner.key ?? '', index, text);
      return symbol(item, name, undefined, depth, detail);
    });
    return [...pairs, ...items];
  }

  function symbol(
    node: LooseNode,
    name: string,
    keyRange: TextRange | undefined,
    depth: number,
    detail = shortened(valueText(node, text)),
  ): DocumentSymbol[] {
    const whole = ranges.get(node) ?? node.extent ?? node.flow ?? node.value;
    if (!whole || name.trim() === '') return [];
    const selected = keyRange ?? { start: whole.start, end: whole.start };
    const range = { start: Math.min(whole.start, selected.start), end: Math.max(whole.end, selected.end) };
    const children = symbolsIn(node, depth + 1);
    return [
      {
        name,
        ...(detail && { detail }),
        kind: kindOf(node, depth),
        range: toRange(document, range),
        selectionRange: toRange(document, selected),
        ...(children.length > 0 && { children }),
      },
    ];
  }
}

function kindOf(node: LooseNode, depth: number): SymbolKind {
  if (node.kind === 'item') return depth === 1 ? SymbolKind.Struct : SymbolKind.EnumMember;
  if (itemsOf(node).length > 0 || (node.flow && !node.flow.map)) return SymbolKind.Array;
  return node.children.length > 0 || node.flow ? SymbolKind.Module : SymbolKind.Property;
}

/** What a reader knows an entry by: its id, variable or tool, else its text, else its number. */
function nameOf(item: LooseNode, list: string, index: number, text: string): { name: string; detail: string } {
  const written = (key: string): string | undefined => {
    const pair = pairsOf(item).find((one) => one.key === key);
    return (pair && valueText(pair, text)) || undefined;
  };
  const plain = valueText(item.children.find(({ kind }) => kind === 'word') ?? item, text);
  if (list === 'acceptance_criteria')
    return {
      name: written('id') ?? `C${index + 1}`,
      detail: shortened(written('statement') ?? plain ?? written('check')),
    };
  const name = written('variable') ?? written('tool') ?? written('id') ?? written('event') ?? plain;
  return {
    name: shortened(name) || `#${index + 1}`,
    detail: shortened(written('purpose') ?? written('expect') ?? written('command')),
  };
}

function shortened(text: string | undefined): string {
  const line = (text ?? '').split(/\r?\n/)[0]?.trim() ?? '';
  return line.length > longestDetail ? `${line.slice(0, longestDetail - 1)}…` : line;
}
