import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceWith, outcome } from '../judging';
import { useJudgedFolders } from './judged-folders';

const { root, write, grade } = useJudgedFolders();
const undecidable = 'Unable to Verify (undecidable)';
const unobserved = 'Unable to Verify (not_observable)';

describe('file_matches', () => {
  it.each<[string, string, object, string]>([
    ['own.txt', '^Total: \\d$', { flags: 'm' }, 'Pass'],
    ['own.txt', 'total', { flags: 'i' }, 'Pass'],
    ['own.txt', 'total', {}, 'Fail'],
    ['own.txt', 'Total: 3', {}, 'Fail'],
    ['made.txt', 'Total: 3', {}, 'Pass'],
    ['both.txt', 'state', {}, 'Pass'],
    ['both.txt', 'workspace', {}, 'Fail'],
    ['empty.txt', '^$', {}, 'Pass'],
    ['empty.txt', 'x', {}, 'Fail'],
    ['bom.txt', '^Total', {}, 'Pass'],
    ['big.txt', 'END$', {}, 'Pass'],
    ['none.txt', '.*', {}, 'Fail'],
    ['dir', '.*', {}, undecidable],
    ['huge.txt', 'a', {}, undecidable],
    ['binary.bin', 'ok', {}, undecidable],
    ['latin.txt', 'ok', {}, undecidable],
    ['slow.txt', '^(a+)+$', {}, undecidable],
    ['leak.txt', 'secret', {}, undecidable],
    ['../outside/secret.txt', 'secret', {}, undecidable],
  ])('%s /%s/ %o: %s', async (path, pattern, more, expected) => {
    const criterion = await grade({ check: 'file_matches', path, pattern, ...more });
    expect(outcome(criterion)).toBe(expected);
    if (criterion.status === 'Unable to Verify') expect(criterion.remedy).toMatch(/./);
  });

  it('quotes the match', async () => {
    const { evidence } = await grade({ check: 'file_matches', path: 'big.txt', pattern: 'END' });
    expect(evidence).toBe(`…"${'a'.repeat(80)}END"`);
  });

  it('when collect failed, a missing file proves nothing, and one that is there still fails', async () => {
    const evidence = evidenceWith({ callsComplete: false });
    expect(outcome(await grade({ check: 'file_matches', path: 'none.txt', pattern: 'x' }, evidence))).toBe(unobserved);
    expect(outcome(await grade({ check: 'file_matches', path: 'own.txt', pattern: 'x' }, evidence))).toBe('Fail');
  });

  it.skipIf(process.platform === 'win32')('a pipe is never waited for', async () => {
    execFileSync('mkfifo', [join(root, 'state/pipe')]);
    expect(outcome(await grade({ check: 'file_matches', path: 'pipe', pattern: 'x' }))).toBe(undecidable);
    expect(outcome(await grade({ check: 'file_exists', path: 'pipe' }))).toBe('Fail');
  });

  it('what may not be read decides nothing', async ({ skip }) => {
    skip(process.platform === 'win32' || process.getuid?.() === 0, 'root, and whoever on Windows, may read everything');
    write('state/locked.txt', 'x');
    chmodSync(join(root, 'state/locked.txt'), 0);
    expect(outcome(await grade({ check: 'file_matches', path: 'locked.txt', pattern: 'x' }))).toBe(unobserved);
  });

  it('what cannot be read decides nothing', async () => {
    symlinkSync('loop.txt', join(root, 'state/loop.txt'));
    expect(outcome(await grade({ check: 'file_matches', path: 'loop.txt', pattern: 'x' }))).toBe(unobserved);
  });
});
