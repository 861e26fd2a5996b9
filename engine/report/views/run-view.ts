import { setImmediate } from 'node:timers/promises';
import type { RunRow, RunView } from '../../../schemas/panel-view';
import type { RunFile } from '../../../schemas/run';
import { listRunIds, type StoredRun, storedValue } from '../../workspace/runs';
import type { AgentRef } from '../../workspace/workspace';
import { coverageGaps, redteamCoverage } from '../coverage';
import type { ScenarioOutcome } from '../outcome';
import {
  carriedIds,
  currentReport,
  idsBesidePlan,
  plannedIds,
  rebuiltReport,
  standsBesidePlan,
  unrunnableIn,
} from '../stored-report';
import { AgentNames } from './agent-names';
import { rowOf, unreadRow, unrunnableRow } from './run-rows';
import { type KnownScenario, ScenarioRecords } from './scenario-records';
import { missingRecord } from './scenario-view';

/** So long is read before what there is is shown for the first time, in milliseconds. */
const firstPortionMs = 100;
/** The rest comes in larger portions: showing each takes time, too. */
const portionMs = 250;
/** So long the process does nothing else meanwhile, in milliseconds. */
const breathMs = 20;

/** What became of the scenarios of a run, as far as they were read. */
interface Reading {
  /** The planned ones that were read, for a report. */
  outcomes: ScenarioOutcome[];
  rows: RunRow[];
  done: number;
  total: number;
}

/** Reads what the page of a run shows, again and again while the run goes on; what did not change is not read again. */
export class RunReader {
  private readonly records = new ScenarioRecords();
  private readonly names: AgentNames;
  private begun = false;

  constructor(
    private readonly agent: AgentRef,
    readonly runId: string,
  ) {
    this.names = new AgentNames(agent);
  }

  /**
   * What there is to show. The first records of a large run come at once, the others when this is called again, as long
   * as `reading` is set.
   */
  async read(run: StoredRun): Promise<RunView> {
    const file = storedValue(run.file);
    const reading = await this.readRows(run, file);
    const whole = reading.done === reading.total;
    const stored = currentReport(run);
    const report = stored ?? (whole ? rebuiltReport(run, reading.outcomes) : undefined);
    const previousRunId = await this.previous(run.id);
    const features = await this.names.features();
    return {
      runId: run.id,
      agentId: file?.agent_id ?? storedValue(run.report)?.agent_id ?? this.agent.id,
      ...(file && factsOf(file)),
      ...(report && { report, source: stored ? 'stored' : 'rebuilt' }),
      ...(whole && file?.status !== 'running' && (await this.coverage(reading.outcomes))),
      ...(features.size > 0 && { features: Object.fromEntries(features) }),
      rows: reading.rows,
      ...(!whole && { reading: { done: reading.done, total: reading.total } }),
      ...(previousRunId !== undefined && { previousRunId }),
      missing: [
        ...missingRecord('run.yaml', run.file),
        // One that goes on has none yet.
        ...(file?.status === 'running' ? [] : missingRecord('report.yaml', run.report)),
      ],
    };
  }

  private async readRows(run: StoredRun, file: RunFile | undefined): Promise<Reading> {
    const planned = [...new Set(plannedIds(run))];
    const ids = [...planned, ...(await idsBesidePlan(run))];
    const carried = carriedIds(run);
    const reading: Reading = { outcomes: [], rows: [], done: 0, total: ids.length };
    const shown = new Set<string>();
    let end: number | undefined; // at least one is read each time
    let breath = performance.now() + breathMs;
    for (const [index, id] of ids.entries()) {
      let known = this.known(run, id);
      if (!known.current) {
        end ??= performance.now() + (this.begun ? portionMs : firstPortionMs);
        if (performance.now() < end) known = { scenario: await this.records.read(run, id, carried), current: true };
      }
      if (known.current) reading.done++;
      const counts = index < planned.length || (known.scenario && standsBesidePlan(run, known.scenario.outcome));
      if (counts) {
        shown.add(id);
        reading.rows.push(known.scenario ? rowOf(known.scenario, file) : unreadRow(id));
        if (known.scenario && index < planned.length) reading.outcomes.push(known.scenario.outcome);
      }
      if (performance.now() > breath) {
        await setImmediate();
        breath = performance.now() + breathMs;
      }
    }
    this.begun = true;
    for (const entry of unrunnableIn(run, shown))
      reading.rows.push(unrunnableRow(entry, await this.names.titleOf(entry.id)));
    return reading;
  }

  /** A scenario as it was read, and whether it is still so. */
  private known(run: StoredRun, id: string): { scenario: KnownScenario | undefined; current: boolean } {
    const current = this.records.current(run, id);
    return { scenario: current ?? this.records.last(id), current: current !== undefined };
  }

  private async coverage(outcomes: ScenarioOutcome[]): Promise<Pick<RunView, 'coverage' | 'redteam'>> {
    const used = outcomes.flatMap(({ category }) => category ?? []);
    const beside = await this.names.categoriesBeside(new Set(outcomes.map(({ id }) => id)));
    const redteam = redteamCoverage(outcomes);
    return {
      coverage: coverageGaps(outcomes, [...(await this.names.features()).keys()], [...used, ...beside]),
      ...(redteam && { redteam }),
    };
  }

  private async previous(id: string): Promise<string | undefined> {
    const ids = await listRunIds(this.agent.runsDir);
    return ids[ids.indexOf(id) + 1];
  }
}

/** What run.yaml says of the run itself. */
function factsOf(file: RunFile): Partial<RunView> {
  const { pins, shard, merged_from: merged, skipped = [] } = file;
  return {
    ...(file.name && { runName: file.name }),
    ...(pins?.profile_id !== undefined && { profileId: pins.profile_id }),
    ...(file.status && { status: file.status }),
    ...(file.reason !== undefined && { reason: file.reason }),
    created: file.created,
    ...(file.ended !== undefined && { ended: file.ended }),
    ...(file.test_mode && { testMode: true }),
    ...(merged && { mergedFrom: merged.length }),
    ...(shard && { shard: { index: shard.index, total: shard.total } }),
    ...(skipped.length > 0 && { skipped: skipped.map(({ scenario_id, why }) => ({ scenarioId: scenario_id, why })) }),
  };
}
