/**
 * `npm run package`: makes dist/rook-vscode-<version>.vsix, the file that users install.
 * Builds first when there is nothing to package, or with --production.
 */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { build, PreparationFailed } from './lib/prepare.mjs';
import { isEntryPoint, runAsProgram } from './lib/program.mjs';
import { packagedExtensionPath, repositoryRoot } from './lib/repository.mjs';
import { runCommand } from './lib/run-command.mjs';

const limitSeconds = 180;

/**
 * @param {{ production?: boolean }} [options] production: build anew, minified, before packaging
 * @returns {Promise<string>} path of the .vsix
 * @throws {PreparationFailed} when the build or vsce fails
 */
export async function packageExtension({ production = false } = {}) {
  if (production || !existsSync(path.join(repositoryRoot, 'dist', 'extension.js'))) await build({ production: true });
  const target = packagedExtensionPath();
  mkdirSync(path.dirname(target), { recursive: true });
  rmSync(target, { force: true }); // A failure must not leave the last one to be tested.
  // Everything is bundled, so no dependencies; the README's images travel along, so their links stay relative.
  const flags = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '--out', target];
  const vsce = path.join(repositoryRoot, 'node_modules', '@vscode', 'vsce', 'vsce');
  const result = await runCommand(process.execPath, [vsce, 'package', ...flags], {
    cwd: repositoryRoot,
    quiet: true,
    limitSeconds,
  });
  if (result.code !== 0 || !existsSync(target)) throw new PreparationFailed(`vsce package failed:\n${result.output}`);
  return target;
}

if (isEntryPoint(import.meta.url)) {
  runAsProgram(async () => {
    const file = await packageExtension({ production: process.argv.includes('--production') });
    const kilobytes = (statSync(file).size / 1024).toFixed(0);
    console.log(`${path.relative(process.cwd(), file)} (${kilobytes} KB)`);
  });
}
