import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readStored } from '../../../engine/workspace/runs';

const Shape = z.looseObject({ status: z.string() });
let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rook-record-'));
  folder = join(root, 'SC-001');
  mkdirSync(folder);
  writeFileSync(join(root, 'secret.yaml'), 'status: of somebody else\n');
  writeFileSync(join(folder, 'own.yaml'), 'status: Pass\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (name: string) => readStored(join(folder, name), Shape);

describe.skipIf(process.platform === 'win32')('a record', () => {
  test('in whose place a folder, a pipe or a link to itself is cannot be read, and that is no fault', async () => {
    mkdirSync(join(folder, 'folder.yaml'));
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
    symlinkSync('loop.yaml', join(folder, 'loop.yaml'));
    for (const name of ['folder.yaml', 'pipe.yaml', 'loop.yaml', `${'x'.repeat(300)}.yaml`])
      expect(await read(name)).toMatchObject({ state: 'broken' });
  });

  test('that is a link out of its folder is not followed; one within it is', async () => {
    symlinkSync('../secret.yaml', join(folder, 'out.yaml'));
    symlinkSync('own.yaml', join(folder, 'within.yaml'));
    symlinkSync('gone.yaml', join(folder, 'dangling.yaml'));
    expect(await read('out.yaml')).toEqual({ state: 'broken', why: 'it is a link that leads out of its folder' });
    expect(await read('within.yaml')).toEqual({ state: 'present', value: { status: 'Pass' } });
    expect(await read('dangling.yaml')).toEqual({ state: 'absent' });
  });
});
