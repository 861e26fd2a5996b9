import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rook, rookJson } from '../rook-command';
import { GateRoom, passing } from './gate-room';

/** All paths below a folder. */
const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });
/** What hooks and later phases keep for themselves can hold secrets. */
const isUnmasked = (path: string): boolean => /(^|[\\/])(run|hook)-state([\\/]|$)/.test(path);

let room: GateRoom;
beforeEach(() => {
  room = new GateRoom();
});
afterEach(() => room.workspace.remove());

const init = (...flags: string[]) =>
  rookJson(['ci', 'init', 'github', '--profile', 'local', ...flags], { cwd: room.root });

describe('the workflow that is written', () => {
  it('is green when every scenario passes', async () => {
    await init('--only', passing.join(','));
    const { ok, log, summary } = room.runJob('gate');
    expect(log).toContain('Gate open');
    expect(ok).toBe(true);
    expect(summary).toMatch(/Pass/);
    expect(room.kept).toEqual([{ name: 'rook-7-1', path: 'rook-results/' }]);
    const evidence = join(room.root, 'rook-results/evidence.tar.gz');
    const packed = execFileSync('tar', ['-tzf', evidence], { encoding: 'utf8' });
    expect(packed).toContain('/scenarios/SC-001/verdict.yaml\n');
    expect(filesIn(room.root).filter(isUnmasked)).not.toEqual([]);
    expect(packed.split('\n').filter(isUnmasked)).toEqual([]);
  });

  it('is red when one fails, says why in the summary, and keeps the evidence', async () => {
    await init('--only', 'SC-001,SC-004');
    const { ok, steps, summary } = room.runJob('gate');
    expect(ok).toBe(false);
    expect(steps.map(({ code }) => code)).toEqual([0, 1, 1]);
    expect(steps[1]?.output).toContain('Gate closed, policy');
    expect(summary).toContain('SC-004');
    expect(room.kept).toHaveLength(1);
  });

  it('is green with a failure that the policy accepts, and only then', async () => {
    await init('--only', 'SC-001,SC-006');
    room.workspace.file(
      'ci/rook-policy.yaml',
      room.text('ci/rook-policy.yaml').replace('min_pass_rate: 1', 'min_pass_rate: 0.5').replace('max: 0', 'max: 1'),
    );
    expect(room.runJob('gate').log).toContain('open');
    room.clean();
    room.workspace.file('ci/rook-policy.yaml', room.text('ci/rook-policy.yaml').replace('max: 1', 'max: 0'));
    const strict = room.runJob('gate');
    expect(strict.ok).toBe(false);
    expect(strict.steps.at(-1)?.output).toContain('blocked');
  });

  it('compares with ROOK_BASE, and is red when that is not there', async () => {
    await init('--only', 'SC-001');
    room.runJob('gate');
    const base = join(room.root, 'base.json');
    cpSync(join(room.root, 'rook-results/report.json'), base);
    const workflow = room.text('.github/workflows/rook.yml');
    const withBase = (path: string) => {
      room.clean();
      room.workspace.file('.github/workflows/rook.yml', workflow.replace('env:\n', `env:\n  ROOK_BASE: ${path}\n`));
      return room.runJob('gate');
    };
    const compared = withBase(base);
    expect(compared.steps.map(({ output }) => /Base {5}.*: 0 newly failing/.test(output))).toEqual([false, true, true]);
    expect(compared.ok).toBe(true);
    expect(withBase(`${base}.gone`)).toMatchObject({ ok: false, log: expect.stringContaining('base.json.gone') });
  });

  it('stops before the run when an MCP server is not the one that was reviewed', async () => {
    await init('--only', 'SC-015');
    room.workspace.file('.testmuai/rook/mcp.json', room.text('.testmuai/rook/mcp.json').replace('status-mcp', 'other'));
    const { ok, steps } = room.runJob('gate');
    expect(ok).toBe(false);
    expect(steps[1]?.code).toBe(1);
    expect(steps[1]?.output).toContain('fingerprint');
    expect(room.workspace.has('rook-results/run.json')).toBe(false);
  });

  it('gives the profile its secrets, and nobody else', async () => {
    await rookJson(['ci', 'init', 'github', '--profile', 'staging', '--only', 'SC-001'], { cwd: room.root });
    const steps = room.workflow().jobs.gate?.steps ?? [];
    const holding = steps.filter(({ env }) => JSON.stringify(env ?? {}).includes('secrets.'));
    expect(holding.map(({ env }) => env)).toEqual([
      expect.objectContaining({
        REFUND_API_TOKEN: '${{ secrets.REFUND_API_TOKEN }}',
        BASE_URL: '${{ secrets.BASE_URL }}',
      }),
    ]);
    const { ok, steps: ran } = room.runJob('gate', { 'secrets.REFUND_API_TOKEN': '', 'secrets.BASE_URL': '' });
    expect(ok).toBe(false);
    expect(ran[1]?.output).toContain('Gate closed, setup');
  });
});

