// The licences of what is bundled: whoever passes a bundle on passes these texts on, too.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name: string, version: string, license: string, text: string | undefined }} BundledPackage */

/** Copied into dist/ as they are, so that no bundle tells of them. */
const copied = ['node_modules/@vscode/codicons'];

/**
 * The packages of which something is in the bundles, each version once, by name.
 * @param {Pick<import('esbuild').Metafile, 'outputs'>[]} metafiles what esbuild says of its bundles
 * @param {string} root folder of `node_modules`
 * @returns {BundledPackage[]}
 */
export function bundledPackages(metafiles, root) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
    ),
  );
  const folders = inputs.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set([...folders, ...copied])]
    .map((folder) => readPackage(join(root, folder)))
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

/** @param {string} folder @returns {BundledPackage} */
function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${folder}/package.json does not name its licence`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return { name, version, license, text: texts.length > 0 ? texts.join('\n\n') : undefined };
}

/**
 * The text that is shipped. A package without a licence file has the text that others bring under the same licence, the
 * shortest and without their owners, or the licence's name alone.
 * @param {BundledPackage[]} packages
 * @param {string} root folder with our own LICENSE, the text of Apache-2.0
 */
export function noticesText(packages, root) {
  const own = { license: 'Apache-2.0', text: readFileSync(join(root, 'LICENSE'), 'utf8') };
  const parts = packages.map(({ name, version, license, text }) => {
    const missing = `The package has no licence file. It names its licence by its SPDX identifier: ${license}.`;
    const common = commonText([own, ...packages].filter((other) => other.license === license));
    const shown = text ?? [missing, common].filter(Boolean).join('\n\n');
    return `${'='.repeat(80)}\n${name} ${version}\n${license}\n${'='.repeat(80)}\n\n${shown}\n`;
  });
  return `Rook contains parts of these packages, under the licences that follow.\n\n${parts.join('\n')}`;
}

/** @param {{ text: string | undefined }[]} others packages under one licence */
function commonText(others) {
  const texts = others.flatMap(({ text }) =>
    text === undefined ? [] : [text.replace(/^\s*copyright\b.*$/gim, '').trim()],
  );
  return texts.sort((one, other) => one.length - other.length)[0];
}
