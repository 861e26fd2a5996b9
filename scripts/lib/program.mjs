import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
 * What to show of an error: its message where it was made for the user, else the stack too.
 * @param {unknown} error
 * @returns {string}
 */
export function describeError(error) {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'Error' || error.name === 'TypeError' ? (error.stack ?? error.message) : error.message;
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
      console.error(describeError(error));
      process.exitCode = 1;
    },
  );
}
