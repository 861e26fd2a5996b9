import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFileAtomically } from '../../../engine/workspace/write-file';
import { writeStreamAtomically } from '../../../engine/workspace/write-stream';

let root: string;
let pipe: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rook-target-'));
  pipe = join(root, 'pipe');
  execFileSync('mkfifo', [pipe]);
  symlinkSync('pipe', join(root, 'link'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function* pieces(): AsyncGenerator<string> {
  yield 'x';
}

describe.skipIf(process.platform === 'win32')('writing atomically', () => {
  // Stands for /dev/null, too, which root could lose.
  test.each(['pipe', 'link'])('never replaces what is no file: %s', async (name) => {
    const file = join(root, name);
    await expect(writeFileAtomically(file, 'x')).rejects.toThrow('is no file');
    await expect(writeStreamAtomically(file, pieces())).rejects.toThrow('is no file');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });
});
