import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isFlaky, readHistory } from '../../../../engine/report/comparison/verdict-history';

describe('a scenario is flaky', () => {
  let runsDir: string;
  beforeEach(() => {
    runsDir = mkdtempSync(join(tmpdir(), 'rook-history-'));
  });
  afterEach(() => rmSync(runsDir, { recursive: true }));

  const text = 'local_id: SC-001\n';
  interface Recorded {
    status?: string;
    snapshot?: string;
    profile?: string;
    revision?: string;
    flaky?: boolean;
  }

  /** Writes one run for each, oldest first. */
  function record(...runs: Recorded[]): void {
    for (const [index, run] of runs.entries()) {
      const { status, snapshot = text, profile = 'local', revision = 'r1', flaky } = run;
      const dir = join(runsDir, `2026-10-04T21-07-${String(index).padStart(2, '0')}Z`);
      const pins = `pins:\n  profile_id: ${profile}\n  profile_revision: ${revision}\n`;
      write(join(dir, 'run.yaml'), `id: r\nagent_id: a\ncreated: x\nincluded: []\n${pins}`);
      write(join(dir, 'scenarios', 'SC-001', 'snapshot.yaml'), snapshot);
      if (status === undefined) continue;
      const verdict = `scenario_id: SC-001\nrun_id: r\nstatus: ${status}\ncriteria:\n  - status: Other\n`;
      write(join(dir, 'scenarios', 'SC-001', 'verdict.yaml'), `${verdict}${flaky ? 'flaky: true\n' : ''}`);
    }
  }
  function write(file: string, content: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const flakyNow = async (now = text) =>
    isFlaky((await readHistory(runsDir, ['SC-001', 'SC-002'])).get('SC-001') ?? [], now);

  test('when the same text has passed and failed', async () => {
    record({ status: 'Pass' }, { status: 'Pass' }, { status: 'Fail' });
    expect(await flakyNow()).toBe(true);
  });

  test('when the attempts of one run disagree', async () => {
    record({ status: 'Fail', flaky: true });
    expect(await flakyNow()).toBe(true);
    expect(await flakyNow('another text')).toBe(false);
  });

  test('but not when all agree, nor before anything has run', async () => {
    expect(await flakyNow()).toBe(false);
    record({ status: 'Fail' }, { status: 'Fail' });
    expect(await flakyNow()).toBe(false);
  });

  test('but not when nothing was decided in between: Unable to Verify disagrees with nothing', async () => {
    record({ status: 'Pass' }, { status: 'Unable to Verify' }, { status: 'Partial' }, {}, { status: 'Pass' });
    expect(await flakyNow()).toBe(false);
  });

  test('but not when it failed with another text, profile, or script', async () => {
    record({ status: 'Fail', snapshot: 'before' }, { status: 'Pass' });
    record({ status: 'Fail', profile: 'staging' }, { status: 'Pass' });
    expect(await flakyNow()).toBe(false);
    record({ status: 'Fail', revision: 'r0' }, { status: 'Pass' });
    expect(await flakyNow()).toBe(false);
  });

  test('but not by runs from long ago', async () => {
    record({ status: 'Fail' }, ...Array.from({ length: 10 }, () => ({ status: 'Pass' })));
    expect(await flakyNow()).toBe(false);
  });

  test('whatever the record looks like: quoted, of Windows, or broken', async () => {
    record({ status: "'Pass'\r" }, { status: '"Fail"' }, { status: '[' });
    expect(await flakyNow()).toBe(true);
  });
});
