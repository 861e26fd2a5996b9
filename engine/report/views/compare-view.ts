import type { PanelRoute } from '../../../schemas/panel';
import type { CompareView } from '../../../schemas/panel-view';
import { type Result, refuse } from '../../../schemas/result';
import type { AgentRef } from '../../workspace/workspace';

/** Two runs side by side. @param options.whole no text is cut. */
export async function compareViewOf(
  agent: AgentRef,
  _route: Extract<PanelRoute, { view: 'compare' }>,
  _options: { whole?: boolean } = {},
): Promise<Result<CompareView>> {
  return refuse(`runs of ${agent.id} cannot be compared yet`);
}
