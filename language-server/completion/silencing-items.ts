import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver/node';
import { ruleCodes } from '../../engine/workspace/rules/registry';
import { toRange } from '../documents/rook-document';
import type { CompletionPlace } from './complete-yaml';

/** The codes of a comment that silences the next line; undefined outside of one. */
export function silencingItems({ text, offset }: CompletionPlace): CompletionItem[] | undefined {
  const line = text.getText({
    start: { line: text.positionAt(offset).line, character: 0 },
    end: text.positionAt(offset),
  });
  const typed = /^\s*(?:#|\/\/)\s*rook-ignore-next-line\b[ \t:]*(?:[\w-]+[ \t]*,[ \t]*)*([\w-]*)$/.exec(line)?.[1];
  if (typed === undefined) return undefined;
  const rest = /^[\w-]*/.exec(text.getText().slice(offset, offset + 80))?.[0] ?? '';
  const range = toRange(text, { start: offset - typed.length, end: offset + rest.length });
  return Object.entries(ruleCodes).map(([code, { why }]) => ({
    label: code,
    kind: CompletionItemKind.EnumMember,
    documentation: { kind: 'markdown', value: why },
    textEdit: { range, newText: code },
  }));
}
