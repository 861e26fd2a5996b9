import { routeOfAddress } from '../engine/report/text/route-address';
import type { AgentRef } from '../engine/workspace/workspace';
import { ok, type Result, refuse } from '../schemas/result';
import type { PanelPlace } from './panel-record';

/** An agent as links name it. */
export interface LinkedAgent {
  agent: AgentRef;
  project: { id: string };
}

/**
 * The place that a link from outside leads to: `/open?agent=<project>/<agent>&place=run/<id>/<scenario>`. Anybody can write
 * such a link, so it opens a page and nothing else, of an agent that is open in this window.
 * @param query the decoded query; `agent` may leave out the project, or be missing where only one agent is open
 */
export function placeOfLink(path: string, query: string, agents: readonly LinkedAgent[]): Result<PanelPlace> {
  if (path !== '/open') return refuse(`${JSON.stringify(path)} is nothing that Rook opens`);
  const given = new URLSearchParams(query);
  const place = given.get('place') ?? '';
  const route = routeOfAddress(place);
  if (!route) return refuse(`${JSON.stringify(place)} is no place in the verdict panel`, 'Copy the whole link.');
  const wanted = given.get('agent');
  const found = agents.filter(
    ({ agent, project }) => wanted === null || wanted === agent.id || wanted === `${project.id}/${agent.id}`,
  );
  const [only] = found;
  if (only && found.length === 1) return ok({ agent: only.agent, route });
  if (only)
    return refuse(
      `several agents could be meant: ${found.map(({ agent, project }) => `${project.id}/${agent.id}`).join(', ')}`,
      'Name the project and the agent in the link.',
    );
  return refuse(
    wanted === null ? 'no agent is open' : `${JSON.stringify(wanted)} is not an agent in the open folders`,
    'Open the folder that holds it, then open the link again.',
  );
}
