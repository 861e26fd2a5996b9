import { basename, extname } from 'node:path';
import type { ScenarioOutcome } from '../../engine/report/outcome';
import { readTextIfPresent } from '../../engine/workspace/read-text';
import { readScenarioText, type ScenarioReading } from '../../engine/workspace/scenario-file';
import { type AgentRef, yamlFiles } from '../../engine/workspace/workspace';
import type { RunFile } from '../../schemas/run';
import { compromisedFirst, type RunRow, type RunRows } from './rows';

/** The agent's scenarios that this run did not plan. Those it did are on record with it, and are not read again. */
export async function scenariosBeside(outcomes: ScenarioOutcome[], agent: AgentRef): Promise<ScenarioReading[]> {
  const planned = new Set(outcomes.map(({ id }) => id));
  const files = (await yamlFiles(agent.scenariosDir)).filter((file) => !planned.has(basename(file, extname(file))));
  return Promise.all(files.map(async (file) => readScenarioText((await readTextIfPresent(file)) ?? '', file)));
}

/** The rows of a stored run. @param others scenarios beside it, for the titles of what could not run. */
export function rowsOf(outcomes: ScenarioOutcome[], file: RunFile | undefined, others: ScenarioReading[]): RunRows {
  const titles = new Map(others.map(({ id, title }) => [id, title]));
  const unrunnable: RunRow[] = (file?.unrunnable ?? []).map(({ scenario_id: id, why }) => ({
    kind: 'unrunnable',
    id,
    title: titles.get(id) ?? '',
    why,
  }));
  const stopped = file?.status === 'running' ? 'no verdict is on record' : (file?.reason ?? 'no verdict is on record');
  return compromisedFirst([...outcomes.map((outcome) => rowOf(outcome, stopped)), ...unrunnable]);
}

function rowOf({ id, title, state, verdict, why }: ScenarioOutcome, stopped: string): RunRow {
  if (verdict) return { kind: 'verdict', id, title, verdict };
  if (state === 'unjudged')
    return { kind: 'unjudged', id, title, why: why ?? 'the agent answered, and nobody graded it' };
  return { kind: 'not_run', id, title, why: why ?? stopped };
}
