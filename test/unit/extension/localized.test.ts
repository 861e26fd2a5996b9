import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleFile, l10nBundle } from '../../../scripts/generate-l10n.mjs';
import { repositoryRoot } from '../../../scripts/lib/repository.mjs';

const read = (name: string) => readFileSync(path.join(repositoryRoot, name), 'utf8');

/** Keys whose values VS Code shows to people. */
const shown = new Set([
  ...['displayName', 'description', 'markdownDescription', 'userDescription', 'enumDescriptions'],
  ...['markdownEnumDescriptions', 'title', 'shortTitle', 'category', 'contents', 'label', 'deprecationMessage'],
]);
/** What is for language models stays English. */
const forModels = new Set(['inputSchema', 'modelDescription']);

/** `path: text` of every string that people are shown. */
function textsIn(value: unknown, at = '', isShown = false): [string, string][] {
  if (typeof value === 'string') return isShown ? [[at, value]] : [];
  if (Array.isArray(value)) return value.flatMap((one, index) => textsIn(one, `${at}[${index}]`, isShown));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, one]) =>
    forModels.has(key) ? [] : textsIn(one, at === '' ? key : `${at}.${key}`, shown.has(key)),
  );
}

describe('the texts of package.json', () => {
  // The description is npm's, too, which knows no translations.
  const { displayName, capabilities, contributes } = JSON.parse(read('package.json'));
  const texts = textsIn({ displayName, capabilities, contributes });
  const translated: Record<string, string> = JSON.parse(read('package.nls.json'));

  test('can be translated, every one', () => {
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter(([, text]) => !/^%[\w.]+%$/.test(text))).toEqual([]);
  });

  test('are those of package.nls.json, none missing and none left over', () => {
    const keys = new Set(texts.map(([, text]) => text.slice(1, -1)));
    expect([...keys].sort()).toEqual(Object.keys(translated).sort());
    expect(Object.values(translated).filter((text) => text.trim() === '')).toEqual([]);
  });

  test('name commands that there are', () => {
    const commands = new Set(contributes.commands.map(({ command }: { command: string }) => command));
    const named = Object.values(translated).flatMap((text) => [...text.matchAll(/\(command:(rook\.\w+)/g)]);
    expect(named.length).toBeGreaterThan(3);
    expect(named.map((match) => match[1]).filter((name) => !commands.has(name))).toEqual([]);
  });
});

describe('the texts of the extension', () => {
  test('are in the bundle for translators; if not, npm run generate brings them there', () => {
    expect(readFileSync(bundleFile, 'utf8')).toBe(l10nBundle());
  });

  test('that pop up go through vscode.l10n.t', () => {
    const folder = path.join(repositoryRoot, 'extension');
    const bare = readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const calls = readFileSync(path.join(folder, name), 'utf8').matchAll(
          /show(?:Information|Warning|Error)Message\(\s*(['"`](?!Rook: \$\{).*)/g,
        );
        return [...calls].map((match) => `${name}: ${match[1]}`);
      });
    expect(bare).toEqual([]);
  });
});
