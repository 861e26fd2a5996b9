import type { RunRow, RunView } from '../../../schemas/panel-view';
import { listRunIds, type StoredRun, storedValue } from '../../workspace/runs';
import type { AgentRef } from '../../workspace/workspace';
import { outcomesOf, reportOf } from '../stored-report';

/** Reads what the page of a run shows, again and again while the run goes on. */
export class RunReader {
  constructor(
    private readonly agent: AgentRef,
    readonly runId: string,
  ) {}

  async read(run: StoredRun): Promise<RunView> {
    const file = storedValue(run.file);
    const { report, source } = await reportOf(run);
    const outcomes = await outcomesOf(run);
    const ids = await listRunIds(this.agent.runsDir);
    const previousRunId = ids[ids.indexOf(run.id) + 1];
    const rows = outcomes.map(({ id, title, verdict, state }): RunRow => {
      const status = verdict ? verdict.status : state === 'verdict' ? 'unjudged' : state;
      return { scenarioId: id, title, status };
    });
    return {
      runId: run.id,
      agentId: this.agent.id,
      ...(file?.status && { status: file.status }),
      report,
      source,
      rows,
      ...(previousRunId !== undefined && { previousRunId }),
      missing: [],
    };
  }
}
