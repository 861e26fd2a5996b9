import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EnvStore } from '../../../engine/workspace/env-store';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-writers-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Sets one value after the other, each in a change of its own, and removes every second one. */
const writer = `
import { EnvStore } from './env-store';
const [, , root, name] = process.argv;
const store = EnvStore.of(process.env, root);
(async () => {
  for (let n = 0; n < 20; n++) {
    const set = await store.set(new Map([[name + n, name.repeat(n + 1)]]));
    const removed = n % 2 === 0 ? set : await store.remove([name + n]);
    if (!set.ok || !removed.ok) process.exitCode = 1;
  }
})();
`;

it('several processes that write values at once lose none of them', async () => {
  const program = join(folder, 'writer.cjs');
  const resolveDir = fileURLToPath(new URL('../../../engine/workspace', import.meta.url));
  buildSync({
    stdin: { contents: writer, resolveDir, loader: 'ts' },
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  const env = { ...process.env, ROOK_HOME: join(folder, 'home') };
  const names = ['A', 'B', 'C'];
  const codes = names.map((name) => {
    const child = spawn(process.execPath, [program, folder, name], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    return new Promise<number | null>((resolve) => {
      child.once('close', resolve);
    });
  });
  expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  const store = EnvStore.of(env, folder);
  const kept = await store.values();
  const even = Array.from({ length: 10 }, (_, half) => 2 * half);
  const expected = names.flatMap((name) => even.map((n) => [`${name}${n}`, name.repeat(n + 1)]));
  expect(kept).toEqual({ ok: true, value: new Map(expected as [string, string][]) }); // pairs, as made above
  expect(readdirSync(dirname(store.file))).toHaveLength(1);
});
