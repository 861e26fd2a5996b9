/**
 * `npm run test:desktop`: the in-host suite inside the desktop editor, on any system with a display.
 * @vscode/test-electron downloads the editor once; ROOK_VSCODE is the path of an installed one instead,
 * ROOK_VSCODE_VERSION another version than the latest (such as 1.100.0).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyExample } from './lib/example-copy.mjs';
import { bundleInHostSuite, inHostEntry, inHostReport } from './lib/in-host-suite.mjs';
import { build, installDependencies } from './lib/prepare.mjs';
import { describeError, isEntryPoint } from './lib/program.mjs';
import { cacheFolder, repositoryRoot } from './lib/repository.mjs';
import { printSummary } from './lib/test-summary.mjs';
import { singleResult, tierResult } from './lib/tier-result.mjs';

const name = 'desktop';
const example = 'refund-desk';

/** @returns {Promise<import('./lib/tier-result.mjs').TierResult>} */
async function runInDesktopEditor() {
  await installDependencies();
  await build();
  await bundleInHostSuite();
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return singleResult(name, 0, 'The desktop editor needs a display. Run: xvfb-run -a npm run test:desktop');
  }
  const { runTests } = await import('@vscode/test-electron');
  const copy = copyExample(example);
  const userData = mkdtempSync(path.join(tmpdir(), 'rook-')); // Short: a socket's path inside may have 103 characters.
  const startedAt = Date.now();
  let code = 0;
  try {
    const installed = process.env.ROOK_VSCODE;
    code = await runTests({
      ...(installed ? { vscodeExecutablePath: installed } : {}),
      version: process.env.ROOK_VSCODE_VERSION ?? 'stable',
      cachePath: path.join(cacheFolder, 'desktop-editor'),
      extensionDevelopmentPath: repositoryRoot,
      extensionTestsPath: inHostEntry,
      launchArgs: [copy.folder, '--disable-extensions', '--disable-workspace-trust', `--user-data-dir=${userData}`],
    });
  } catch (error) {
    // A failing suite rejects too; what failed is in its report. Anything else is worth a line.
    console.error(describeError(error));
    code = 1;
  } finally {
    copy.remove();
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
  const seconds = (Date.now() - startedAt) / 1000;
  return tierResult(name, inHostReport, { code, timedOut: false, seconds, output: '' });
}

if (isEntryPoint(import.meta.url)) {
  const result = await runInDesktopEditor().catch((error) => singleResult(name, 0, describeError(error)));
  process.exitCode = printSummary([result]) ? 0 : 1;
}
