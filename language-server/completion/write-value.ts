import type { Cursor } from '../cursor/cursor';
import type { Field } from '../fields/field';

/** How a text is written where the cursor stands. */
export interface WritingPlace {
  cursor: Cursor;
  /** The text of the document, from which the surroundings are taken. */
  text: string;
  /** JSON: every text is in quotes. */
  json: boolean;
  /** The client fills in places: `$1`, `$0`. */
  snippets: boolean;
}

/** A text that YAML reads as this very text, without quotes. */
const plain = /^(?!(?:true|false|null|yes|no|on|off|y|n|~)$)[A-Za-z_./][\w./@-]*(?: [\w./@-]+)*$/i;

/** A text as it is written at the cursor: in the quotes that are there, or in those that it needs. */
export function writtenText(value: string, { cursor, json }: Pick<WritingPlace, 'cursor' | 'json'>): string {
  if (cursor.quote === '"') return JSON.stringify(value).slice(1, -1);
  if (cursor.quote === "'") return value.replaceAll("'", "''");
  if (json) return JSON.stringify(value);
  return plain.test(value) ? value : `'${value.replaceAll("'", "''")}'`;
}

/** A blank where the word would stick to a colon or a dash. */
export function leadingBlank({ cursor, text, json }: WritingPlace): string {
  const before = text[cursor.range.start - 1];
  return !json && cursor.quote === undefined && (before === ':' || before === '-') ? ' ' : '';
}

/** Escapes what a snippet would take as a place to fill in. */
export function snippetText(value: string): string {
  return value.replace(/[\\$}]/g, '\\$&');
}

/** A place to fill in; the nothing that it begins with when the client has no snippets. */
export function hole(index: number, snippets: boolean): string {
  return snippets ? `$${index}` : '';
}

/**
 * What is written for a key, with what its value begins with.
 * @param column in which the key stands; what lies below it is indented from there.
 */
export function writtenKey(key: string, field: Field, place: WritingPlace, column: number): string {
  const { cursor, text, json, snippets } = place;
  const name = cursor.quote === undefined && json ? JSON.stringify(key) : writtenText(key, { cursor, json });
  if (cursor.colon) return name;
  const end = cursor.quote ?? '';
  const value = json ? jsonValue(field, snippets) : blockValue(field, place, column);
  return `${leadingBlank(place)}${name}${end}:${value}`.replaceAll('\n', eolOf(text));
}

function jsonValue(field: Field, snippets: boolean): string {
  const at = hole(1, snippets);
  if (field.items) return ` [${at}]`;
  if (field.fields !== undefined || field.any) return ` {${at}}`;
  return /^(?:true or|seconds|whole|number)/.test(field.type) ? ` ${at}` : ` "${at}"`;
}

function blockValue(field: Field, { cursor, snippets }: WritingPlace, column: number): string {
  const at = hole(1, snippets);
  const below = `\n${' '.repeat(column + 2)}`;
  // A hook or a criterion may be a text, too: that is the shorter form.
  const isText = field.suggests !== undefined || field.choices !== undefined;
  if (cursor.flow || !(field.items || field.fields || field.any) || isText) return ` ${at}`;
  if (!field.items) return typeof field.fields === 'object' ? `${below}${firstKey(field)}${at}` : `${below}${at}`;
  const { items } = field;
  const first = typeof items.fields === 'object' ? firstKey(items) : '';
  return `${below}- ${first}${at}`;
}

/** The key that a mapping must have, when there is one. */
function firstKey({ fields }: Field): string {
  const needed = typeof fields === 'object' ? Object.entries(fields).find(([, field]) => field.needed) : undefined;
  return needed ? `${needed[0]}: ` : '';
}

export function eolOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
