import type { RunFile } from '../../../schemas/run';
import type { ShardRun } from './read-shard';

/**
 * `run.yaml` of the merged run: the plan before it was cut, with what became of it. It is halted or cancelled when a shard
 * was, with the reasons of all that were.
 * @param shards all of a plan, in the order of their numbers.
 */
export function mergedRunFile(shards: [ShardRun, ...ShardRun[]], runId: string, at: Date, name?: string): RunFile {
  const [{ file: first, shard: cut }] = shards;
  const files = shards.map(({ file }) => file);
  const inOrder = <T extends { scenario_id: string }>(entries: T[]): T[] =>
    entries.sort((a, b) => cut.plan.indexOf(a.scenario_id) - cut.plan.indexOf(b.scenario_id));
  const { status, reason } = statusOf(shards);
  const durationMs = timeAtWork(files);
  const resumed = new Set(files.map(({ resume_from }) => resume_from ?? null));
  const continued = shards.flatMap(({ file, shard }) =>
    Array.isArray(file.continued) ? file.continued.map((entry: object) => ({ ...entry, shard: shard.index })) : [],
  );
  return {
    version: 1,
    id: runId,
    ...(name && { name }),
    ...(first.project_id !== undefined && { project_id: first.project_id }),
    agent_id: first.agent_id,
    created: earliest(files.map(({ created }) => created)),
    ended: latest(files.flatMap(({ ended }) => ended ?? [])),
    status,
    ...(reason && { reason }),
    ...(durationMs !== undefined && { duration_ms: durationMs }),
    test_mode: files.some(({ test_mode }) => test_mode),
    ...(first.concurrency !== undefined && { concurrency: first.concurrency }),
    ...(first.pins && { pins: first.pins }),
    included: inOrder(shards.flatMap(includedOf)),
    skipped: first.skipped ?? [],
    unrunnable: first.unrunnable ?? [],
    gapped: inOrder(files.flatMap(({ gapped }) => gapped ?? [])),
    carried: files.flatMap(({ carried }) => carried ?? []),
    rca: files.some(({ rca }) => rca),
    resume_from: resumed.size === 1 ? (first.resume_from ?? null) : null,
    ...(first.phases_run && { phases_run: first.phases_run }),
    ...(continued.length > 0 && { continued }),
    merged: at.toISOString(),
    merged_from: shards.map(({ file, shard }) => ({ shard: shard.index, run_id: file.id })),
  };
}

/** What was run on a fixture that was not set up stays so: it must not pass when it is judged again. */
function includedOf({ file, shard, outcomes, prepareError }: ShardRun): RunFile['included'] {
  const ran = new Set(
    outcomes
      .filter(({ state, verdict }) => state !== 'not_run' && verdict?.unverifiable_reason !== 'agent_never_ran')
      .map(({ id }) => id),
  );
  return file.included.map((entry) => ({
    ...entry,
    shard: shard.index,
    ...(prepareError !== undefined && ran.has(entry.scenario_id) && { unprepared: prepareError }),
  }));
}

function statusOf(shards: ShardRun[]): Pick<RunFile, 'status' | 'reason'> {
  const stopped = shards.filter(({ file }) => file.status !== 'completed');
  if (stopped.length === 0) return { status: 'completed' };
  return {
    status: stopped.some(({ file }) => file.status === 'halted') ? 'halted' : 'cancelled',
    reason: stopped
      .map(({ file, shard }) => `shard ${shard.index} of ${shard.total}: ${file.reason ?? file.status}`)
      .join('; '),
  };
}

/**
 * Milliseconds in which at least one shard was at work: shards run side by side, or one after the other where a CI has few
 * machines, and what lies between is nobody's. Undefined when one of them does not say how long it took.
 */
export function timeAtWork(files: readonly { created: string; duration_ms?: unknown }[]): number | undefined {
  const spans: [number, number][] = [];
  for (const { created, duration_ms: duration } of files) {
    const start = Date.parse(created);
    if (typeof duration !== 'number' || Number.isNaN(start)) return undefined;
    spans.push([start, start + duration]);
  }
  let total = 0;
  let covered = Number.NEGATIVE_INFINITY;
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    total += Math.max(0, end - Math.max(start, covered));
    covered = Math.max(covered, end);
  }
  return total;
}

function earliest(times: string[]): string {
  return times.reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a));
}

function latest(times: string[]): string | undefined {
  return times.length === 0 ? undefined : times.reduce((a, b) => (Date.parse(b) > Date.parse(a) ? b : a));
}
