import { type ScenarioState, scenarioState } from '../../engine/lifecycle/plan';
import { type ListedScenario, listedScenario } from '../../engine/lifecycle/scenario-list';
import { readScenarios, type ScenarioEntry } from '../../engine/workspace/agent-files';
import { selectProfileId } from '../../engine/workspace/select';
import type { AgentRef } from '../../engine/workspace/workspace';
import type { Profile } from '../../schemas/profile';
import { formatRefusal, ok, type Result } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { locateAgent } from '../locate';
import { readProfile } from '../profiles';
import { printWarning } from '../prose';
import { columns } from '../terminal/columns';
import { truncate } from '../terminal/display-width';
import type { Paper } from '../terminal/paper';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine } from '../terminal/visible-text';
import { wrap } from '../terminal/wrap';

const titleWidth = 60;

/** `rook scenarios list`: which scenarios there are, and whether each can run with the profile (behaviour §6, §10). */
export async function listScenarios(profileFlag: string | undefined, globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { agent } = place.value;
  const chosen = await profileFor(agent, profileFlag);
  if (!chosen.ok) return chosen;
  const { id: profileId, profile, why } = chosen.value;
  const entries = await readScenarios(agent);
  const scenarios = entries.map((entry) => listedScenario(entry, stateOf(entry, profile, why)));
  const runnable = scenarios.filter(({ state }) => state === 'runnable').length;
  return ok({
    document: { agent_id: agent.id, profile_id: profileId, total: scenarios.length, runnable, scenarios },
    text: (paper) => scenariosText(agent, profileId, scenarios, paper),
  });
}

function scenariosText(agent: AgentRef, profileId: string | null, scenarios: ListedScenario[], paper: Paper): string {
  if (scenarios.length === 0) return `Agent ${agent.id} has no scenarios in ${shownPath(agent.scenariosDir)}.\n`;
  const runnable = scenarios.filter(({ state }) => state === 'runnable').length;
  const rows = scenarios.map((scenario) => [
    visibleInOneLine(scenario.scenario_id),
    truncate(visibleInOneLine(scenario.title), titleWidth),
    scenario.category ?? scenario.class ?? '',
    scenarioNotes(scenario),
  ]);
  const stuck = scenarios.flatMap(({ scenario_id, unrunnable }) => {
    if (unrunnable === null) return [];
    const [first = '', ...more] = wrap(visibleInOneLine(`${scenario_id}: ${unrunnable}`), paper.width - 4);
    return [`  ${first}\n`, ...more.map((line) => `    ${line}\n`)];
  });
  return [
    `Agent ${agent.id}, profile ${profileId ?? 'none'}: ${runnable} of ${scenarios.length} scenarios can run\n\n`,
    columns(rows),
    ...(stuck.length > 0 ? ['\nWhy not\n', ...stuck] : []),
  ].join('');
}

function scenarioNotes({ state, multi_turn, repeat }: ListedScenario): string {
  const notes = [multi_turn ? 'several turns' : '', repeat > 1 ? `${repeat} attempts` : ''];
  switch (state) {
    case 'runnable':
      return notes.filter(Boolean).join(', ');
    case 'excluded':
      return 'excluded';
    case 'unrunnable':
      return 'cannot run';
    default:
      return state satisfies never;
  }
}

function stateOf(entry: ScenarioEntry, profile: Profile | undefined, why: string): ScenarioState {
  return profile ? scenarioState(entry, profile) : { kind: 'unrunnable', why };
}

/**
 * The profile to judge runnability by. A list should be seen even when none is chosen, or the chosen one is broken:
 * then nothing can run, and that is the reason given. A profile that was named must exist.
 */
async function profileFor(
  agent: AgentRef,
  named: string | undefined,
): Promise<Result<{ id: string | null; profile?: Profile; why: string }>> {
  const id = selectProfileId(agent, named);
  if (!id.ok) {
    if (named !== undefined) return id;
    printWarning(id.error);
    return ok({ id: null, why: 'no profile is chosen' });
  }
  const file = await readProfile(agent, id.value);
  if (file.reading.profile) return ok({ id: id.value, profile: file.reading.profile, why: '' });
  const problem = file.problem ?? { message: 'it cannot be read' };
  printWarning({ ...problem, message: `profile ${id.value}: ${formatRefusal(problem)}`, place: { file: file.path } });
  return ok({ id: id.value, why: `profile ${id.value} cannot run: ${problem.message}` });
}
