import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '../../../engine/workspace/yaml-document';

/** The folder of files as real workspaces have them. */
export const corpusFolder = fileURLToPath(new URL('../../fixtures/corpus', import.meta.url));

/** The text of a corpus file. @param name relative to the corpus, such as `scenarios/SC-002.yaml`. */
export function corpusText(name: string): string {
  return readFileSync(join(corpusFolder, name), 'utf8');
}

/** The value that a corpus file holds, YAML or JSON. */
export function corpusValue(name: string): unknown {
  const text = corpusText(name);
  if (name.endsWith('.json')) return JSON.parse(text);
  const document = parseYaml(text, name);
  if (document.syntaxProblems.length > 0) throw new Error(`${name} cannot be read`);
  return document.value;
}

/** Every data file of the corpus, relative to it, with forward slashes. */
export function corpusFiles(): string[] {
  return readdirSync(corpusFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(yaml|json)$/.test(entry.name))
    .map((entry) => relative(corpusFolder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
