import path from 'node:path';
import { currentNode } from '../../../../engine/lifecycle/hook-command';
import { startRun } from '../../../../engine/lifecycle/run';
import { scenarioViewOf } from '../../../../engine/report/views/scenario-view';
import { loadProfile, readScenarios } from '../../../../engine/workspace/agent-files';
import { openRun } from '../../../../engine/workspace/runs';
import { selectAgentIn, selectProfileId } from '../../../../engine/workspace/select';
import { openWorkspace } from '../../../../engine/workspace/workspace';
import type { ScenarioView } from '../../../../schemas/panel-view';
import { runPhases } from '../../../../schemas/phase';
import type { Result } from '../../../../schemas/result';
import { copyExample } from '../../../../scripts/lib/example-copy.mjs';
import { repositoryRoot } from '../../../../scripts/lib/repository.mjs';

/** Runs an example for real and makes the views that the extension would send. */
export async function runExample(name: string): Promise<Map<string, ScenarioView>> {
  const copy = copyExample(name);
  try {
    const workspace = granted(await openWorkspace(copy.folder));
    const agent = granted(selectAgentIn(workspace, {}));
    const profile = granted(await loadProfile(agent, granted(selectProfileId(agent)), workspace.root));
    const outcome = granted(
      await startRun({
        workspace,
        agent,
        profile,
        entries: await readScenarios(agent),
        selection: {},
        phases: [...runPhases],
        node: currentNode(),
        env: process.env,
        signal: new AbortController().signal,
        onEvent: () => {},
      }),
    );
    const run = granted(await openRun(agent.runsDir, outcome.runId));
    const ids = outcome.report.totals.executed > 0 ? (await readScenarios(agent)).map((entry) => entry.id) : [];
    const views = await Promise.all(ids.map((id) => scenarioViewOf(run, id)));
    return new Map(views.map((view) => [view.scenarioId, view]));
  } finally {
    copy.remove();
  }
}

/** The run of the corpus: old, partial records of the kind that users have. */
export async function corpusView(): Promise<ScenarioView> {
  const runs = path.join(repositoryRoot, 'test', 'fixtures', 'corpus');
  return scenarioViewOf(granted(await openRun(runs, 'run')), 'SC-002');
}

function granted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.message} ${result.error.remedy ?? ''}`);
  return result.value;
}
