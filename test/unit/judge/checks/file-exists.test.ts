import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceWith, outcome } from '../judging';
import { useJudgedFolders } from './judged-folders';

const { root, folders, grade } = useJudgedFolders();
const undecidable = 'Unable to Verify (undecidable)';
const unobserved = 'Unable to Verify (not_observable)';

describe('file_exists', () => {
  it.each<[string, string, string]>([
    ['made.txt', 'Pass', 'Fail'],
    ['own.txt', 'Pass', 'Fail'],
    ['empty.txt', 'Pass', 'Fail'],
    ['./dir//in.txt', 'Pass', 'Fail'],
    ['dir/../made.txt', 'Pass', 'Fail'],
    ['link.txt', 'Pass', 'Fail'],
    ['none.txt', 'Fail', 'Pass'],
    ['none/none.txt', 'Fail', 'Pass'],
    ['made.txt/none', 'Fail', 'Pass'],
    ['Made.txt', 'Fail', 'Pass'],
    ['dir', 'Fail', undecidable],
    ['.', 'Fail', undecidable],
    ['../outside/secret.txt', undecidable, undecidable],
    ['dir/../../outside/secret.txt', undecidable, undecidable],
    ['..', undecidable, undecidable],
    [join(root, 'workspace/made.txt'), undecidable, undecidable],
    ['C:\\made.txt', undecidable, undecidable],
    ['leak.txt', undecidable, undecidable],
    ['leakdir/secret.txt', undecidable, undecidable],
    ['leakdir/none.txt', undecidable, undecidable],
    ['dangling', undecidable, undecidable],
    ['a\0b', undecidable, undecidable],
    ['loop', unobserved, unobserved],
    ['x'.repeat(300), unobserved, unobserved],
  ])('%s: there %s, absent %s', async (path, there, absent) => {
    expect(outcome(await grade({ check: 'file_exists', path }))).toBe(there);
    expect(outcome(await grade({ check: 'file_exists', path, absent: true }))).toBe(absent);
  });

  it('says where it was found, or looked for', async () => {
    expect((await grade({ check: 'file_exists', path: 'own.txt' })).evidence).toBe(
      "own.txt in the attempt's state folder, 9 bytes",
    );
    expect((await grade({ check: 'file_exists', path: 'none.txt' })).evidence).toBe(
      "no none.txt in the attempt's state folder and the workspace",
    );
  });

  it('a state folder that is gone could have held it', async () => {
    const gone = { ...folders, state: join(root, 'gone') };
    for (const absent of [true, false])
      expect(outcome(await grade({ check: 'file_exists', path: 'none.txt', absent }, evidenceWith(), gone))).toBe(
        unobserved,
      );
    expect(outcome(await grade({ check: 'file_exists', path: 'made.txt' }, evidenceWith(), gone))).toBe('Pass');
  });

  it('when collect failed, a missing file proves nothing', async () => {
    const evidence = evidenceWith({ callsComplete: false });
    expect(outcome(await grade({ check: 'file_exists', path: 'none.txt' }, evidence))).toBe(unobserved);
    expect(outcome(await grade({ check: 'file_exists', path: 'own.txt', absent: true }, evidence))).toBe('Fail');
  });
});
