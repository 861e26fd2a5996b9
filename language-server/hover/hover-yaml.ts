import type { Hover } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { code, escaped } from '../../engine/report/text/markdown';
import { reference } from '../../engine/workspace/needed-variables';
import { asRecord, firstText } from '../../engine/workspace/plain-value';
import type { RookFile } from '../../engine/workspace/rook-file';
import { mcpServerNames } from '../../engine/workspace/rules/mcp-servers';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import { type Cursor, cursorAt, pathTo } from '../cursor/cursor';
import { scanYaml } from '../cursor/loose-yaml';
import { type RookDocument, toRange } from '../documents/rook-document';
import type { Field } from '../fields/field';
import { fieldOf, rootField } from '../fields/field-at';
import { featuresOf } from '../workspace/agent-outline';
import { hookScriptsOf } from '../workspace/script-mentions';
import type { DocsPages } from './docs-pages';
import { observedNote, scriptNote } from './profile-notes';
import { variableNotes } from './variable-notes';
import { criterionNote, scenarioNote, verdictOf } from './verdict-notes';

/** What hover works on. */
export interface HoverPlace {
  file: RookFile;
  text: TextDocument;
  offset: number;
  context: RuleContext;
  /** The document as read; asked for only where its meaning is needed. */
  document(): RookDocument | undefined;
  docs: DocsPages;
}

/** What a key means, and what is known of a value. */
export function hoverYaml(place: HoverPlace): Hover | null {
  const root = rootField(place.file.kind);
  if (!root) return null;
  const source = place.text.getText();
  const cursor = cursorAt(scanYaml(source), place.offset);
  const node = cursor?.node;
  if (!cursor || !node) return null;
  const field = fieldOf(cursor.at === 'entry' ? cursor.owner : node, root, source);
  const notes =
    cursor.at === 'key' ? (field ? keyNotes(field, cursor, place) : []) : valueNotes(field, cursor, place, source);
  if (notes.length === 0) return null;
  return { contents: { kind: 'markdown', value: notes.join('\n\n') }, range: toRange(place.text, cursor.range) };
}

function keyNotes(field: Field, cursor: Cursor, place: HoverPlace): string[] {
  const { file, context, docs } = place;
  const key = cursor.node?.key ?? '';
  const path = cursor.node ? pathTo(cursor.node) : [];
  const document = path[0] === 'capabilities' || isIdentity(key) ? place.document() : undefined;
  const observed =
    document?.kind === 'profile' && file.kind === 'profile' && path.length === 2
      ? observedNote(key, document.reading, file, context)
      : undefined;
  const facts = [field.type, ...(field.needed ? ['needed'] : field.default ? [`default: ${field.default}`] : [])];
  return [
    `**${escaped(key)}** · ${facts.join(' · ')}`,
    field.meaning,
    ...(observed ? [observed] : []),
    ...verdictNotes(path, place),
    ...[field.docs ? (docs.linkTo(field.docs) ?? []) : []].flat(),
  ];
}

/** Keys at which the last verdict is shown. */
function isIdentity(key: string): boolean {
  return ['id', 'local_id', 'title', 'statement', 'check'].includes(key);
}

function verdictNotes(path: readonly (string | number)[], place: HoverPlace): string[] {
  const { file, context } = place;
  if (file.kind !== 'scenario' || !isIdentity(String(path.at(-1)))) return [];
  const document = place.document();
  const verdict = document?.kind === 'scenario' ? verdictOf(document.reading, file, context) : undefined;
  if (document?.kind !== 'scenario' || !verdict) return [];
  if (path.length === 1) return [scenarioNote(verdict)];
  const note = criterionNote(document.reading, path.slice(0, -1), verdict);
  return note === undefined ? [] : [note];
}

function valueNotes(field: Field | undefined, cursor: Cursor, place: HoverPlace, source: string): string[] {
  const { file, context } = place;
  const { range } = cursor;
  const value = source.slice(range.start, range.end);
  const referred = [...value.matchAll(reference)].find(
    (match) => range.start + match.index <= place.offset && place.offset <= range.start + match.index + match[0].length,
  )?.[1];
  if (referred !== undefined) return aboutVariable(referred, place);
  const chosen = field?.choices?.find((choice) => choice.value === value);
  if (chosen) return [`**${escaped(value)}**`, chosen.meaning];
  switch (field?.suggests) {
    case 'script':
      return 'agentDir' in file ? [scriptNote(value, file, context), ...phaseNote(field)] : [];
    case 'variable':
      return aboutVariable(value, place);
    case 'feature': {
      if (!('agentDir' in file)) return [];
      const feature = featuresOf(context.files, file.agentDir).find(({ id }) => id.name === value);
      return feature ? [`Feature ${code(value)}: ${escaped(feature.title)}`] : [`There is no feature ${code(value)}.`];
    }
    case 'server': {
      const names = 'workspaceRoot' in file ? mcpServerNames(context, file.workspaceRoot) : undefined;
      return names ? [`MCP server ${code(value)}: ${names.includes(value) ? 'defined' : 'not defined'}.`] : [];
    }
    default:
      return verdictNotes(cursor.node ? pathTo(cursor.node) : [], place);
  }
}

function phaseNote(field: Field): string[] {
  return field.fields ? [field.meaning] : [];
}

function aboutVariable(name: string, place: HoverPlace): string[] {
  const { file, context } = place;
  if (!('workspaceRoot' in file)) return [];
  const scripts = file.kind === 'profile' ? hookScriptsOf(file, context.files) : [];
  return variableNotes({ name, purpose: purposeOf(name, place), scripts, workspaceRoot: file.workspaceRoot }, context);
}

function purposeOf(name: string, place: HoverPlace): string | undefined {
  const document = place.document();
  if (document?.kind !== 'profile') return undefined;
  const env: unknown = asRecord(document.reading.document.value)?.env;
  const entries: unknown[] = Array.isArray(env) ? env : [];
  return firstText(asRecord(entries.find((entry) => asRecord(entry)?.variable === name))?.purpose);
}