describe('the workflow of several machines', () => {
  const shard = (index: number, alone = true): void => {
    if (alone) room.clean();
    else rmSync(join(room.root, 'rook-results'), { recursive: true, force: true });
    const { ok, log } = room.runJob('run', { 'matrix.shard': String(index) });
    expect(log).toContain('passed');
    expect(ok).toBe(true);
    expect(filesIn(join(room.root, 'rook-results')).filter(isUnmasked)).toEqual([]);
    const artifact = join(room.root, '.artifacts', `rook-shard-${index}`);
    mkdirSync(artifact, { recursive: true });
    cpSync(join(room.root, 'rook-results'), artifact, { recursive: true });
  };
  const gate = () => {
    room.clean();
    cpSync(join(room.root, '.artifacts'), join(room.root, 'rook-shards'), { recursive: true });
    return room.runJob('gate');
  };

  it('puts the parts together and decides about the whole', async () => {
    await init('--only', passing.join(','), '--shards', '2');
    expect(room.workflow().jobs.run?.strategy?.matrix.shard).toEqual([1, 2]);
    shard(1);
    shard(2);
    const { ok, log } = gate();
    expect(log).toContain('open');
    expect(ok).toBe(true);
    const merged = JSON.parse(room.text('rook-results/run.json'));
    expect(merged.report.totals).toMatchObject({ planned: 3, passed: 3 });
    // What a later job compares with.
    expect(JSON.parse(room.text('rook-results/report.json')).run_id).toBe(merged.run_id);
  });

  it('keeps the run of its own job, whatever other runs are on the machine', async () => {
    await init('--only', passing.join(','), '--shards', '2');
    shard(1);
    shard(2, false);
    expect(readdirSync(join(room.root, '.artifacts/rook-shard-2/runs'))).toHaveLength(1);
    expect(gate().log).toContain('Gate open');
  });

  it('is red when a part is missing', async () => {
    await init('--only', passing.join(','), '--shards', '2');
    shard(2);
    const { ok, log, summary } = gate();
    expect(ok).toBe(false);
    expect(log).toContain('shard 1 of 2 is missing');
    expect(summary).toContain('shard 1 of 2 is missing');
  });
});

describe('a workspace below the root of its repository', () => {
  it('has the workflow at the root, and runs in its own folder', async () => {
    const { workspace } = room;
    mkdirSync(join(room.root, 'desk'));
    cpSync(join(room.root, '.testmuai'), join(room.root, 'desk/.testmuai'), { recursive: true });
    cpSync(join(room.root, 'agent'), join(room.root, 'desk/agent'), { recursive: true });
    mkdirSync(join(room.root, '.git'));
    const { document } = await rookJson(
      ['-C', 'desk', 'ci', 'init', 'github', '--profile', 'local', '--only', 'SC-001'],
      {
        cwd: room.root,
      },
    );
    expect(document).toEqual({
      ok: true,
      written: ['.github/workflows/rook.yml', 'desk/ci/rook-ci.sh', 'desk/ci/rook-policy.yaml'],
    });
    expect(workspace.read('.github/workflows/rook.yml')).toContain('working-directory: desk');
    expect(workspace.read('.github/workflows/rook.yml')).toContain('path: desk/rook-results/');
    const checked = await rook(['-C', 'desk', 'sync'], { cwd: room.root });
    expect(checked.stdout).not.toContain('rook.yml');
  });
});
