import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver/node';
import { toRange } from '../documents/rook-document';
import { profilesOf } from '../workspace/agent-outline';
import type { CompletionPlace } from './complete-yaml';
import { suggestedValues } from './suggested-values';
import { leadingBlank, type WritingPlace } from './write-value';

/** `${NAME}`: in a text that has begun with it, the name alone is replaced. Names only, never a value. */
export function referenceItems(place: CompletionPlace, writing: WritingPlace): CompletionItem[] {
  const { file, text, offset, context } = place;
  const { cursor, text: source, json } = writing;
  const begun = /\$\{?(\w*)$/.exec(source.slice(cursor.range.start, offset));
  const rest = /^\w*\}?/.exec(source.slice(offset, cursor.range.end))?.[0] ?? '';
  // A value that is something else already is a person's business.
  if (!begun && cursor.range.start !== cursor.range.end) return [];
  const range = begun ? { start: offset - begun[0].length, end: offset + rest.length } : cursor.range;
  const own =
    'agentDir' in file ? profilesOf(context.files, file.agentDir).find((one) => one.file === file.path) : undefined;
  const names = [
    ...(own?.variables ?? []).map(({ name }) => ({ value: name, detail: 'declared here' })),
    ...suggestedValues('variable', { file, context, written: () => undefined, present: [], typed: '' }),
  ];
  const seen = new Set<string>();
  const quote = json && cursor.quote === undefined ? '"' : '';
  return names
    .filter(({ value }) => !seen.has(value) && seen.add(value))
    .map(({ value, detail }, index) => ({
      label: `\${${value}}`,
      kind: CompletionItemKind.Variable,
      ...(detail && { detail }),
      sortText: `a${String(index).padStart(4, '0')}`,
      filterText: `\${${value}}`,
      textEdit: {
        range: toRange(text, range),
        newText: `${begun ? '' : leadingBlank(writing)}${quote}\${${value}}${quote}`,
      },
    }));
}
