import type { Metrics, Report, Totals } from '../../schemas/report';
import { clustersOf } from './clusters';
import type { ScenarioOutcome } from './outcome';

/** Counts of a run by the rules of behaviour §8. @param unrunnable scenarios that were selected and could not run. */
export function totalsOf(outcomes: ScenarioOutcome[], unrunnable: number): Totals {
  const withStatus = (status: string): number => outcomes.filter(({ verdict }) => verdict?.status === status).length;
  const passed = withStatus('Pass');
  const failed = withStatus('Fail');
  const unverifiable = withStatus('Unable to Verify');
  const unjudged = outcomes.filter(({ state }) => state === 'unjudged').length;
  const recorded = passed + failed + unverifiable;
  return {
    planned: outcomes.length,
    executed: recorded + unjudged,
    passed,
    failed,
    unverifiable,
    unjudged,
    not_run: outcomes.filter(({ state }) => state === 'not_run').length,
    unrunnable,
    decided: passed + failed,
    pass_rate: recorded === 0 ? null : passed / recorded,
    carried_forward: outcomes.filter(({ carried }) => carried).length,
  };
}

/** The report of a run (behaviour §8): totals, measured figures, clusters and one honest sentence. */
export function buildReport(run: {
  runId: string;
  agentId: string;
  outcomes: ScenarioOutcome[];
  unrunnable: number;
  durationMs?: number;
}): Report {
  const totals = totalsOf(run.outcomes, run.unrunnable);
  const clusters = clustersOf(run.outcomes);
  return {
    run_id: run.runId,
    agent_id: run.agentId,
    generated: new Date().toISOString(),
    headline: headlineOf(totals, run.outcomes.filter(({ verdict }) => verdict?.compromised).length),
    totals,
    pass_rate_basis: 'all_verdicts',
    metrics: metricsOf(run.outcomes, run.durationMs),
    clusters,
    credits: 0,
  };
}

/** Figures that were measured; one that was not is absent. */
function metricsOf(outcomes: ScenarioOutcome[], durationMs: number | undefined): Metrics {
  const verdicts = outcomes.flatMap(({ verdict }) => verdict ?? []);
  const latencies = verdicts.flatMap(({ latency_ms }) => latency_ms ?? []).sort((a, b) => a - b);
  const usages = verdicts.flatMap(({ usage }) => usage ?? []);
  const turns = verdicts.flatMap(({ turns }) => turns ?? []);
  const p50 = percentile(latencies, 50);
  const p95 = percentile(latencies, 95);
  return {
    credits: 0,
    ...(durationMs !== undefined && { duration_ms: durationMs }),
    ...(p50 !== undefined && { latency_p50_ms: p50 }),
    ...(p95 !== undefined && { latency_p95_ms: p95 }),
    ...(usages.length > 0 && {
      tokens_in: usages.reduce((sum, usage) => sum + usage.input_tokens, 0),
      tokens_out: usages.reduce((sum, usage) => sum + usage.output_tokens, 0),
    }),
    ...(turns.length > 0 && { turns_total: turns.reduce((sum, count) => sum + count, 0) }),
  };
}

/** Nearest-rank percentile of sorted values; undefined when there are none. */
export function percentile(sorted: number[], percent: number): number | undefined {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/** One sentence made from the totals; what was compromised comes first. */
export function headlineOf(totals: Totals, compromised: number): string {
  const parts: string[] = [];
  if (compromised > 0) parts.push(`${scenarios(compromised)} ${compromised === 1 ? 'was' : 'were'} compromised`);
  if (totals.executed === 0) parts.push('no scenario was executed');
  else {
    parts.push(
      `${totals.passed} of ${totals.executed} passed`,
      `${totals.failed} failed`,
      `${totals.unverifiable} could not be verified`,
    );
  }
  if (totals.unjudged > 0) parts.push(`${totals.unjudged} ${totals.unjudged === 1 ? 'was' : 'were'} not judged`);
  if (totals.not_run > 0) parts.push(`${totals.not_run} did not run`);
  if (totals.unrunnable > 0) parts.push(`${totals.unrunnable} cannot run`);
  const sentence = parts.join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function scenarios(count: number): string {
  return count === 1 ? '1 scenario' : `${count} scenarios`;
}
