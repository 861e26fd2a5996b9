import type { TrendsView } from '../../../schemas/panel-view';
import type { AgentRef } from '../../workspace/workspace';

/** Reads an agent's runs for the page of trends; what was read of a run that has ended is kept. */
export class TrendsReader {
  constructor(private readonly agent: AgentRef) {}

  async read(scenarioId: string | undefined): Promise<TrendsView> {
    return {
      agentId: this.agent.id,
      points: [],
      scenarios: [],
      ...(scenarioId !== undefined && { scenarioId }),
      missing: [],
    };
  }
}
