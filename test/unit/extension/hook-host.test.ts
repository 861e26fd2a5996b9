import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environmentForHooks, nodeForHooks } from '../../../extension/hook-host';

describe('the Node.js that runs hooks', () => {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rook-node-'));
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is the one of the settings', () => {
    expect(nodeForHooks('/opt/node', { PATH: folder })).toEqual({ path: '/opt/node', env: {} });
  });

  test('else the first on PATH, however the variable is spelt', () => {
    const path = ['', join(folder, 'absent'), folder].join(delimiter);
    expect(nodeForHooks(undefined, { Path: path })).toEqual({ path: join(folder, name), env: {} });
  });

  test("else the host's own", () => {
    expect(nodeForHooks(undefined, { PATH: join(folder, 'absent') }).path).toBe(process.execPath);
  });
});

test('hooks do not inherit what the editor set for itself', () => {
  const env = {
    PATH: '/bin',
    VSCODE_PID: '1',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--x',
    NODE_ENV: 'test',
    MY_VSCODE_: 'x',
  };
  expect(environmentForHooks(env)).toEqual({ PATH: '/bin', NODE_ENV: 'test', MY_VSCODE_: 'x' });
});
