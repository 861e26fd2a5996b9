import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExportedRun } from '../../../../engine/report/exports/exported-run';
import { readExportedRun } from '../../../../engine/report/exports/read-exported-run';
import { repositoryRoot } from '../../../../engine/report/exports/repository';
import { openRun } from '../../../../engine/workspace/runs';
import { selectAgentIn } from '../../../../engine/workspace/select';
import { openWorkspace } from '../../../../engine/workspace/workspace';
import { WorkspaceBuilder } from '../../../integration/workspace-builder';
import { corpusFolder } from '../../schemas/corpus-files';

const built: WorkspaceBuilder[] = [];
afterEach(() => {
  for (const workspace of built.splice(0)) workspace.remove();
});

const scenarios = '.testmuai/rook/projects/desk/agents/desk/scenarios';

/** A workspace whose one run planned these scenarios. */
function workspaceWithRun(run: object): WorkspaceBuilder {
  const workspace = new WorkspaceBuilder().agent();
  built.push(workspace);
  mkdirSync(join(workspace.root, '.git'));
  const file = {
    id: 'R1',
    agent_id: 'desk',
    created: '2026-01-01T00:00:00Z',
    status: 'completed',
    included: [],
    ...run,
  };
  workspace.file(join(workspace.agentDir(), 'runs/R1/run.yaml'), file);
  return workspace;
}

async function exported(workspace: WorkspaceBuilder, id = 'R1'): Promise<ExportedRun> {
  const opened = await openWorkspace(workspace.root);
  if (!opened.ok) throw new Error(opened.error.message);
  const agent = selectAgentIn(opened.value, {});
  if (!agent.ok) throw new Error(agent.error.message);
  const run = await openRun(agent.value.runsDir, id);
  if (!run.ok) throw new Error(run.error.message);
  return readExportedRun(run.value, opened.value, agent.value);
}

describe('places of criteria', () => {
  it('are those of the YAML as it is today, by the names of the verdicts', async () => {
    const workspace = workspaceWithRun({});
    workspace.file(
      `${scenarios}/SC-01.yaml`,
      `# a comment
local_id: SC-01
title: One
goal: Do it.
acceptance_criteria:
  - first, for a judge
  - id: NAMED
    check: contains
    value: done
calls:
  - tool: pay
  - tool: refund
forbidden: [secret]
verification_requires: [{ type: mcp }]
redteam:
  success_signals: [hacked]
`,
    );
    const run = await exported(workspace);
    const lines = ['C1', 'NAMED', 'CALL-02', 'FORBIDDEN-01', 'VERIFY-01', 'COMPROMISED', undefined, 'GONE'].map(
      (criterion) => [criterion, run.placeOf('SC-01', criterion)?.line],
    );
    expect(lines).toEqual([
      ['C1', 6],
      ['NAMED', 7],
      ['CALL-02', 12],
      ['FORBIDDEN-01', 13],
      ['VERIFY-01', 14],
      ['COMPROMISED', 16],
      [undefined, 3],
      ['GONE', 3],
    ]);
    expect(run.placeOf('SC-01', 'NAMED')).toEqual({ file: `${scenarios}/SC-01.yaml`, line: 7, column: 5 });
    expect(run.placeOf('SC-99')).toBeUndefined();
  });

  it('are found in the nested form, and in a file that cannot run any more', async () => {
    const workspace = workspaceWithRun({});
    workspace.file(
      `${scenarios}/SC-01.yaml`,
      'title: One\ngoal: Do it.\nexpectation:\n  forbidden:\n    - secret\n  acceptance_criteria:\n    - one\n',
    );
    workspace.file(`${scenarios}/SC-02.yaml`, 'goal: x\ntitle: Two\nacceptance_criteria: [{ check: nonsense }]\n');
    workspace.file(`${scenarios}/SC-03.yaml`, 'goal: [torn\n');
    const run = await exported(workspace);
    expect(run.placeOf('SC-01', 'FORBIDDEN-01')?.line).toBe(4);
    expect(run.placeOf('SC-01', 'C1')?.line).toBe(7);
    expect(run.placeOf('SC-02', 'C1')?.line).toBe(2);
    expect(run.placeOf('SC-03')?.line).toBe(1);
  });
});

describe('the run that is exported', () => {
  it('says why scenarios have no verdict, and calls those that cannot run by their titles', async () => {
    const workspace = workspaceWithRun({
      status: 'cancelled',
      reason: 'interrupted',
      name: 'nightly',
      pins: { profile_id: 'local' },
      included: [{ scenario_id: 'SC-01', why: 'w' }],
      unrunnable: [
        { scenario_id: 'SC-02', why: 'needs several turns' },
        { scenario_id: 'SC-03', why: 'is broken' },
      ],
    });
    workspace.scenario('SC-02');
    expect(await exported(workspace)).toMatchObject({
      id: 'R1',
      name: 'nightly',
      agentId: 'desk',
      profileId: 'local',
      status: 'cancelled',
      reason: 'interrupted',
      dir: join(workspace.agentDir(), 'runs/R1'),
      dirInRepository: '.testmuai/rook/projects/desk/agents/desk/runs/R1',
      outcomes: [{ id: 'SC-01', state: 'not_run', why: 'interrupted' }],
      unrunnable: [
        { id: 'SC-02', title: 'Scenario SC-02', why: 'needs several turns' },
        { id: 'SC-03', title: '', why: 'is broken' },
      ],
    });
  });

  it('opens without run.yaml, too', async () => {
    const workspace = workspaceWithRun({});
    cpSync(join(corpusFolder, 'run/report.yaml'), join(workspace.agentDir(), 'runs/R1/report.yaml'));
    rmSync(join(workspace.agentDir(), 'runs/R1/run.yaml'));
    const run = await exported(workspace);
    expect(run).toMatchObject({ agentId: 'desk', outcomes: [], report: { totals: { planned: 20 } } });
    expect(run).not.toHaveProperty('status');
  });
});

describe('the root that paths are relative to', () => {
  it('is the nearest folder with .git in it', async () => {
    const workspace = new WorkspaceBuilder();
    built.push(workspace);
    const inner = join(workspace.root, 'a/b');
    mkdirSync(inner, { recursive: true });
    mkdirSync(join(workspace.root, '.git'));
    expect(await repositoryRoot(inner)).toBe(workspace.root);
    workspace.file('a/.git', 'gitdir: elsewhere\n'); // a submodule
    expect(await repositoryRoot(inner)).toBe(join(workspace.root, 'a'));
  });
});
