import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doneHook, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

let workspace: WorkspaceBuilder;
const runs = (): string[] => {
  const folder = join(workspace.agentDir(), 'runs');
  return workspace.has(folder) ? readdirSync(folder).sort() : [];
};

beforeAll(() => {
  workspace = new WorkspaceBuilder()
    .agent()
    .profile('local', ['execute'])
    .hook(doneHook)
    .scenario('SC-1', { class: 'functional', category: 'happy_path', tags: ['smoke', 'refund'] })
    .scenario('SC-2', { class: 'functional', category: 'negative', tags: ['refund'] })
    .scenario('SC-3', { class: 'adversarial', category: 'jailbreak', tags: ['smoke'] })
    .scenario('SC-4', { excluded: true, tags: ['smoke'] })
    .scenario('SC-5', { executable: false, skip_reason: 'needs a person' });
});
afterAll(() => workspace.remove());

/** Ids that a run with these arguments goes through, in order. */
async function idsOf(args: string[]): Promise<string[]> {
  const { stderr, code } = await rook(['run', ...args], { cwd: workspace.root });
  expect(code).toBe(0);
  return [...stderr.matchAll(/^\[\d+\/\d+\] (\S+)/gm)].map((match) => match[1] ?? '').sort();
}

describe('what a run goes through', () => {
  it('is everything that can run and is not excluded', async () => {
    expect(await idsOf([])).toEqual(['SC-1', 'SC-2', 'SC-3']);
  });

  it.each([
    [['--only', 'SC-1,SC-3']],
    [['--only', 'SC-1', '--only', 'SC-3']],
    [['--only=SC-3, SC-1']],
    [['--tag', 'smoke']],
  ])('%j', async (args) => {
    expect(await idsOf(args)).toEqual(['SC-1', 'SC-3']);
  });

  it('is narrowed by every selector together', async () => {
    expect(await idsOf(['--class', 'functional', '--tag', 'smoke'])).toEqual(['SC-1']);
    expect(await idsOf(['--category', 'negative,jailbreak', '--tag', 'smoke'])).toEqual(['SC-3']);
  });

  it('includes an excluded scenario that is named', async () => {
    expect(await idsOf(['--only', 'SC-4'])).toEqual(['SC-4']);
  });
});

describe('an empty selection is never a pass', () => {
  it.each([
    [['--only', 'SC-9'], /there is no scenario SC-9/],
    [['--only', ''], /matches no scenario/],
    [['--class', 'functionl'], /there is no class functionl; did you mean functional\?/],
    [['--category', 'nonsense'], /there is no category nonsense/],
    [['--tag', 'nonsense'], /matches no scenario/],
    [['--class', 'adversarial', '--tag', 'refund'], /matches no scenario/],
  ])('%j runs nothing and lists what exists', async (args, message) => {
    const before = runs();
    const { code, document, stderr } = await rookJson(['run', ...args], { cwd: workspace.root });
    expect(code).toBe(1);
    expect(document).toEqual({ ok: false, error: expect.stringMatching(message), remedy: expect.any(String) });
    expect(document.remedy).toContain('ids: SC-1, SC-2, SC-3, SC-4, SC-5');
    expect(document.remedy).toContain('classes: adversarial, functional');
    expect(document.remedy).toContain('categories: happy_path, jailbreak, negative');
    expect(document.remedy).toContain('tags: refund, smoke');
    expect(stderr).toMatch(message);
    expect(runs()).toEqual(before);
  });

  it('nothing that can run is refused with the reasons', async () => {
    const { code, document } = await rookJson(['run', '--only', 'SC-5'], { cwd: workspace.root });
    expect(code).toBe(1);
    expect(document.error).toContain('SC-5: not executable: needs a person');
  });

  it('ids without --only are not mistaken for "everything"', async () => {
    const { code, stderr } = await rook(['run', 'SC-1'], { cwd: workspace.root });
    expect(code).toBe(1);
    expect(stderr).toContain('rook run --only SC-1');
  });
});

describe('phases', () => {
  it.each([
    [['--phases', 'close,collect,judge'], /cannot start at close/],
    [['--phases', 'prepare,open,close'], /execute is missing/],
    [['--skip', 'close'], /close is missing/],
    [['--phases', 'prepare', '--skip', 'judge'], /cannot be used together/],
    [['--phases', 'prepare,exeute'], /there is no phase exeute/],
  ])('%j is refused', async (args, message) => {
    const { code, document } = await rookJson(['run', ...args], { cwd: workspace.root });
    expect(code).toBe(1);
    expect(document.error).toMatch(message);
  });

  it('of one run may be spread over several invocations; --resume takes over what was decided', async () => {
    const place = { cwd: workspace.root };
    const first = await rookJson(['run', '--only', 'SC-1,SC-2', '--skip', 'judge'], place);
    const runId = String(Reflect.get(first.document, 'run_id'));
    expect(first.document).toMatchObject({ ok: true, report: { totals: { planned: 2, executed: 2, unjudged: 2 } } });
    const second = await rookJson(['run', '--run', runId, '--phases', 'judge'], place);
    expect(second.document).toMatchObject({
      run_id: runId,
      report: { totals: { planned: 2, passed: 2, unjudged: 0 } },
    });
    const third = await rookJson(['run', '--resume', runId, '--only', 'SC-1,SC-2,SC-3'], place);
    expect(third.code).toBe(0);
    expect(third.document).toMatchObject({ report: { totals: { planned: 3, passed: 3, carried_forward: 2 } } });
    expect(Reflect.get(third.document, 'run_id')).not.toBe(runId);
  });
});

describe('leaving scenarios out and taking them in', () => {
  it('edits their files, and says which there are not', async () => {
    const place = { cwd: workspace.root };
    const excluded = await rookJson(['scenarios', 'exclude', 'SC-1,SC-2'], place);
    expect(excluded).toMatchObject({
      code: 0,
      document: { ok: true, verb: 'exclude', changed: ['SC-1', 'SC-2'], unknown: [] },
    });
    expect(await idsOf([])).toEqual(['SC-3']);
    const included = await rookJson(['scenarios', 'include', 'SC-1', 'SC-2', 'SC-9'], place);
    expect(included).toMatchObject({
      code: 1,
      document: { ok: false, changed: ['SC-1', 'SC-2'], unknown: ['SC-9'], error: 'there is no scenario SC-9' },
    });
    expect(await idsOf([])).toEqual(['SC-1', 'SC-2', 'SC-3']);
    expect((await rookJson(['scenarios', 'include', 'SC-1'], place)).document.changed).toEqual([]);
  });

  it('deletes only when that is said clearly', async () => {
    const place = { cwd: workspace.root };
    expect((await rookJson(['scenarios', 'delete', 'SC-5'], place)).document.remedy).toContain('--yes');
    expect(workspace.has(join(workspace.agentDir(), 'scenarios/SC-5.yaml'))).toBe(true);
    expect((await rookJson(['scenarios', 'delete', 'SC-5', '--yes'], place)).document.changed).toEqual(['SC-5']);
    expect(workspace.has(join(workspace.agentDir(), 'scenarios/SC-5.yaml'))).toBe(false);
  });
});
