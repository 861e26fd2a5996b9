import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordPath } from '../../../engine/report/views/record-files';
import { checkRecord } from '../../../extension/panel-record';

const agentDir = join(tmpdir(), 'w', 'agents', 'a');
const agents = [{ agentDir, runsDir: join(agentDir, 'runs') }];

describe('checkRecord', () => {
  test('accepts a scenario of a run of a known agent', () => {
    const runDir = join(agentDir, 'runs', '2026-10-04T21-07-16Z');
    expect(checkRecord({ runDir, scenarioId: 'SC-001' }, agents)).toEqual({
      ok: true,
      value: {
        runDir,
        scenarioId: 'SC-001',
        runId: '2026-10-04T21-07-16Z',
        agent: agents[0],
        agentDir,
        scenarioDir: join(runDir, 'scenarios', 'SC-001'),
      },
    });
  });

  test.each([
    [join(tmpdir(), 'elsewhere', 'runs', 'r1'), 'SC-001'],
    [join(agentDir, 'runs'), 'SC-001'],
    [join(agentDir, 'runs', 'r1', 'deeper'), 'SC-001'],
    [`${agentDir}/runs/../../b/runs/r1`, 'SC-001'],
    [`${agentDir}/runs/..`, 'SC-001'],
    [join(agentDir, 'runs', 'r1'), '../../..'],
    [join(agentDir, 'runs', 'r1'), '..'],
    [join(agentDir, 'runs', 'r1'), 'a/b'],
    [join(agentDir, 'runs', 'r1'), 'a\\b'],
    [join(agentDir, 'runs', 'r1'), ''],
    ['runs/r1', 'SC-001'],
  ])('refuses %s, %s', (runDir, scenarioId) => {
    expect(checkRecord({ runDir, scenarioId }, agents).ok).toBe(false);
  });
});

describe('recordPath', () => {
  let folder: string;
  beforeAll(() => {
    const parent = mkdtempSync(join(tmpdir(), 'rook-record-'));
    folder = join(parent, 'SC-001');
    mkdirSync(folder);
    writeFileSync(join(folder, 'hooks.json'), '{}');
    writeFileSync(join(parent, 'secret'), 'x');
    symlinkSync(join(parent, 'secret'), join(folder, 'response.json'));
  });
  afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

  test('finds a record', async () => {
    expect(await recordPath(folder, 'hooks.json')).toEqual({ ok: true, value: join(folder, 'hooks.json') });
  });

  test('refuses what is absent, and a link out of the folder', async () => {
    expect((await recordPath(folder, 'verdict.yaml')).ok).toBe(false);
    expect((await recordPath(folder, 'response.json')).ok).toBe(false);
  });
});
