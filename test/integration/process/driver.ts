import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** A program that runs a workspace through the engine, for tests that end the runner itself. */
export interface Driver {
  /** Starts it on a workspace. Each event of the run is a line of JSON on its standard output. */
  start(root: string): ChildProcess;
  remove(): void;
}

const source = `
import { run } from './engine-run';
const root = process.argv[2] ?? '';
run(root, { onEvent: (event) => process.stdout.write(JSON.stringify(event) + '\\n') }).catch((error) => {
  console.error(String(error));
  process.exitCode = 1;
});
`;

/** Bundles the program. */
export function buildDriver(): Driver {
  const folder = mkdtempSync(join(tmpdir(), 'rook-driver-'));
  const program = join(folder, 'driver.cjs');
  buildSync({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'warning',
  });
  return {
    start: (root) => spawn(process.execPath, [program, root], { stdio: ['ignore', 'pipe', 'inherit'] }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
