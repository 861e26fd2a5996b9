import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from '../ensure-browser.mjs';
import { editorSupport, ensureEditor } from '../ensure-editor.mjs';
import { ensureJq } from '../ensure-jq.mjs';
import { packageExtension } from '../package.mjs';
import { inHostReport } from './in-host-suite.mjs';
import { repositoryRoot } from './repository.mjs';
import { runCommand, runNpm } from './run-command.mjs';
import { singleResult, skippedResult, tierResult } from './tier-result.mjs';

/**
 * @typedef {import('./tier-result.mjs').TierResult} TierResult
 * @typedef {{ grep: string | undefined }} TierOptions
 * @typedef {object} Tier
 * @property {string} name
 * @property {(options: TierOptions) => Promise<TierResult>} run
 */

const reporter = fileURLToPath(new URL('./tier-reporter.mjs', import.meta.url));
const runInServer = path.join('test', 'e2e', 'in-host', 'run-in-server.mjs');

/**
 * Every tier, cheapest first. The limits are what a tier takes many times over: they only end what hangs.
 * @type {Tier[]}
 */
export const tiers = [
  staticCheck('typecheck', 600),
  staticCheck('lint', 300),
  vitestTier('unit', 600),
  vitestTier('process', 1200),
  vitestTier('language-server', 900),
  {
    name: 'cli',
    run: async (options) => {
      await ensureJq();
      return vitestTier('cli', 1200).run(options);
    },
  },
  editorTier('panel', (options) => vitestTier('panel', 1200).run(options)),
  editorTier('e2e', async (options) => {
    await packageExtension({ production: true });
    return vitestTier('e2e', 2400).run(options);
  }),
  editorTier('in-host', async ({ grep }) => {
    rmSync(inHostReport, { force: true });
    const args = [runInServer, ...(grep === undefined ? [] : [grep])];
    const command = await runCommand(process.execPath, args, { cwd: repositoryRoot, limitSeconds: 900 });
    return tierResult('in-host', inHostReport, command, { filtered: grep !== undefined });
  }),
];

/**
 * An npm script of its own name that counts as one test.
 * @param {string} name
 * @param {number} limitSeconds
 * @returns {Tier}
 */
function staticCheck(name, limitSeconds) {
  return {
    name,
    run: async () => {
      const { code, timedOut, seconds } = await runNpm(['run', '--silent', name], {
        cwd: repositoryRoot,
        limitSeconds,
      });
      const failure = timedOut
        ? `Killed after ${limitSeconds} s.`
        : `Exit code ${code}: see its output, or run: npm run ${name}`;
      return singleResult(name, seconds, code === 0 ? undefined : failure);
    },
  };
}

/**
 * The vitest project of the same name.
 * @param {string} name
 * @param {number} limitSeconds
 * @returns {Tier}
 */
function vitestTier(name, limitSeconds) {
  return {
    name,
    run: async ({ grep }) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'rook-test-'));
      const report = path.join(folder, 'report.ndjson');
      const vitest = path.join(repositoryRoot, 'node_modules', 'vitest', 'vitest.mjs');
      const flags = ['--project', name, '--reporter=default', `--reporter=${reporter}`];
      const command = await runCommand(
        process.execPath,
        [vitest, 'run', ...flags, ...(grep === undefined ? [] : ['--testNamePattern', grep])],
        { cwd: repositoryRoot, limitSeconds, env: { ...process.env, ROOK_TIER_REPORT: report } },
      );
      const result = tierResult(name, report, command, { filtered: grep !== undefined });
      rmSync(folder, { recursive: true, force: true });
      return result;
    },
  };
}

/**
 * A tier that needs the offline editor and a browser: both are there before its clock starts.
 * @param {string} name
 * @param {(options: TierOptions) => Promise<TierResult>} run
 * @returns {Tier}
 */
function editorTier(name, run) {
  return {
    name,
    run: async (options) => {
      const support = editorSupport();
      if (!support.supported) return skippedResult(name, support.reason);
      await ensureEditor();
      await ensureBrowser();
      return run(options);
    },
  };
}
