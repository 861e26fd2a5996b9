import { stringify } from 'yaml';
import { planDigest } from '../../../../engine/lifecycle/shard';
import { type MergedRun, mergeShards } from '../../../../engine/report/merge/merge-shards';
import { buildReport } from '../../../../engine/report/report';
import { selectAgentIn } from '../../../../engine/workspace/select';
import { openWorkspace } from '../../../../engine/workspace/workspace';
import type { RunEvent } from '../../../../schemas/event';
import type { Result } from '../../../../schemas/result';
import type { RunFile } from '../../../../schemas/run';
import type { VerdictStatus } from '../../../../schemas/verdict';
import { WorkspaceBuilder } from '../../../integration/workspace-builder';
import { judged } from '../outcomes';

const revision = 'sha256:r';
/** The plan that the shards are parts of: SC-1 and SC-3 in the first, SC-2 and SC-4 in the second. */
export const plan = ['SC-1', 'SC-2', 'SC-3', 'SC-4'];
const statuses: Record<string, VerdictStatus> = { 'SC-2': 'Fail', 'SC-3': 'Fail' };

export const snapshotOf = (id: string): string =>
  stringify({
    local_id: id,
    title: `Scenario ${id}`,
    goal: 'Greet.',
    acceptance_criteria: [{ statement: 'It greets.', check: 'contains', value: 'hello' }],
  });

export const shardIds = (index: number): string[] => plan.filter((_, position) => position % 2 === index - 1);

/** The run.yaml of one of two shards, with the changes. */
export function shardFile(index: number, changes: Partial<RunFile> = {}): RunFile {
  return {
    version: 1,
    id: `run-${index}`,
    project_id: 'desk',
    agent_id: 'desk',
    created: `2026-10-04T10:0${index}:00.000Z`,
    ended: `2026-10-04T10:0${index}:30.000Z`,
    duration_ms: 30_000,
    status: 'completed',
    pins: { profile_id: 'local', profile_revision: revision },
    included: shardIds(index).map((id) => ({ scenario_id: id, why: 'selected' })),
    skipped: [{ scenario_id: 'SC-8', why: 'excluded' }],
    unrunnable: [{ scenario_id: 'SC-9', why: 'needs a card' }],
    gapped: [],
    phases_run: ['prepare', 'execute', 'judge'],
    shard: {
      index,
      total: 2,
      plan,
      plan_digest: planDigest(
        plan.map((id) => ({ id, text: snapshotOf(id) })),
        revision,
      ),
    },
    ...changes,
  };
}

/** Two shards on disk, and an agent to merge them for. */
export class ShardFolders extends WorkspaceBuilder {
  constructor() {
    super();
    this.agent();
    for (const index of [1, 2]) this.shard(index);
  }

  /** Writes a shard into `artifacts/<folder>`. */
  shard(index: number, changes: Partial<RunFile> = {}, folder = `shard-${index}`): this {
    const dir = `artifacts/${folder}`;
    const file = shardFile(index, changes);
    this.file(`${dir}/run.yaml`, file);
    this.file(`${dir}/agent.yaml`, { name: 'Desk' });
    this.file(`${dir}/features.yaml`, { features: [] });
    this.file(`${dir}/profile.yaml`, { id: 'local', hooks: { execute: 'a.mjs' } });
    const outcomes = shardIds(index).map((id) => judged(id, statuses[id] ?? 'Pass', { run_id: file.id }));
    for (const { id, verdict } of outcomes) {
      this.file(`${dir}/scenarios/${id}/snapshot.yaml`, snapshotOf(id));
      if (verdict) this.file(`${dir}/scenarios/${id}/verdict.yaml`, verdict);
    }
    this.file(`${dir}/report.yaml`, { ...buildReport({ runId: file.id, agentId: 'desk', outcomes, unrunnable: 1 }) });
    return this;
  }
}

/** Merges what is below the named folders; what is told on the way is kept. */
export async function mergeFolders(
  folders: ShardFolders,
  dirs = ['artifacts'],
): Promise<Result<MergedRun> & { warnings: string[] }> {
  const workspace = await openWorkspace(folders.root);
  if (!workspace.ok) throw new Error(workspace.error.message);
  const agent = selectAgentIn(workspace.value, {});
  if (!agent.ok) throw new Error(agent.error.message);
  const warnings: string[] = [];
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'warning') warnings.push(event.message);
  };
  const request = { workspace: workspace.value, agent: agent.value, dirs, base: folders.root, onEvent };
  return { ...(await mergeShards(request)), warnings };
}

/** The run that the shards become. */
export async function mergedRun(folders: ShardFolders): Promise<MergedRun> {
  const result = await mergeFolders(folders);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
