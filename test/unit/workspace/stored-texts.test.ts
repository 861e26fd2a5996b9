import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import * as z from 'zod';
import { readStored } from '../../../engine/workspace/runs';

const folder = mkdtempSync(join(tmpdir(), 'rook-stored-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('texts of many records take the room of their letters, not of an object for each', async () => {
  const file = join(folder, 'verdict.yaml');
  const text = 'an answer with a control character \u001b and a "quote" '.repeat(2000);
  writeFileSync(file, stringify({ text }, { defaultStringType: 'QUOTE_DOUBLE' }));
  const kept: unknown[] = [];
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 60; count++) kept.push(await readStored(file, z.object({ text: z.string() })));
  const grown = process.memoryUsage().heapUsed - before;
  expect(kept[0]).toEqual({ state: 'present', value: { text } });
  // 60 texts of 100 kB are 6 MB; letter by letter they are 190 MB, and those that nobody keeps may still be there.
  expect(grown).toBeLessThan(120 * 1024 * 1024);
});
