import type { Comparison } from '../../../schemas/comparison';
import type { GateResult } from '../../../schemas/gate';
import { readFeatures } from '../../workspace/agent-files';
import { type StoredRun, storedValue } from '../../workspace/runs';
import type { AgentRef, Workspace } from '../../workspace/workspace';
import { coverageGaps, redteamCoverage } from '../coverage';
import type { ScenarioOutcome } from '../outcome';
import { outcomesOf, reportOf } from '../stored-report';
import type { ExportedRun } from './exported-run';
import { repositoryPath, repositoryRoot } from './repository';
import { todaysScenarios } from './scenario-places';

/** What was found out about a run beside its records. */
export interface Findings {
  comparison?: Comparison;
  gate?: GateResult;
}

/** Reads a run for the exports: its records, and where its scenarios stand today. Nothing is written. */
export async function readExportedRun(
  run: StoredRun,
  workspace: Workspace,
  agent: AgentRef,
  findings: Findings = {},
): Promise<ExportedRun> {
  const root = await repositoryRoot(workspace.root);
  const today = await todaysScenarios(agent.scenariosDir, root);
  const file = storedValue(run.file);
  const { report } = await reportOf(run);
  const dir = run.layout.runDir;
  const outcomes = await outcomesOf(run);
  const categories = [...outcomes.flatMap(({ category }) => category ?? []), ...today.categories];
  const redteam = redteamCoverage(outcomes);
  return {
    id: run.id,
    ...(file?.name && { name: file.name }),
    agentId: file?.agent_id ?? agent.id,
    ...(file?.pins?.profile_id && { profileId: file.pins.profile_id }),
    ...(file && { created: file.created }),
    ...(file?.ended && { ended: file.ended }),
    ...(file?.test_mode && { testMode: true }),
    coverage: coverageGaps(outcomes, [...(await readFeatures(agent)).keys()], categories),
    ...(redteam && { redteam }),
    dir,
    dirInRepository: repositoryPath(root, dir),
    report,
    outcomes: outcomes.map((outcome) => withWhy(outcome, file?.reason)),
    unrunnable: (file?.unrunnable ?? []).map(({ scenario_id: id, why }) => ({
      id,
      title: today.titleOf(id) ?? '',
      why,
    })),
    ...(file?.status && { status: file.status }),
    ...(file?.reason && { reason: file.reason }),
    ...findings,
    placeOf: today.placeOf,
  };
}

/** Says of a scenario without a verdict as much as the records do. */
function withWhy(outcome: ScenarioOutcome, stopped: string | undefined): ScenarioOutcome {
  switch (outcome.state) {
    case 'verdict':
      return outcome;
    case 'unjudged':
      return { ...outcome, why: outcome.why ?? 'the agent answered, and nobody graded it' };
    case 'not_run':
      return { ...outcome, why: outcome.why ?? stopped ?? 'no verdict is on record' };
    default:
      return outcome.state satisfies never;
  }
}
