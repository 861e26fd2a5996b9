import { basename, dirname, join, resolve } from 'node:path';
import type { AgentRef } from '../engine/workspace/workspace';
import { PanelRoute, type PanelState, type RecordLink } from '../schemas/panel';
import { ok, type Result, refuse } from '../schemas/result';

/** Records that a command is about: a scenario's folder in a run of a known agent. */
export interface PanelRecord extends RecordLink {
  agentDir: string;
  runId: string;
  scenarioDir: string;
}

/** A place in the panel, of an agent that is open. */
export interface PanelPlace {
  agent: AgentRef;
  route: PanelRoute;
}

/**
 * Checks where records are, which may come from an older session or from a link: it must be a run right inside a known
 * agent's runs folder, and a scenario right inside that run.
 */
export function checkRecord<Agent extends { agentDir: string; runsDir: string }>(
  { runDir, scenarioId }: RecordLink,
  agents: readonly Agent[],
): Result<PanelRecord & { agent: Agent }> {
  const agent = agents.find(({ runsDir }) => runsDir === dirname(runDir));
  const runId = basename(runDir);
  if (!agent || resolve(runDir) !== runDir || runId.startsWith('.')) {
    return refuse(
      `${runDir} is not a run of an agent in the open folders`,
      'Open the folder that holds the run, then open the verdict again.',
    );
  }
  if (!isName(scenarioId)) return refuse(`${JSON.stringify(scenarioId)} is not the id of a scenario`);
  const scenarioDir = join(runDir, 'scenarios', scenarioId);
  return ok({ runDir, scenarioId, runId, agentDir: agent.agentDir, scenarioDir, agent });
}

/** Checks the state of a panel of an earlier window: its agent must be open. What a route names is checked by its schema. */
export function checkPlace({ agentDir, route }: PanelState, agents: readonly AgentRef[]): Result<PanelPlace> {
  const agent = agents.find((one) => one.agentDir === agentDir);
  return agent
    ? ok({ agent, route })
    : refuse(
        `${agentDir ?? 'the agent'} is not an agent in the open folders`,
        'Open the folder that holds it, then open the run again.',
      );
}

/** The place of a scenario's records; refused when its names could not be those of folders. */
export function placeOf(record: RecordLink, agents: readonly AgentRef[]): Result<PanelPlace> {
  const checked = checkRecord(record, agents);
  if (!checked.ok) return checked;
  const { agent, runId, scenarioId } = checked.value;
  const route = PanelRoute.safeParse({ view: 'scenario', runId, scenarioId });
  return route.success
    ? ok({ agent, route: route.data })
    : refuse(`${scenarioId} is no name that a panel can be opened for`, 'Rename the scenario.');
}

/** One part of a path, which leads neither up nor down. */
function isName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[\\/\0]/.test(text);
}
