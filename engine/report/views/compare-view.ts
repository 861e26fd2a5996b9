import { join } from 'node:path';
import { type Comparison, comparisonGroups } from '../../../schemas/comparison';
import type { PanelRoute } from '../../../schemas/panel';
import type { CompareView } from '../../../schemas/panel-view';
import { ok, type Result, refuse } from '../../../schemas/result';
import { runLayout } from '../../workspace/layout';
import { compareRunIds, listRunIds, newestWithRecords, openRun, storedValue } from '../../workspace/runs';
import type { AgentRef } from '../../workspace/workspace';
import { compare } from '../comparison/compare';
import { type Compared, comparedOf } from '../comparison/read-compared';
import { comparedSideOf } from './compared-side';
import { cutTexts } from './cut-texts';
import { RunEntries } from './run-entries';
import { stampOf } from './run-stamp';

export type CompareRoute = Extract<PanelRoute, { view: 'compare' }>;

/** More runs than these are not offered: nobody looks for one among thousands here. */
const mostOffered = 200;
/** Runs whose standings are kept: the two that are compared, and two that were before. */
const mostKept = 4;

/** Compares runs of an agent for the panel, by the rules of `rook compare`. A run that has ended is read once. */
export class CompareReader {
  private readonly kept = new Map<string, { stamp: string; compared: Compared }>();
  private readonly entries: RunEntries;

  constructor(private readonly agent: AgentRef) {
    this.entries = new RunEntries(agent.runsDir);
  }

  /**
   * Two runs side by side, and one scenario of them when the route names it.
   * @param options.whole no text is cut; paths of cuts lead from the root of the view.
   * @returns refused when there is no such run, or none to compare with.
   */
  async read(route: CompareRoute, { whole = false }: { whole?: boolean } = {}): Promise<Result<CompareView>> {
    const ids = await listRunIds(this.agent.runsDir);
    const head = await this.compared(route.head ?? (await newestWithRecords(this.agent.runsDir, ids)));
    if (!head.ok) return head;
    const base = await this.base(route, ids, head.value);
    if (!base.ok) return base;
    const comparison = await compare(this.agent, base.value, head.value);
    if (!comparison.ok) return comparison;
    const [baseId, headId] = [runId(base.value), runId(head.value)];
    const offered = [...new Set([...ids.slice(0, mostOffered), headId, baseId])];
    const runs = await this.entries.read(offered);
    const entryOf = (id: string) => runs.find((entry) => entry.runId === id) ?? { runId: id };
    const view: CompareView = {
      agentId: this.agent.id,
      runs,
      base: entryOf(baseId),
      head: entryOf(headId),
      comparison: comparison.value,
      shared: head.value.standings.scenarios.length - comparison.value.added.length,
      newlyDecided: newlyDecided(base.value, head.value, comparison.value),
      compromised: head.value.standings.scenarios.flatMap((one) => (one.compromised ? [one.scenario_id] : [])),
      ...(route.scenarioId !== undefined && {
        scenario: await scenarioOf(route.scenarioId, base.value, head.value),
      }),
    };
    return ok(whole ? view : shortened(view));
  }

  private async base({ base }: CompareRoute, ids: readonly string[], head: Compared): Promise<Result<Compared>> {
    if (base !== undefined) return this.compared(base);
    const headId = runId(head);
    const older = ids.filter((id) => compareRunIds(id, headId) < 0);
    const id = await newestWithRecords(this.agent.runsDir, older);
    return id === undefined
      ? refuse(
          `There is no run before ${headId}, so there is nothing to compare it with.`,
          'Run the scenarios again: what has changed between the two runs is then shown here.',
        )
      : this.compared(id);
  }

  /** A run by its id alone: a route may come from a link, so no other path is tried. */
  private async compared(id: string | undefined): Promise<Result<Compared>> {
    if (id === undefined)
      return refuse(`The agent ${this.agent.id} has no run yet, and a comparison needs two.`, 'Run the scenarios.');
    const stamp = await stampOf(runLayout(join(this.agent.runsDir, id)));
    const known = this.kept.get(id);
    if (known?.stamp === stamp) return ok(known.compared);
    const run = await openRun(this.agent.runsDir, id);
    if (!run.ok) return run;
    const compared = await comparedOf(run.value);
    if (!compared.ok) return compared;
    this.kept.delete(id);
    if (storedValue(run.value.file)?.status !== 'running') this.kept.set(id, { stamp, compared: compared.value });
    for (const oldest of [...this.kept.keys()].slice(0, -mostKept)) this.kept.delete(oldest);
    return compared;
  }
}

/** Two runs side by side, read anew. @param options.whole no text is cut. */
export function compareViewOf(
  agent: AgentRef,
  route: CompareRoute,
  options: { whole?: boolean } = {},
): Promise<Result<CompareView>> {
  return new CompareReader(agent).read(route, options);
}

/** Passes that could not be decided before: nothing was failing, so they are not fixed. */
function newlyDecided(base: Compared, head: Compared, comparison: Comparison): number {
  const before = new Map(base.standings.scenarios.map((standing) => [standing.scenario_id, standing.status]));
  const grouped = new Set(comparisonGroups.flatMap((group) => comparison[group].map(({ scenario_id }) => scenario_id)));
  return head.standings.scenarios.filter(
    ({ scenario_id, status }) => !grouped.has(scenario_id) && status === 'Pass' && before.get(scenario_id) !== 'Pass',
  ).length;
}

async function scenarioOf(
  scenarioId: string,
  base: Compared,
  head: Compared,
): Promise<NonNullable<CompareView['scenario']>> {
  const [was, is] = await Promise.all([comparedSideOf(base, scenarioId), comparedSideOf(head, scenarioId)]);
  const titles = [head, base].map(
    ({ standings }) => standings.scenarios.find(({ scenario_id }) => scenario_id === scenarioId)?.title,
  );
  return {
    scenarioId,
    title: titles.find((title) => title !== undefined && title !== scenarioId) ?? scenarioId,
    ...(was && { base: was }),
    ...(is && { head: is }),
  };
}

/** The view with its long texts cut. All of it is cut alike, so that paths lead from its root, in this view as in the whole. */
function shortened(view: CompareView): CompareView {
  const { value, cuts } = cutTexts(view);
  return value.scenario && cuts.length > 0 ? { ...value, scenario: { ...value.scenario, cuts } } : value;
}

/** The name of its folder: what its records call it may be another one. */
function runId({ stored, standings }: Compared): string {
  return stored?.id ?? standings.run;
}
