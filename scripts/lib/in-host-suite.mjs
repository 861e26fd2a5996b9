import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, repositoryRoot } from './repository.mjs';

const sourceFolder = path.join(repositoryRoot, 'test', 'e2e', 'in-host');
/** Inside the repository, so that the bundle finds mocha in node_modules. */
const bundleFolder = path.join(cacheFolder, 'in-host');

/** The script that the extension host runs; it exports run(). */
export const inHostEntry = path.join(bundleFolder, 'index.js');

/** Where the suite reports, one JSON object a line: the environment does not reach the extension host of a server. */
export const inHostReport = path.join(bundleFolder, 'report.ndjson');

/**
 * Bundles the entry and every `*.in-host.ts`, and removes the report of the last run.
 * @param {{ grep?: string }} [options] grep: run only tests whose full title matches
 */
export async function bundleInHostSuite({ grep } = {}) {
  const { build } = await import('esbuild');
  rmSync(bundleFolder, { recursive: true, force: true });
  mkdirSync(bundleFolder, { recursive: true });
  const suites = readdirSync(sourceFolder).filter((name) => name.endsWith('.in-host.ts'));
  await build({
    absWorkingDir: repositoryRoot,
    entryPoints: ['index.ts', ...suites].map((name) => path.join(sourceFolder, name)),
    outdir: bundleFolder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  writeFileSync(path.join(bundleFolder, 'options.json'), JSON.stringify({ grep }));
}
