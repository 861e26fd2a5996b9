import { basename } from 'node:path';
import { type CompletionItem, CompletionItemKind, InsertTextFormat, InsertTextMode } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { RookFile } from '../../engine/workspace/rook-file';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import type { TextRange } from '../../schemas/problem';
import { cursorAt, itemsOf, pairsOf, pathTo, valueText } from '../cursor/cursor';
import { scanYaml } from '../cursor/loose-yaml';
import { toRange } from '../documents/rook-document';
import { type Field, fieldsOf, type Written } from '../fields/field';
import { fieldOf, rootField, writtenIn } from '../fields/field-at';
import { referenceItems } from './reference-items';
import { pointerValues, type SuggestedValue, suggestedValues } from './suggested-values';
import { entryPieces, filePieces, type Piece, withoutHoles } from './whole-snippets';
import { eolOf, leadingBlank, type WritingPlace, writtenKey, writtenText } from './write-value';

/** What completion works on. */
export interface CompletionPlace {
  file: RookFile;
  text: TextDocument;
  offset: number;
  context: RuleContext;
  /** The client fills in places of snippets. */
  snippets: boolean;
}

/** What can stand at an offset of a file of ours, broken or not: nothing is parsed but its indentation. */
export function completeYaml(place: CompletionPlace): CompletionItem[] {
  const { file, text, offset, context } = place;
  const source = text.getText();
  const pointed = pointerValues(file, context);
  if (pointed.length > 0) return pointed.map((value, index) => valueItem(value, wholeText(source), place, index));
  const root = rootField(file.kind);
  if (!root) return [];
  const yaml = scanYaml(source);
  const cursor = cursorAt(yaml, offset);
  if (!cursor) return [];
  const json = /\.json$/i.test(file.path);
  const writing: WritingPlace = { cursor, text: source, json, snippets: place.snippets };
  const make = new Items(place, writing);
  const owner = fieldOf(cursor.owner, root, source);
  if (!owner) return [];
  switch (cursor.at) {
    case 'key':
      if (cursor.owner.kind === 'root' && cursor.owner.children.length <= (cursor.node ? 1 : 0) && !json)
        make.pieces(filePieces(file.kind, basename(file.path).replace(/\.ya?ml$/, '')), '');
      make.keys(owner);
      break;
    case 'value':
      make.values(owner, writtenIn(cursor.owner.parent ?? cursor.owner, source), []);
      break;
    case 'entry': {
      const inList = cursor.path.length > pathTo(cursor.owner).length;
      const asList = owner.items !== undefined && cursor.owner.kind === 'pair';
      make.entry((inList || asList ? owner.items : owner) ?? owner, asList && !cursor.flow ? '- ' : '');
      break;
    }
    default:
      cursor.at satisfies never;
  }
  return make.items;
}

class Items {
  readonly items: CompletionItem[] = [];
  readonly #column: number;

  constructor(
    private readonly place: CompletionPlace,
    private readonly writing: WritingPlace,
  ) {
    const { start } = writing.cursor.range;
    this.#column = place.text.positionAt(start).character + leadingBlank(writing).length;
  }

