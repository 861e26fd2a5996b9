import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { processesOf } from '../process/run-workspace';
import { hookScript, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

let workspace: WorkspaceBuilder;
afterEach(() => workspace.remove());

describe.skipIf(process.platform === 'win32')('a limit of open files', () => {
  it.each([24, 27, 30])(
    'of %i is met in good order: no crash, nothing left running, and the run goes on later',
    async (limit) => {
      workspace = new WorkspaceBuilder()
        .agent()
        .profile('local', ['open', 'execute', 'close'])
        .hook(hookScript({ execute: `return { output: 'done' };`, close: `await sleep(200);` }));
      for (let index = 1; index <= 6; index++) workspace.scenario(`SC-${index}`);
      const { root } = workspace;
      const { stderr } = await rook(['run', '--concurrency', '8'], { cwd: root, openFiles: limit });
      expect(stderr).toMatch(/EMFILE/);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(processesOf(root)).toEqual([]);
      const [runId = ''] = readdirSync(join(workspace.agentDir(), 'runs'));
      const { document } = await rookJson(['run', '--run', runId], { cwd: root });
      expect(document).toMatchObject({ report: { totals: { planned: 6, passed: 6 } } });
    },
  );
});
