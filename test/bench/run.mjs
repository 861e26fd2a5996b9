// `npm run bench -- <name> [options]`: measures one thing as a ratio to a floor or a peer in the same run.
// Prints a table and writes test-results/bench/<name>.json. Nothing here is asserted by `npm test`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each bench resolves with rows to print; `bounds` in a row says what is promised. */
const benches = {
  'run-overhead': () => import('./run-overhead.mjs'),
  'run-memory': () => import('./run-memory.mjs'),
  'cli-start': () => import('./cli-start.mjs'),
  explorer: () => import('./explorer.mjs'),
  'language-server': () => import('./language-server.mjs'),
  cancel: () => import('./cancel.mjs'),
  'panel-run': () => import('./panel-run.mjs'),
  'panel-scenario': () => import('./panel-scenario.mjs'),
};

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !(name in benches)) {
  console.error(`Usage: npm run bench -- <${Object.keys(benches).join(' | ')}>`);
  process.exit(1);
}
const { measure } = await benches[name]();
const rows = await measure(args);
console.table(rows);
const folder = join(root, 'test-results', 'bench');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, `${name}.json`),
  `${JSON.stringify({ name, at: new Date().toISOString(), rows }, null, 2)}\n`,
);
