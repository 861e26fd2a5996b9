import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, wherever the script was started from. */
export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Git-ignored folder for what scripts download or build for themselves. */
export const cacheFolder = path.join(repositoryRoot, '.cache');

/**
 * Reads the extension manifest.
 * @returns {{ name: string, publisher: string, version: string, displayName: string }}
 */
export function readManifest() {
  return JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'));
}

/**
 * Where `npm run package` puts the packaged extension.
 * @returns {string} absolute path, whether or not the file exists
 */
export function packagedExtensionPath() {
  const { name, version } = readManifest();
  return path.join(repositoryRoot, 'dist', `${name}-${version}.vsix`);
}

/**
 * Whether `file` is missing or older than `reference`.
 * @param {string} file
 * @param {string} reference
 */
export function isOlderThan(file, reference) {
  return !existsSync(file) || statSync(file).mtimeMs < statSync(reference).mtimeMs;
}
