import type { PanelRoute } from '../../schemas/panel';

/** A page's title, for tabs and histories: what is particular comes first. */
export function pageTitle(route: PanelRoute, agentName: string): string {
  return `${placeTitle(route)} · ${agentName} · Rook`;
}

function placeTitle(route: PanelRoute): string {
  switch (route.view) {
    case 'run':
      return `Run ${route.runId}`;
    case 'scenario':
      return `${route.scenarioId} in ${route.runId}`;
    case 'compare':
      return route.scenarioId === undefined ? 'Comparison' : `${route.scenarioId} compared`;
    case 'trends':
      return route.scenarioId === undefined ? 'Trends' : `Trends of ${route.scenarioId}`;
    default:
      return route satisfies never;
  }
}
