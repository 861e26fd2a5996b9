import { join } from 'node:path';
import { buildReport } from '../../../../engine/report/report';
import { outcomesOf } from '../../../../engine/report/stored-report';
import { readRun } from '../../../../engine/workspace/runs';
import type { AgentRef } from '../../../../engine/workspace/workspace';
import { openWorkspace } from '../../../../engine/workspace/workspace';
import type { VerdictStatus } from '../../../../schemas/verdict';
import { WorkspaceBuilder } from '../../../integration/workspace-builder';

/** What a scenario left behind in a run; what is absent is not on record. */
export interface Left {
  status?: VerdictStatus;
  flaky?: boolean;
  compromised?: boolean;
  /** Last answer. */
  answer?: string;
  /** The definition: scenarios with the same word have the same snapshot. null = none was kept. */
  definition?: string | null;
  latencyMs?: number;
  tokens?: [input: number, output: number];
  /** The verdict is cut off in the middle. */
  torn?: boolean;
}

/** Runs of an agent, written as the engine writes them, with no more in them than a test is about. */
export class StoredRuns {
  readonly workspace = new WorkspaceBuilder().agent().profile('local', ['execute']);

  async agent(): Promise<AgentRef> {
    const workspace = await openWorkspace(this.workspace.root);
    const agent = workspace.ok ? workspace.value.projects[0]?.agents[0] : undefined;
    if (!agent) throw new Error('no agent');
    return agent;
  }

  dir(runId: string): string {
    return join(this.workspace.agentDir(), 'runs', runId);
  }

  /** Writes a run. @param more fields of run.yaml; `report: false` leaves the report out, as a killed run does. */
  async run(
    runId: string,
    scenarios: Record<string, Left>,
    { report = true, ...more }: Record<string, unknown> & { report?: boolean } = {},
  ): Promise<void> {
    const dir = this.dir(runId);
    this.workspace.file(join(dir, 'run.yaml'), {
      id: runId,
      agent_id: 'desk',
      created: `${runId.slice(0, 10)}T12:00:00Z`,
      status: 'completed',
      pins: { profile_id: 'local', profile_revision: 'r1' },
      included: Object.keys(scenarios).map((scenario_id) => ({ scenario_id, why: 'all' })),
      ...more,
    });
    for (const [id, left] of Object.entries(scenarios)) this.scenario(join(dir, 'scenarios', id), runId, id, left);
    if (!report) return;
    const outcomes = await outcomesOf(await readRun(dir));
    const unrunnable = Array.isArray(more.unrunnable) ? more.unrunnable.length : 0;
    this.workspace.file(join(dir, 'report.yaml'), { ...buildReport({ runId, agentId: 'desk', outcomes, unrunnable }) });
  }

  private scenario(dir: string, runId: string, id: string, left: Left): void {
    const { status, answer, definition = 'd1', latencyMs, tokens } = left;
    const criteria = ['C1', 'C2'].map((criterion_id) => ({
      criterion_id,
      criterion: `It names ${criterion_id}.`,
      check: 'contains',
      expected: 'the amount',
      achieved: criterion_id === 'C2' && status !== 'Pass' ? 'it is not there' : 'it is there',
      status: criterion_id === 'C2' ? status : 'Pass',
      evidence: answer ?? '',
      confidence: 'High',
    }));
    if (definition !== null)
      this.workspace.file(join(dir, 'snapshot.yaml'), {
        local_id: id,
        title: `Scenario ${id}`,
        goal: `Do ${definition}.`,
        acceptance_criteria: [{ statement: 'It is done.', check: 'contains', value: 'done' }],
      });
    if (answer !== undefined)
      this.workspace.file(
        join(dir, 'response.json'),
        JSON.stringify({ scenario_id: id, status: 'completed', output: answer, transcript: [] }),
      );
    if (status === undefined) return;
    const path = this.workspace.file(join(dir, 'verdict.yaml'), {
      scenario_id: id,
      run_id: runId,
      status,
      criteria,
      forbidden_hits: [],
      ...(left.flaky && { flaky: true }),
      ...(left.compromised && { compromised: true }),
      ...(latencyMs !== undefined && { latency_ms: latencyMs }),
      ...(tokens && { usage: { input_tokens: tokens[0], output_tokens: tokens[1] } }),
    });
    if (left.torn) this.workspace.file(path, 'status: "Pa');
  }

  remove(): void {
    this.workspace.remove();
  }
}
