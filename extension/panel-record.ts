import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isMissing } from '../engine/workspace/read-text';
import type { PanelState } from '../schemas/panel';
import { ok, type Result, refuse } from '../schemas/result';

/** Records that a panel may show: a scenario's folder in a run of a known agent. */
export interface PanelRecord extends PanelState {
  agentDir: string;
  runId: string;
  scenarioDir: string;
}

/**
 * Checks a panel's state, which may come from an older session or from a link: it must name a run right inside a known
 * agent's runs folder, and a scenario right inside that run.
 */
export function checkRecord(
  state: PanelState,
  agents: readonly { agentDir: string; runsDir: string }[],
): Result<PanelRecord> {
  const { runDir, scenarioId } = state;
  const agent = agents.find(({ runsDir }) => runsDir === dirname(runDir));
  const runId = basename(runDir);
  if (!agent || resolve(runDir) !== runDir || runId.startsWith('.')) {
    return refuse(
      `${runDir} is not a run of an agent in the open folders`,
      'Open the folder that holds the run, then open the verdict again.',
    );
  }
  if (!isName(scenarioId)) return refuse(`${JSON.stringify(scenarioId)} is not the id of a scenario`);
  return ok({
    runDir,
    scenarioId,
    runId,
    agentDir: agent.agentDir,
    scenarioDir: join(runDir, 'scenarios', scenarioId),
  });
}

/** One part of a path, which leads neither up nor down. */
function isName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[\\/\0]/.test(text);
}

/** The path of a record inside a folder; refused when it is absent, or a link that leads out of the folder. */
export async function recordPath(folder: string, name: string): Promise<Result<string>> {
  const file = join(folder, name);
  try {
    if ((await realpath(file)).startsWith((await realpath(folder)) + sep)) return ok(file);
    return refuse(`${name} leads out of the scenario's folder`, 'Open it by hand if you know where it leads.');
  } catch (error) {
    if (isMissing(error)) return refuse(`this run has no ${name} for the scenario`);
    throw error;
  }
}
