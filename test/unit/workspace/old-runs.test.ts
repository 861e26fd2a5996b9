import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { oldRuns, removeRun } from '../../../engine/workspace/old-runs';

let root: string;
let runsDir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rook-old-runs-'));
  runsDir = join(root, 'runs');
});
afterEach(() => rmSync(root, { recursive: true }));

const idAt = (hour: number) => `2026-10-04T0${hour}-00-00Z`;

function addRun(id: string, status = 'completed'): string {
  const dir = join(runsDir, id);
  mkdirSync(join(dir, 'scenarios', 'SC-001'), { recursive: true });
  writeFileSync(join(dir, 'run.yaml'), `id: ${id}\nagent_id: a\ncreated: x\nincluded: []\nstatus: ${status}\n`);
  writeFileSync(join(dir, 'scenarios', 'SC-001', 'hooks.json'), 'x'.repeat(1000));
  return dir;
}
const ids = async (keep: number) => (await oldRuns(runsDir, keep)).map(({ id }) => id);

test('runs beyond the newest are old, with what they take on the disk', async () => {
  for (const hour of [1, 2, 3]) addRun(idAt(hour));
  const old = await oldRuns(runsDir, 1);
  expect(old.map(({ id }) => id)).toEqual([idAt(2), idAt(1)]);
  expect(old[0]?.bytes).toBeGreaterThan(1000);
  expect(old[0]?.bytes).toBeLessThan(1200);
  expect(await ids(3)).toEqual([]);
});

test('a run that goes on is never old, though an earlier one is continued', async () => {
  addRun(idAt(1), 'running');
  addRun(idAt(2));
  addRun(idAt(3));
  expect(await ids(1)).toEqual([idAt(2)]);
});

test('a run whose plan cannot be read is a run; a folder without one is none, and does not count', async () => {
  writeFileSync(join(addRun(idAt(1)), 'run.yaml'), 'id: [');
  addRun(idAt(2));
  mkdirSync(join(runsDir, 'notes'));
  expect(await ids(1)).toEqual([idAt(1)]);
});

test('an agent that has never run has no old runs', async () => {
  expect(await ids(1)).toEqual([]);
});

test('a run is removed as a whole, and nothing that a link in it points at', async () => {
  const outside = join(root, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'precious.txt'), 'x'.repeat(5000));
  const dir = addRun(idAt(1));
  addRun(idAt(2));
  symlinkSync(outside, join(dir, 'artifacts'));
  symlinkSync(join(outside, 'precious.txt'), join(dir, 'link.txt'));
  expect((await oldRuns(runsDir, 1))[0]?.bytes).toBeLessThan(1200);
  await removeRun(runsDir, idAt(1));
  expect(readdirSync(runsDir)).toEqual([idAt(2)]);
  expect(existsSync(join(outside, 'precious.txt'))).toBe(true);
});

test('what an interrupted removal has left is no run, and does not keep the next from working', async () => {
  mkdirSync(join(runsDir, `.removing-${idAt(1)}`, 'scenarios'), { recursive: true });
  addRun(idAt(1));
  addRun(idAt(2));
  expect(await ids(0)).toEqual([idAt(2), idAt(1)]);
  await removeRun(runsDir, idAt(1));
  expect(readdirSync(runsDir)).toEqual([idAt(2)]);
});
