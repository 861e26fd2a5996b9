import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
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

/**
 * Whether the module was started as a program rather than imported.
 * @param {string} moduleUrl the module's `import.meta.url`
 */
export function isEntryPoint(moduleUrl) {
  const started = process.argv[1];
  return (
    started !== undefined && existsSync(started) && realpathSync(started) === realpathSync(fileURLToPath(moduleUrl))
  );
}

/**
 * Runs a script's main function; an error ends the process with its message and exit code 1.
 * @param {() => Promise<number | void>} main resolves with an exit code, or nothing for success
 */
export function runAsProgram(main) {
  main().then(
    (code) => {
      process.exitCode = code ?? 0;
    },
    (error) => {
      console.error(error instanceof Error ? (error.name === 'Error' ? error.stack : error.message) : error);
      process.exitCode = 1;
    },
  );
}
