import { HooksFile } from '../../schemas/record';
import { Verdict } from '../../schemas/verdict';
import { attemptLayout, scenarioLayout } from '../workspace/layout';
import { readStored, type StoredRun, storedValue } from '../workspace/runs';
import { timelineOf } from './views/scenario-view';

/**
 * How long one attempt of each judged scenario took, in whole milliseconds: from the start of its first hook to the end
 * of its last, open to collect; the mean of several attempts. Without times on record, the latency of its answer. An
 * agent that was never reached has no duration, since nothing was waited for that another run would wait for.
 */
export async function measuredDurations(run: StoredRun): Promise<Map<string, number>> {
  const measured = new Map<string, number>();
  for (const { scenario_id: id } of storedValue(run.file)?.included ?? []) {
    const dir = run.layout.scenarioDir(id);
    const verdict = storedValue(await readStored(scenarioLayout(dir).verdictFile, Verdict));
    if (!verdict || verdict.unverifiable_reason === 'agent_never_ran') continue;
    const spans = await attemptSpans(dir);
    const duration = spans.length > 0 ? spans.reduce((sum, span) => sum + span, 0) / spans.length : verdict.latency_ms;
    if (typeof duration === 'number' && duration >= 0) measured.set(id, Math.round(duration));
  }
  return measured;
}

async function attemptSpans(scenarioDir: string): Promise<number[]> {
  const spans: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const stored = await readStored(attemptLayout(scenarioDir, attempt).hooksFile, HooksFile);
    if (stored.state === 'absent') return spans;
    const timeline = timelineOf(storedValue(stored));
    const start = Math.min(...timeline.flatMap(({ startMs }) => startMs ?? []));
    const end = Math.max(...timeline.flatMap(({ endMs }) => endMs ?? []));
    if (Number.isFinite(start) && Number.isFinite(end)) spans.push(end - start);
  }
}
