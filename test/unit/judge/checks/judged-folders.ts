import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { judgeAttempt } from '../../../../engine/judge/judge-attempt';
import { evidenceWith, scenarioWith, usePatterns } from '../judging';

/** Folders with files of every kind, for the tests of one file. */
export function useJudgedFolders() {
  const patterns = usePatterns(500);
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-files-')));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const folders = { workspace: join(root, 'workspace'), agent: join(root, 'agent'), state: join(root, 'state') };
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  write('workspace/both.txt', 'workspace');
  write('workspace/made.txt', 'Total: 3\n');
  write('workspace/empty.txt', '');
  write('workspace/dir/in.txt', 'x');
  write('state/both.txt', 'state');
  write('state/own.txt', 'Total: 4\n');
  write('state/huge.txt', 'a'.repeat(8 * 1024 * 1024 + 1));
  write('state/big.txt', `${'a'.repeat(1024 * 1024)}END`);
  write('state/binary.bin', Buffer.from('ok\0ok'));
  write('state/latin.txt', Buffer.from([0x6f, 0x6b, 0xe9]));
  write('state/bom.txt', '\uFEFFTotal: 5');
  write('state/slow.txt', `${'a'.repeat(40)}!`);
  write('outside/secret.txt', 'secret');
  symlinkSync(join(root, 'outside/secret.txt'), join(root, 'state/leak.txt'));
  symlinkSync(join(root, 'outside'), join(root, 'state/leakdir'));
  symlinkSync(join(root, 'state/none'), join(root, 'state/dangling'));
  symlinkSync(join(root, 'state/own.txt'), join(root, 'state/link.txt'));
  symlinkSync('loop', join(root, 'state/loop'));

  async function grade(criterion: Record<string, unknown>, evidence = evidenceWith(), at = folders) {
    const scenario = scenarioWith({ acceptance_criteria: [criterion] });
    const { criteria } = await judgeAttempt(scenario, 1, evidence, {}, { patterns, folders: at });
    if (!criteria[0]) throw new Error('one criterion has one grade');
    return criteria[0];
  }

  return { root, folders, write, grade };
}
