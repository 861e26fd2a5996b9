import { basename } from 'node:path';
import type { Profile } from '../../schemas/profile';
import { formatPlace, ok, type Result, refuse } from '../../schemas/result';
import type { GappedEntry, RunShard } from '../../schemas/run';
import { type Scenario, scenarioCategories, scenarioClasses } from '../../schemas/scenario';
import type { ScenarioEntry } from '../workspace/agent-files';
import { nearestName } from '../workspace/nearest-name';
import { gapsOf, type ProbeForecast, unrunnableReason } from './runnability';

/** What narrows a run; the parts narrow together. */
export interface Selection {
  /** Ids, exactly these. Naming an excluded scenario runs it. */
  only?: string[];
  classes?: string[];
  categories?: string[];
  tags?: string[];
}

export interface PlannedScenario {
  scenario: Scenario;
  entry: ScenarioEntry;
}

/** What a run will do with each scenario of the agent. */
export interface Plan {
  included: PlannedScenario[];
  skipped: { id: string; title: string; why: string }[];
  unrunnable: { id: string; title: string; why: string }[];
  gapped: GappedEntry[];
  /** Given when `included` is only a part of what was planned. */
  shard?: RunShard;
}

/** How a scenario stands before a run: runnable, or why not. */
export type ScenarioState = { kind: 'runnable'; scenario: Scenario } | { kind: 'excluded' | 'unrunnable'; why: string };

/** The state of one scenario under a profile. */
export function scenarioState(entry: ScenarioEntry, profile: Profile): ScenarioState {
  const { scenario } = entry;
  if (!scenario) {
    const problem = entry.problems.find(({ severity }) => severity === 'error') ?? entry.problems[0];
    if (!problem) return { kind: 'unrunnable', why: 'the file cannot be read' };
    return {
      kind: 'unrunnable',
      why: `${formatPlace({ ...problem, file: basename(problem.file) })}: ${problem.message}${problem.remedy ? `. ${problem.remedy}` : ''}`,
    };
  }
  const why = unrunnableReason(scenario, profile);
  if (why !== undefined) return { kind: 'unrunnable', why };
  if (scenario.excluded)
    return {
      kind: 'excluded',
      why: scenario.skipReason ? `excluded: ${scenario.skipReason}` : 'excluded (excluded: true)',
    };
  return { kind: 'runnable', scenario };
}

/**
 * Decides what a run includes. A selector that matches nothing, or nothing that can run, is refused with what exists:
 * an empty selection is never a pass (behaviour §10).
 */
export function planRun(
  entries: ScenarioEntry[],
  profile: Profile,
  selection: Selection,
  hasJudge: boolean,
  probes?: ProbeForecast,
): Result<Plan> {
  const unknown = unknownName(entries, selection);
  if (unknown) return unknown;
  const plan: Plan = { included: [], skipped: [], unrunnable: [], gapped: [] };
  let selected = 0;
  for (const entry of entries) {
    const why = notSelected(entry, selection);
    if (why !== undefined) {
      plan.skipped.push({ id: entry.id, title: entry.title, why });
      continue;
    }
    selected++;
    const state = scenarioState(entry, profile);
    const named = selection.only?.includes(entry.id) === true;
    if (state.kind === 'unrunnable') plan.unrunnable.push({ id: entry.id, title: entry.title, why: state.why });
    else if (state.kind === 'excluded' && !named)
      plan.skipped.push({ id: entry.id, title: entry.title, why: state.why });
    else if (entry.scenario) plan.included.push({ scenario: entry.scenario, entry });
  }
  for (const { scenario } of plan.included) {
    const gap = gapsOf(scenario, profile, hasJudge, probes);
    if (gap) plan.gapped.push(gap);
  }
  if (plan.included.length > 0) return ok(plan);
  if (selected === 0) return refuse('the selection matches no scenario', whatExists(entries));
  const reasons = [...plan.unrunnable, ...plan.skipped.filter(({ why }) => why.startsWith('excluded'))];
  return refuse(
    `nothing can run:\n${reasons.map(({ id, why }) => `  ${id}: ${why}`).join('\n')}`,
    'Mend the scenarios or the profile, or select others.',
  );
}

function notSelected(entry: ScenarioEntry, selection: Selection): string | undefined {
  const { scenario } = entry;
  if (selection.only && !selection.only.includes(entry.id)) return 'not in the list of --only';
  if (selection.classes && !selection.classes.includes(scenario?.class ?? ''))
    return `class is not ${selection.classes.join(' or ')}`;
  if (selection.categories && !selection.categories.includes(scenario?.category ?? '')) {
    return `category is not ${selection.categories.join(' or ')}`;
  }
  if (selection.tags && !selection.tags.some((tag) => scenario?.tags.includes(tag)))
    return `has no tag ${selection.tags.join(' or ')}`;
  return undefined;
}

function unknownName(entries: ScenarioEntry[], selection: Selection): Result<Plan> | undefined {
  const ids = entries.map((entry) => entry.id);
  const lists: [string, string[] | undefined, readonly string[]][] = [
    ['scenario', selection.only, ids],
    ['class', selection.classes, scenarioClasses],
    ['category', selection.categories, scenarioCategories],
  ];
  for (const [kind, wanted, known] of lists) {
    const unknown = wanted?.find((name) => !known.includes(name));
    if (unknown === undefined) continue;
    const near = nearestName(unknown, known);
    return refuse(`there is no ${kind} ${unknown}${near ? `; did you mean ${near}?` : ''}`, whatExists(entries));
  }
  return undefined;
}

function whatExists(entries: ScenarioEntry[]): string {
  const list = (name: string, values: Iterable<string | undefined>): string => {
    const known = [...new Set([...values].filter((value) => value !== undefined))].sort();
    return known.length > 0 ? `\n  ${name}: ${known.join(', ')}` : '';
  };
  return `These exist:${list(
    'ids',
    entries.map((entry) => entry.id),
  )}${list(
    'classes',
    entries.map((entry) => entry.scenario?.class),
  )}${list(
    'categories',
    entries.map((entry) => entry.scenario?.category),
  )}${list(
    'tags',
    entries.flatMap((entry) => entry.scenario?.tags ?? []),
  )}`;
}
