import { type RunPhase, runPhases } from '../../schemas/phase';
import type { Profile } from '../../schemas/profile';
import { ok, type Result, refuse } from '../../schemas/result';
import type { RunFile } from '../../schemas/run';
import { loadProfileText, type ScenarioEntry } from '../workspace/agent-files';
import { scenarioLayout } from '../workspace/layout';
import { readTextIfPresent } from '../workspace/read-text';
import { listScenarioIds, openRun, type StoredRun, storedValue } from '../workspace/runs';
import { readScenarioText } from '../workspace/scenario-file';
import { profileEnvironment } from './effective-environment';
import type { OpenedRun } from './opened-run';
import type { PlannedScenario } from './plan';
import type { ContinueRequest } from './run-request';

/** Reads a run back from its folder, to go on with it. Nothing is written when it cannot go on. */
export async function reopenRun(request: ContinueRequest): Promise<Result<OpenedRun>> {
  const stored = await openRun(request.agent.runsDir, request.runId);
  if (!stored.ok) return stored;
  const { layout } = stored.value;
  const file = storedValue(stored.value.file);
  if (!file)
    return refuse(`run ${request.runId} has no readable run.yaml`, 'Start a new run.', { file: layout.runFile });
  const text = await readTextIfPresent(layout.profileFile);
  if (text === undefined)
    return refuse(`run ${request.runId} has no copy of its profile`, 'Start a new run.', { file: layout.profileFile });
  const loaded = await loadProfileText(text, layout.profileFile, request.agent, request.workspace.root);
  if (!loaded.ok) return loaded;
  const hole = missingPhase(request.phases, file.phases_run ?? [], loaded.value.profile);
  if (hole) {
    return refuse(
      `run ${request.runId} cannot go on with ${request.phases.join(', ')}: ${hole} has not run`,
      `Add ${hole} to --phases.`,
    );
  }
  const baseEnv = await profileEnvironment(loaded.value.profile, request);
  if (!baseEnv.ok) return baseEnv;
  const included = await readSnapshots(stored.value, file);
  if (!included.ok) return included;

  const pinned = file.pins?.profile_revision;
  const changed = pinned !== undefined && pinned !== loaded.value.revision;
  if (changed) {
    const message = `the hook scripts have changed since run ${request.runId} began: it goes on with today's; both revisions are recorded`;
    request.onEvent({ type: 'warning', message });
  }
  const continued = Array.isArray(file.continued) ? file.continued : [];
  return ok({
    layout,
    file: {
      ...file,
      status: 'running',
      ...(request.rca && { rca: true }),
      phases_run: runPhases.filter((phase) => request.phases.includes(phase) || file.phases_run?.includes(phase)),
      continued: [
        ...continued,
        {
          at: new Date().toISOString(),
          phases: request.phases,
          ...(changed && { profile_revision: loaded.value.revision }),
        },
      ],
    },
    loaded: loaded.value,
    baseEnv: baseEnv.value,
    included: included.value,
    carried: new Set((file.carried ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.scenario_id))),
    unrunnable: (file.unrunnable ?? []).map(({ scenario_id, why }) => ({ id: scenario_id, title: scenario_id, why })),
    concurrency: request.concurrency ?? file.concurrency ?? loaded.value.profile.concurrency,
    previousMs: typeof file.duration_ms === 'number' ? file.duration_ms : 0,
  });
}

/** The first phase before the selected ones that the profile defines and that the run has not been through. */
function missingPhase(selected: RunPhase[], done: RunPhase[], profile: Profile): RunPhase | undefined {
  const first = runPhases.findIndex((phase) => selected.includes(phase));
  return runPhases.slice(0, first).find((phase) => phase !== 'judge' && profile.hooks[phase] && !done.includes(phase));
}

async function readSnapshots(run: StoredRun, file: RunFile): Promise<Result<PlannedScenario[]>> {
  const listed = new Set(file.included.map((entry) => entry.scenario_id));
  const unlisted = (await listScenarioIds(run.layout)).filter((id) => !listed.has(id));
  if (unlisted.length > 0) {
    return refuse(
      `run.yaml does not list ${unlisted.join(', ')}, which the run has records of: it was damaged or edited`,
      'Mend run.yaml, or start a new run.',
      { file: run.layout.runFile },
    );
  }
  const planned: PlannedScenario[] = [];
  for (const { scenario_id: id } of file.included) {
    const snapshotFile = scenarioLayout(run.layout.scenarioDir(id)).snapshotFile;
    const text = await readTextIfPresent(snapshotFile);
    if (text === undefined)
      return refuse(`run ${run.id} has no copy of scenario ${id}`, 'Start a new run.', { file: snapshotFile });
    const { scenario, title, problems } = readScenarioText(text, snapshotFile, { snapshot: true });
    if (!scenario) {
      const problem = problems.find(({ severity }) => severity === 'error');
      return refuse(
        `the copy of scenario ${id} cannot be read: ${problem?.message ?? 'unknown reason'}`,
        'Start a new run.',
        {
          file: snapshotFile,
        },
      );
    }
    // The id is the folder's: a copy does not say under which name it was filed.
    const entry: ScenarioEntry = { id, title, file: snapshotFile, text, problems };
    planned.push({ scenario: { ...scenario, id }, entry });
  }
  return ok(planned);
}
