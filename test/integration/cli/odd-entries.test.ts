import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { doneHook, WorkspaceBuilder } from '../workspace-builder';
import { rookJson } from './rook-command';

let workspace: WorkspaceBuilder;
afterEach(() => workspace.remove());

function build(): WorkspaceBuilder {
  workspace = new WorkspaceBuilder().agent().profile('local', ['execute']).hook(doneHook).scenario('SC-1');
  return workspace;
}

describe('odd entries beside the real ones', () => {
  it('a folder that is named like a scenario or a profile is none', async () => {
    const { root } = build();
    mkdirSync(join(workspace.agentDir(), 'scenarios/d.yaml'));
    mkdirSync(join(workspace.agentDir(), 'profiles/q.yaml'));
    const { document, code } = await rookJson(['run'], { cwd: root });
    expect(code).toBe(0);
    expect(document).toMatchObject({ report: { totals: { planned: 1, passed: 1 } } });
  });

  it.skipIf(process.platform === 'win32').each<[string, (file: string) => void]>([
    ['links to itself', (file) => symlinkSync('odd.yaml', file)],
    ['links to what is not there', (file) => symlinkSync('/nowhere/x.yaml', file)],
    ['is a pipe that nobody writes to', (file) => execFileSync('mkfifo', [file])],
  ])('a scenario that %s is explained, and the others run', async (_, make) => {
    const { root } = build();
    make(join(workspace.agentDir(), 'scenarios/odd.yaml'));
    const { document, code } = await rookJson(['run'], { cwd: root });
    expect(code).toBe(0);
    expect(document).toMatchObject({
      unrunnable: [{ scenario_id: 'odd', why: expect.stringContaining('cannot be read') }],
      report: { totals: { planned: 1, passed: 1, unrunnable: 1 } },
    });
  });

  it.skipIf(process.platform === 'win32')('a feature that cannot be read keeps no run from running', async () => {
    const { root } = build();
    mkdirSync(join(workspace.agentDir(), 'features'));
    symlinkSync('F-1.yaml', join(workspace.agentDir(), 'features/F-1.yaml'));
    const { document, code } = await rookJson(['run'], { cwd: root });
    expect(code).toBe(0);
    expect(document).toMatchObject({ report: { totals: { planned: 1, passed: 1 } } });
  });

  it('a folder in runs/ that is no run does not stand for the newest one', async () => {
    const { root } = build();
    const { document } = await rookJson(['run'], { cwd: root });
    mkdirSync(join(workspace.agentDir(), 'runs/zzz-junk'));
    mkdirSync(join(workspace.agentDir(), 'runs/2099-01-01T00-00-00Z'));
    const report = await rookJson(['report'], { cwd: root });
    expect(report.document).toMatchObject({
      run_id: Reflect.get(document, 'run_id'),
      report: { totals: { passed: 1 } },
    });
  });
});
