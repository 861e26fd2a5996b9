import { createHash } from 'node:crypto';
import type { Standing, StandingStatus } from '../../../schemas/comparison';
import type { RunPins } from '../../../schemas/run';
import { scenarioLayout } from '../../workspace/layout';
import { readRecordText } from '../../workspace/record-text';
import { type StoredRun, storedValue } from '../../workspace/runs';
import type { ScenarioOutcome } from '../outcome';
import { idsBesidePlan, outcomesOf, standsBesidePlan, unrunnableIn } from '../stored-report';

/** A run as far as a comparison needs it. */
export interface RunStandings {
  /** Id of the run. */
  run: string;
  /** Each scenario once. */
  scenarios: Standing[];
  /** What reached the agent; absent when that is not on record, as in a report file. */
  means?: string;
}

/**
 * How each scenario of a stored run stands, from its records: those it planned, those that have a verdict though no plan
 * names them (a run of an older version, or one whose run.yaml is lost), and those that could not run.
 * @param read how the planned ones ended, when that has been read already.
 */
export async function standingsOf(run: StoredRun, read?: readonly ScenarioOutcome[]): Promise<RunStandings> {
  const file = storedValue(run.file);
  const scenarios: Standing[] = [];
  const beside = (await outcomesOf(run, await idsBesidePlan(run))).filter((outcome) => standsBesidePlan(run, outcome));
  for (const outcome of [...(read ?? (await outcomesOf(run))), ...beside]) {
    const snapshot = storedValue(await readRecordText(scenarioLayout(run.layout.scenarioDir(outcome.id)).snapshotFile));
    scenarios.push(standingOf(outcome, snapshot));
  }
  const known = new Set(scenarios.map(({ scenario_id }) => scenario_id));
  for (const { id } of unrunnableIn(run, known)) scenarios.push({ scenario_id: id, title: id, status: 'unrunnable' });
  const means = meansOf(file?.pins);
  return { run: runIdOf(run), scenarios, ...(means !== undefined && { means }) };
}

/** The id of a run by its own records; the name of its folder when they do not say. */
export function runIdOf(run: StoredRun): string {
  return storedValue(run.file)?.id ?? storedValue(run.report)?.run_id ?? run.id;
}

/**
 * What makes two texts of a scenario the same definition: sha256 over the text, its line ends folded, since a version
 * control system may write others on another machine.
 */
export function definitionOf(text: string): string {
  return `sha256:${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('hex')}`;
}

/** Profile and scripts, by the profile's revision. Through others, another verdict is no wonder. */
export function meansOf(pins: RunPins | undefined): string | undefined {
  return pins && `${pins.profile_id} ${pins.profile_revision}`;
}

/** How a scenario stands that ended so. */
export function standingStatus({ state, verdict }: Pick<ScenarioOutcome, 'state' | 'verdict'>): StandingStatus {
  return verdict ? verdict.status : state === 'unjudged' ? 'unjudged' : 'not_run';
}

function standingOf({ id, title, state, verdict }: ScenarioOutcome, snapshot: string | undefined): Standing {
  return {
    scenario_id: id,
    title,
    status: standingStatus({ state, ...(verdict && { verdict }) }),
    ...(verdict?.compromised && { compromised: true }),
    ...(verdict?.flaky && { flaky: true }),
    ...(snapshot !== undefined && { definition: definitionOf(snapshot) }),
  };
}
