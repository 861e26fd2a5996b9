import type { ScenarioEntry } from '../workspace/agent-files';
import type { ScenarioState } from './plan';
import { isMultiTurn } from './runnability';

/** A scenario in the document of `scenarios list --json` (behaviour §10). */
export interface ListedScenario {
  scenario_id: string;
  title: string;
  feature_id: string | null;
  class: string | null;
  category: string | null;
  state: ScenarioState['kind'];
  excluded: boolean;
  /** Why it cannot run; null when it can. */
  unrunnable: string | null;
  multi_turn: boolean;
  repeat: number;
  /** What will be graded: acceptance criteria and call expectations. */
  criteria: number;
}

/** What a list says of one scenario. */
export function listedScenario({ id, title, scenario }: ScenarioEntry, state: ScenarioState): ListedScenario {
  return {
    scenario_id: id,
    title,
    feature_id: scenario?.featureId ?? null,
    class: scenario?.class ?? null,
    category: scenario?.category ?? null,
    state: state.kind,
    excluded: scenario?.excluded ?? false,
    unrunnable: state.kind === 'unrunnable' ? state.why : null,
    multi_turn: scenario !== undefined && isMultiTurn(scenario),
    repeat: scenario?.repeat ?? 1,
    criteria: scenario ? scenario.criteria.length + scenario.calls.length : 0,
  };
}
