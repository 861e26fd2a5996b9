import type { PanelRoute } from '../../schemas/panel';

/** One text for one place: routes with the same content are the same place. */
export function routeKey(route: PanelRoute): string {
  return JSON.stringify(Object.entries(route).sort());
}
