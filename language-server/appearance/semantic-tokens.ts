import { type SemanticTokens, SemanticTokensBuilder } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { reference } from '../../engine/workspace/needed-variables';
import type { RookFile } from '../../engine/workspace/rook-file';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import type { TextRange } from '../../schemas/problem';
import { type LooseNode, scanYaml } from '../cursor/loose-yaml';
import { scriptFacts } from '../documents/script-facts';
import { type Field, fieldsOf } from '../fields/field';
import { rootField, writtenIn } from '../fields/field-at';
import { rookVariable } from '../fields/rook-variables';

/** Both modifiers of the legend (handshake/capabilities.ts). */
const ofRook = 0b11;

interface Token {
  range: TextRange;
  modifiers: number;
}

/** Names of variables where they are replaced or declared, and `ROOK_*`; of scripts only what their parser says. */
export function semanticTokens(file: RookFile, document: TextDocument, context: RuleContext): SemanticTokens {
  const text = document.getText();
  const tokens = file.kind === 'script' ? scriptTokens(text, file.path, context) : yamlTokens(file, text);
  const builder = new SemanticTokensBuilder();
  for (const { range, modifiers } of tokens.sort((a, b) => a.range.start - b.range.start)) {
    const { line, character } = document.positionAt(range.start);
    builder.push(line, character, range.end - range.start, 0, modifiers);
  }
  return { data: builder.build().data };
}

function scriptTokens(text: string, path: string, context: RuleContext): Token[] {
  return (scriptFacts(text, path, context)?.rookVariables ?? []).map(({ range }) => {
    const quoted = /^["'`]/.test(text.slice(range.start, range.end)) ? 1 : 0;
    return { range: { start: range.start + quoted, end: range.end - quoted }, modifiers: ofRook };
  });
}

function yamlTokens(file: RookFile, text: string): Token[] {
  const root = rootField(file.kind);
  const tokens: Token[] = [];
  if (root) walk(scanYaml(text).root, root);
  return tokens;

  function walk(node: LooseNode, field: Field): void {
    if (field.suggests === 'reference' && node.value) add(node.value, reference, 2, 1);
    if (field.suggests === 'variable' && node.value) add(node.value, /[A-Za-z_]\w*/g, 0, 0);
    for (const child of node.children) {
      const fields = fieldsOf(field, writtenIn(node, text));
      const key = child.key ?? '';
      const own = Object.hasOwn(fields, key) ? fields[key] : undefined;
      const next = child.kind === 'item' ? field.items : child.kind === 'pair' ? (own ?? field.any) : undefined;
      if (next) walk(child, next);
      if (child.kind === 'pair' && child.keyRange && !own && field.any?.suggests === 'reference')
        add(child.keyRange, /\bROOK_[A-Z_]+\b/g, 0, 0);
    }
  }

  /** The name alone: without what stands before and after it in each match. */
  function add({ start, end }: TextRange, pattern: RegExp, before: number, after: number): void {
    for (const match of text.slice(start, end).matchAll(pattern)) {
      const range = { start: start + match.index + before, end: start + match.index + match[0].length - after };
      const known = rookVariable(text.slice(range.start, range.end)) !== undefined;
      tokens.push({ range, modifiers: known ? ofRook : 0 });
    }
  }
}
