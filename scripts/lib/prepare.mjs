import path from 'node:path';
import { isOlderThan, repositoryRoot } from './repository.mjs';
import { runCommand, runNpm } from './run-command.mjs';

const installLimitSeconds = 900;
const buildLimitSeconds = 300;

/** A step before the actual work that failed; its output has been shown. */
export class PreparationFailed extends Error {
  /** @override */
  name = 'PreparationFailed';
}

/**
 * Installs what package-lock.json names, unless that has happened since the lock file changed.
 * @throws {PreparationFailed}
 */
export async function installDependencies() {
  // npm writes this file last, so a half install is done again.
  const marker = path.join(repositoryRoot, 'node_modules', '.package-lock.json');
  if (!isOlderThan(marker, path.join(repositoryRoot, 'package-lock.json'))) return;
  console.log('Installing dependencies (npm ci) …');
  const result = await runNpm(['ci'], { cwd: repositoryRoot, limitSeconds: installLimitSeconds });
  if (result.code !== 0)
    throw new PreparationFailed('npm ci failed: see above. It needs access to an npm registry once.');
}

/**
 * Bundles the extension, the language server, the command and the panel into dist/.
 * @param {{ production?: boolean }} [options] production: minified, as it ships
 * @throws {PreparationFailed}
 */
export async function build({ production = false } = {}) {
  const args = [path.join('scripts', 'build.mjs'), ...(production ? ['--production'] : [])];
  const result = await runCommand(process.execPath, args, { cwd: repositoryRoot, limitSeconds: buildLimitSeconds });
  if (result.code !== 0) throw new PreparationFailed(`node ${args.join(' ')} failed: see above.`);
}
