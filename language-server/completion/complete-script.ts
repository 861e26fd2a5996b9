import { extname } from 'node:path';
import { type CompletionItem, CompletionItemKind, InsertTextFormat } from 'vscode-languageserver/node';
import { usagesOf } from '../../engine/workspace/rules/script-usages';
import { toRange } from '../documents/rook-document';
import { phaseNames, usefulRookVariables } from '../fields/rook-variables';
import type { CompletionPlace } from './complete-yaml';
import { hookSkeletons } from './hook-skeletons';
import { withoutHoles } from './whole-snippets';

/** Looked at before the cursor to see which object it stands in. UTF-16 units. */
const looksBack = 4000;

/** What only Rook knows of a hook script: its variables, the fields of what it prints, whole scripts. */
export function completeScript(place: CompletionPlace): CompletionItem[] {
  const { file, text, offset } = place;
  if (file.kind !== 'script' || !/^\.[cm]?[jt]s$/.test(extname(file.path))) return [];
  const source = text.getText();
  const before = source.slice(Math.max(0, offset - looksBack), offset);
  if (isEnvironment(before, source.slice(offset, offset + looksBack))) return variableItems(place);
  const fields = outputFields(before);
  if (fields) return fieldItems(fields, place);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const blank = source.trim().length <= line.trim().length;
  return /^\w*$/.test(line) && (blank || /^r/.test(line)) ? skeletonItems(place) : [];
}

/** `process.env.NAME`, `process.env['NAME`, `const { NAME } = process.env`. */
function isEnvironment(before: string, after: string): boolean {
  if (/\bprocess\??\.env(?:\??\.|\[\s*['"`])\w*$/.test(before)) return true;
  if (/(?<![\w.$])env(?:\.|\[\s*['"`])\w*$/.test(before) && /\benv\b[^\n]*=[^\n]*\bprocess\b/.test(before)) return true;
  return /\b(?:const|let|var)\s*\{[^{}=:]*$/.test(before) && /^[^{}]*\}\s*=\s*process\.env\b/.test(after);
}

function variableItems(place: CompletionPlace): CompletionItem[] {
  const { file, context } = place;
  const usages = file.kind === 'script' ? usagesOf(context.files, file.workspaceRoot, file.path) : [];
  const own = [...new Set(usages.flatMap(({ variables }) => variables))];
  const set = usefulRookVariables.filter(
    ({ phases }) => usages.length === 0 || usages.some(({ phase }) => phases.includes(phase)),
  );
  return [
    ...own.map((name) => item(place, name, CompletionItemKind.Variable, 'a', 'declared by the profile', '')),
    ...set.map(({ name, meaning, phases }) =>
      item(place, name, CompletionItemKind.Variable, 'b', phaseNames(phases), meaning),
    ),
  ];
}

type OutputField = readonly [name: string, meaning: string];

const printed: readonly OutputField[] = [
  ['output', 'The answer, from `execute`; must not be blank. In other phases it is evidence.'],
  [
    'conversation',
    'The handle by which the agent knows the session: a text or a number. It comes back as `ROOK_CONVERSATION`.',
  ],
  ['calls', 'The tool calls that were observed. `[]` says that none happened; leave it out when nobody could look.'],
  ['usage', 'Tokens: whole numbers `input` and `output`. Leave it out when it is not known.'],
];
const usage: readonly OutputField[] = [
  ['input', 'Tokens that were sent, a whole number.'],
  ['output', 'Tokens that came back, a whole number.'],
];
const call: readonly OutputField[] = [
  ['name', 'Name of the tool.'],
  ['arguments', 'Its arguments, as a mapping, if they are to be compared.'],
];

/** The fields of the object in which the cursor stands at a key, when it is one that a hook prints. */
function outputFields(before: string): readonly OutputField[] | undefined {
  const open = opened(before, before.length);
  if (open === undefined || before[open] !== '{') return undefined;
  if (!/(?:^|,)\s*\w*$/.test(flat(before.slice(open + 1)))) return undefined;
  const lead = before.slice(0, open);
  if (/(?:JSON\.stringify|\b(?:print|reply|respond|emit))\s*\(\s*$|\breturn\s*$|=>\s*\(\s*$/.test(lead)) return printed;
  if (/\busage\s*:\s*$/.test(lead)) return usage;
  const list = opened(lead, lead.length);
  return list !== undefined && lead[list] === '[' && /\bcalls\s*:\s*$/.test(lead.slice(0, list)) ? call : undefined;
}

/** The nearest bracket before an offset that is not closed. Brackets in texts are few, and cost no more than a suggestion. */
function opened(text: string, offset: number): number | undefined {
  let depth = 0;
  for (let at = offset - 1; at >= 0; at--) {
    const sign = text[at] ?? '';
    if ('}])'.includes(sign)) depth++;
    else if ('{[('.includes(sign) && depth-- === 0) return at;
  }
  return undefined;
}

/** The members of an object without what is nested in them. */
function flat(members: string): string {
  let text = members;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\{[^{}[\]()]*\}|\[[^{}[\]()]*\]|\([^{}[\]()]*\)/g, '');
  }
  return text;
}

function fieldItems(fields: readonly OutputField[], place: CompletionPlace): CompletionItem[] {
  return fields.map(([name, meaning], index) =>
    item(place, name, CompletionItemKind.Field, `a${index}`, 'what a hook prints', meaning),
  );
}

function skeletonItems(place: CompletionPlace): CompletionItem[] {
  const { file, snippets } = place;
  return hookSkeletons(extname(file.path) !== '.cjs').map(({ label, detail, body }, index) => ({
    ...item(place, label, CompletionItemKind.Snippet, `c${index}`, detail, ''),
    documentation: { kind: 'markdown', value: `\`\`\`js\n${withoutHoles(body)}\`\`\`` },
    ...(snippets && { insertTextFormat: InsertTextFormat.Snippet }),
    textEdit: { range: wordRange(place), newText: snippets ? body : withoutHoles(body) },
  }));
}

function item(
  place: CompletionPlace,
  label: string,
  kind: CompletionItemKind,
  sortText: string,
  detail: string,
  meaning: string,
): CompletionItem {
  return {
    label,
    kind,
    detail,
    sortText: `${sortText}${label}`,
    ...(meaning && { documentation: { kind: 'markdown', value: meaning } }),
    textEdit: { range: wordRange(place), newText: label },
  };
}

function wordRange({ text, offset }: CompletionPlace) {
  const source = text.getText();
  const before = /\w*$/.exec(source.slice(Math.max(0, offset - 200), offset))?.[0].length ?? 0;
  const after = /^\w*/.exec(source.slice(offset, offset + 200))?.[0].length ?? 0;
  return toRange(text, { start: offset - before, end: offset + after });
}
