import { join } from 'node:path';
import type { ScenarioMoment, ScenarioTrend, TrendsView } from '../../../schemas/panel-view';
import { runLayout } from '../../workspace/layout';
import { listRunIds } from '../../workspace/runs';
import type { AgentRef } from '../../workspace/workspace';
import { stampOf } from './run-stamp';
import { scenarioTrendsOf } from './scenario-trends';
import type { KnownTitles } from './stored-moment';
import { readTrendRun, type TrendRun } from './trend-run';

/** Older runs than these are left out. */
const mostRuns = 500;
/** Of each scenario so many moments are on the page of the whole agent: more would not fit into a line. */
const shownMoments = 30;
/** Files looked at at once. */
const batchSize = 64;

/** The runs that are still to be read, newest first, and the one that is being read. */
interface Pass {
  ids: string[];
  stamps: Map<string, string>;
  left: string[];
  reading?: { id: string; run: ReturnType<typeof readTrendRun> };
  leftOut: number;
}

/**
 * Reads an agent's runs for the page of trends, the newest first, in slices of time: what is read so far can be shown. What was
 * read of a run that has ended is kept until its files change.
 */
export class TrendsReader {
  private readonly runs = new Map<string, { stamp: string; run: TrendRun | undefined }>();
  private readonly titles: KnownTitles = new Map();
  private pass: Pass | undefined;

  /**
   * @param slices how long a call reads, in milliseconds, until the portion ends that goes over it: the first of a page, which
   * should not be waited for, and those that follow, each of which makes the page anew.
   */
  constructor(
    private readonly agent: AgentRef,
    private readonly slices = { first: 80, next: 600 },
  ) {}

  /** What is known by now; `reading` is set as long as older runs are still to be read: then ask again. */
  async read(scenarioId: string | undefined): Promise<TrendsView> {
    const end = performance.now() + (this.pass ? this.slices.next : this.slices.first);
    this.pass ??= await this.begin();
    const { pass } = this;
    while (pass.left.length > 0) {
      await this.portion(pass);
      if (performance.now() >= end) break;
    }
    const view = this.view(pass, scenarioId);
    if (pass.left.length === 0) this.pass = undefined;
    return view;
  }

  private async begin(): Promise<Pass> {
    const all = await listRunIds(this.agent.runsDir);
    const ids = all.slice(0, mostRuns);
    const stamps = new Map<string, string>();
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize);
      const found = await Promise.all(batch.map((id) => stampOf(runLayout(join(this.agent.runsDir, id)))));
      batch.forEach((id, index) => void stamps.set(id, found[index] ?? ''));
    }
    const left = ids.filter((id) => {
      const known = this.runs.get(id);
      return !known || known.stamp !== stamps.get(id) || known.run?.ended === false;
    });
    for (const id of this.runs.keys()) if (!stamps.has(id)) this.runs.delete(id);
    return { ids, stamps, left, leftOut: all.length - ids.length };
  }

  /** Reads on in the newest run that is left. */
  private async portion(pass: Pass): Promise<void> {
    const [id] = pass.left;
    if (id === undefined) return;
    if (pass.reading?.id !== id) pass.reading = { id, run: readTrendRun(this.agent.runsDir, id, this.titles) };
    const step = await pass.reading.run.next();
    if (!step.done) return;
    this.runs.set(id, { stamp: pass.stamps.get(id) ?? '', run: step.value });
    pass.left = pass.left.slice(1);
    delete pass.reading;
  }

  private view({ ids, left, leftOut }: Pass, scenarioId: string | undefined): TrendsView {
    const runs = ids.toReversed().flatMap((id) => this.runs.get(id)?.run ?? []);
    const scenarios = scenarioTrendsOf(runs, scenarioId);
    return {
      agentId: this.agent.id,
      points: runs.map(({ point }) => point),
      scenarios: scenarioId === undefined ? scenarios.map(newestMoments) : scenarios,
      ...(scenarioId !== undefined && { scenarioId }),
      ...(left.length > 0 && { reading: { done: ids.length - left.length, total: ids.length } }),
      missing: [
        ...runs.flatMap(({ missing }) => missing ?? []),
        ...(leftOut > 0
          ? [`${leftOut} older ${leftOut === 1 ? 'run is' : 'runs are'} left out: the newest ${mostRuns} are shown.`]
          : []),
      ],
    };
  }
}

/** For the line of a scenario among all of them: how it stood in its newest runs, without figures. */
function newestMoments(trend: ScenarioTrend): ScenarioTrend {
  const moments = trend.moments
    .slice(-shownMoments)
    .map(({ latencyMs, tokensIn, tokensOut, ...moment }): ScenarioMoment => moment);
  return { ...trend, moments };
}