  /** The keys of a mapping that are not there yet; those that it must have come first. */
  keys(field: Field, dash = ''): void {
    const { cursor, text } = this.writing;
    const present = pairsOf(cursor.owner).filter((pair) => pair !== cursor.node && dash === '');
    const fields = fieldsOf(field, writtenIn(cursor.owner, text));
    const column = this.#column + dash.length;
    for (const [index, [key, one]] of Object.entries(fields).entries()) {
      if (present.some((pair) => pair.key === key)) continue;
      this.#add({
        label: key,
        kind: one.fields || one.items || one.any ? CompletionItemKind.Module : CompletionItemKind.Property,
        detail: one.type,
        documentation: {
          kind: 'markdown',
          value: one.default ? `${one.meaning}\n\nDefault: ${one.default}` : one.meaning,
        },
        sortText: `${one.needed ? 'a' : 'b'}${String(index).padStart(3, '0')}`,
        newText: dash + writtenKey(key, one, this.writing, column),
        snippet: true,
      });
    }
  }

  /** The values that a field takes. */
  values(field: Field, written: Written, present: readonly string[], dash = ''): void {
    const { cursor, text, json } = this.writing;
    const typed = text.slice(cursor.range.start, this.place.offset);
    const raw = field.type.startsWith('true or false');
    for (const [index, { value, meaning }] of (field.choices ?? []).entries()) {
      this.#add({
        label: value,
        kind: CompletionItemKind.EnumMember,
        documentation: { kind: 'markdown', value: meaning },
        sortText: `a${String(index).padStart(3, '0')}`,
        newText: dash + leadingBlank(this.writing) + (raw ? value : writtenText(value, { cursor, json })),
      });
    }
    if (field.suggests === 'reference') {
      this.items.push(...referenceItems(this.place, this.writing));
      return;
    }
    if (!field.suggests) return;
    const place = { file: this.place.file, context: this.place.context, written, present, typed };
    for (const [index, value] of suggestedValues(field.suggests, place).entries())
      this.items.push(
        valueItem(
          value,
          cursor.range,
          this.place,
          index,
          dash + leadingBlank(this.writing) + writtenText(value.value, { cursor, json }),
        ),
      );
  }

  /** An entry of a list, or what stands below a key: a text, a mapping, or either. */
  entry(field: Field, dash: string): void {
    const { cursor, text } = this.writing;
    const list = cursor.owner.kind === 'item' ? cursor.owner.parent : cursor.owner;
    const present = (list ? itemsOf(list) : []).filter((item) => item !== cursor.owner && item !== cursor.node);
    const entryDash = cursor.dash ? '- ' : dash;
    if (field.fields || field.any) {
      if (!cursor.flow && !cursor.quote) {
        const key = String(cursor.path.filter((step) => typeof step === 'string').at(-1) ?? '');
        if (cursor.owner.kind === 'item' || entryDash !== '')
          this.pieces(entryPieces(this.place.file.kind, key), entryDash);
      }
      if (!cursor.flow) this.keys(field, entryDash);
    }
    const texts = present.flatMap((item) => valueText(item.children[0] ?? item, text) ?? []);
    this.values(field, () => undefined, texts, entryDash);
  }

  /** Whole pieces of a file. */
  pieces(pieces: readonly Piece[], dash: string): void {
    const { text } = this.writing;
    const indent = ' '.repeat(this.#column + dash.length);
    for (const [index, { label, detail, lines }] of pieces.entries()) {
      this.#add({
        label,
        kind: CompletionItemKind.Snippet,
        detail,
        sortText: `c${String(index).padStart(3, '0')}`,
        newText: dash + leadingBlank(this.writing) + lines.join(eolOf(text) + indent),
        snippet: true,
        documentation: { kind: 'markdown', value: `\`\`\`yaml\n${lines.map(withoutHoles).join('\n')}\n\`\`\`` },
      });
    }
  }

  #add({ newText, snippet, ...item }: CompletionItem & { newText: string; snippet?: true }): void {
    const { cursor, text, snippets } = this.writing;
    const range = { ...cursor.range };
    // A key that is typed in quotes gets its colon after the closing one.
    if (snippet && cursor.at === 'key' && cursor.quote && !cursor.colon && text[range.end] === cursor.quote)
      range.end++;
    this.items.push({
      ...item,
      ...(snippet && snippets && { insertTextFormat: InsertTextFormat.Snippet }),
      ...(newText.includes('\n') && { insertTextMode: InsertTextMode.asIs }),
      textEdit: {
        range: toRange(this.place.text, range),
        newText: snippet && !snippets ? withoutHoles(newText) : newText,
      },
    });
  }
}

function valueItem(
  { value, detail, folder }: SuggestedValue,
  range: TextRange,
  { text }: CompletionPlace,
  index: number,
  newText = value,
): CompletionItem {
  return {
    label: value,
    kind: folder ? CompletionItemKind.Folder : CompletionItemKind.Value,
    ...(detail && { detail }),
    sortText: `${folder ? 'b' : 'a'}${String(index).padStart(4, '0')}`,
    filterText: value,
    textEdit: { range: toRange(text, range), newText },
  };
}

/** Of a pointer file: the whole of it, but for the line end. */
function wholeText(source: string): TextRange {
  return { start: source.length - source.trimStart().length, end: source.trimEnd().length };
}
