import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { doneHook, WorkspaceBuilder } from '../../workspace-builder';
import { rookJson } from '../rook-command';

let workspace: WorkspaceBuilder;
beforeEach(() => {
  workspace = new WorkspaceBuilder().agent().profile('local', ['execute']).hook(doneHook).scenario('SC-1');
});
afterEach(() => workspace.remove());

/** Other rules look at the workspace itself. */
const isOfPipelines = ({ code }: { code: string }): boolean => code.startsWith('ci-');

async function found(): Promise<{ code: number | null; problems: string[] }> {
  const { code, document } = await rookJson(['sync'], { cwd: workspace.root });
  const ofPipelines = document.problems.filter(isOfPipelines);
  const problems = ofPipelines.map(
    ({ file, line, column, severity, code: rule }: Record<string, string>) =>
      `${file}:${line}:${column} ${severity} ${rule}`,
  );
  return { code, problems: problems.map((line: string) => line.replaceAll(`${workspace.root}/`, '')) };
}

it('tells of a pipeline that can be green for a red agent, and fails', async () => {
  workspace.file('.gitlab-ci.yml', 'gate:\n  variables: { ROOK_HOME: x }\n  script:\n    - rook run\n');
  workspace.file('Jenkinsfile', "sh 'make | tee log'\n");
  expect(await found()).toEqual({ code: 1, problems: ['.gitlab-ci.yml:4:7 error ci-exit-code-only'] });
});

it('follows a pipeline to the scripts that it starts, wherever they are', async () => {
  workspace.file('scripts/gate.sh', '#!/bin/bash\nset -e\nrook run --yes --json > run.json\nrook gate run.json\n');
  expect(await found()).toEqual({ code: 0, problems: [] });
  workspace.file('.github/workflows/x.yml', 'on: push\njobs: { a: { steps: [{ run: bash scripts/gate.sh }] } }\n');
  expect(await found()).toEqual({ code: 0, problems: ['scripts/gate.sh:3:10 warning ci-blanket-yes'] });
});

it('looks at the root of the repository, too', async () => {
  const outer = new WorkspaceBuilder();
  mkdirSync(join(outer.root, '.git'));
  outer.file('.github/workflows/x.yml', 'on: push\npermissions: {}\njobs: { a: { steps: [{ run: rook sync }] } }\n');
  const agentDir = join(outer.root, 'desk/.testmuai/rook/projects/desk/agents/desk');
  outer
    .agent(agentDir)
    .profile('local', ['execute'], {}, agentDir)
    .hook(doneHook, agentDir)
    .scenario('SC-1', {}, agentDir);
  const { document } = await rookJson(['-C', join(outer.root, 'desk'), 'sync'], { cwd: outer.root });
  expect(document.problems.filter(isOfPipelines).map(({ code }: { code: string }) => code)).toEqual(['ci-rook-home']);
  outer.remove();
});
