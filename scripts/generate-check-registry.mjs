/**
 * Writes `engine/judge/check-registry.ts` from the files in `engine/judge/checks/`; `npm run generate` and the build do so.
 * `node scripts/generate-check-registry.mjs --check` writes nothing and ends with 1 when the checked-in file is not current.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isEntryPoint, runAsProgram } from './lib/program.mjs';
import { repositoryRoot } from './lib/repository.mjs';

const folder = path.join(repositoryRoot, 'engine', 'judge', 'checks');
/** Where the file is checked in. */
export const checkRegistryFile = path.join(repositoryRoot, 'engine', 'judge', 'check-registry.ts');

/**
 * Makes the text of the registry. Refused is a file that is no check by its name or its content.
 * @returns {Promise<string>}
 */
export async function makeCheckRegistry() {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
  const names = files.map((entry) => entry.name.slice(0, -'.ts'.length)).sort();
  const checks = await Promise.all(names.map(readCheck));
  return [
    '// Made from the files in engine/judge/checks/ by scripts/generate-check-registry.mjs: npm run generate.',
    ...checks.map(({ file, variable }) => `import { check as ${variable} } from './checks/${file}';`),
    '',
    '/** Every check by its name. */',
    'export const checks = {',
    ...checks.map(({ name, variable }) => `  ${name}: ${variable},`),
    '} as const;',
    '',
  ].join('\n');
}

/**
 * @param {string} file without its ending
 * @returns {Promise<{ file: string, name: string, variable: string }>}
 */
async function readCheck(file) {
  const shown = `engine/judge/checks/${file}.ts`;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(file))
    throw new Error(`${shown}: a check's file is called like the check, in lower case with dashes`);
  const name = file.replaceAll('-', '_');
  const text = await readFile(path.join(folder, `${file}.ts`), 'utf8');
  const defined = /^export const check = defineCheck\(\{\s*name: (['"])(.*?)\1/m.exec(text);
  if (!defined)
    throw new Error(
      `${shown} has no "export const check = defineCheck({ name: '${name}', … })"; what checks share goes into engine/judge/`,
    );
  if (defined[2] !== name) throw new Error(`${shown} must say name: '${name}', as the file is called`);
  return { file, name, variable: `${file.replace(/-(.)/g, (_, letter) => letter.toUpperCase())}Check` };
}

/**
 * Writes the registry, when it is not current.
 * @returns {Promise<boolean>} whether it was written.
 */
export async function writeCheckRegistry() {
  const text = await makeCheckRegistry();
  if ((await presentRegistry()) === text) return false;
  await writeFile(checkRegistryFile, text);
  return true;
}

/** @returns {Promise<string | undefined>} */
function presentRegistry() {
  return readFile(checkRegistryFile, 'utf8').catch(() => undefined);
}

/** @returns {Promise<number>} exit code */
async function main() {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  if (values.check) {
    const current = (await presentRegistry()) === (await makeCheckRegistry());
    if (!current) console.error('The registry of checks is not current. Run npm run generate.');
    return current ? 0 : 1;
  }
  console.log(
    (await writeCheckRegistry()) ? 'Written: engine/judge/check-registry.ts' : 'The registry of checks is current.',
  );
  return 0;
}

if (isEntryPoint(import.meta.url)) runAsProgram(main);
