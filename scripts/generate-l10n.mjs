/**
 * `npm run generate`: writes l10n/bundle.l10n.json, the texts of the extension that translators work from. They are the
 * first arguments of `vscode.l10n.t(…)` in extension/; VS Code takes a translation from l10n/bundle.l10n.<language>.json.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { isEntryPoint } from './lib/program.mjs';
import { repositoryRoot } from './lib/repository.mjs';

export const bundleFile = path.join(repositoryRoot, 'l10n', 'bundle.l10n.json');

/**
 * @returns {string} the bundle as it should be
 * @throws {Error} when a text is put together in the call: no translation could be found for it
 */
export function l10nBundle() {
  const folder = path.join(repositoryRoot, 'extension');
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => textsOf(path.join(folder, name)));
  const entries = [...new Set(texts)].sort().map((text) => [text, text]);
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
}

/**
 * @param {string} file
 * @returns {string[]}
 */
function textsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const texts = [];
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'vscode.l10n.t') {
      const [text] = node.arguments;
      if (!text || !ts.isStringLiteralLike(text)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        throw new Error(`${file}:${line + 1}: the text of vscode.l10n.t is not one plain string`);
      }
      texts.push(text.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

if (isEntryPoint(import.meta.url)) {
  mkdirSync(path.dirname(bundleFile), { recursive: true });
  writeFileSync(bundleFile, l10nBundle());
}
