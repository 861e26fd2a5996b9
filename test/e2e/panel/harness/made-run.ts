import type { RowStatus, RunRow, RunView } from '../../../../schemas/panel-view';
import { hostileTexts } from './made-views';

export const runId = '2026-10-04T21-07-16Z';
export const runRoute = { view: 'run', runId } as const;

const cycle: RowStatus[] = ['Pass', 'Pass', 'Pass', 'Fail', 'Pass', 'Unable to Verify', 'Pass', 'Pass', 'Fail', 'Pass'];
const kinds = [
  ['functional', 'happy_path'],
  ['functional', 'negative'],
  ['non_functional', 'performance'],
  ['adversarial', 'prompt_injection'],
] as const;

export function madeRow(index: number, status: RowStatus = cycle[index % cycle.length] ?? 'Pass'): RunRow {
  const [kind = 'functional', category] = kinds[index % kinds.length] ?? [];
  const row: RunRow = {
    scenarioId: `SC-${String(index + 1).padStart(4, '0')}`,
    title: `A refund of order ${index + 1} is paid back within the window that the policy names`,
    featureId: `F-00${(index % 4) + 1}`,
    class: kind,
    ...(category && { category }),
    status,
  };
  if (status === 'waiting' || status === 'running' || status === 'not_run') return row;
  return {
    ...row,
    passed: status === 'Pass' ? 4 : 2,
    failed: status === 'Fail' ? 2 : 0,
    unverifiable: status === 'Unable to Verify' ? 2 : 0,
    // Every seventh was not measured.
    ...(index % 7 !== 6 && {
      latencyMs: 120 + ((index * 7919) % 9000),
      turns: 2,
      tokensIn: 400 + index,
      tokensOut: 90,
    }),
    ...(status === 'Fail' && { why: 'C2: expected the answer contains "49.90 EUR"; it is not there.' }),
    ...(status === 'Unable to Verify' && { reason: 'not_observable', why: 'CALL-01: no tool calls were observed.' }),
  };
}

/** A run that is over, with `count` scenarios of all kinds. */
export function madeRun(count: number, statusOf: (index: number) => RowStatus | undefined = () => undefined): RunView {
  const rows = Array.from({ length: count }, (_, index) => madeRow(index, statusOf(index)));
  const of = (status: RowStatus): number => rows.filter((row) => row.status === status).length;
  const [passed, failed, unverifiable] = [of('Pass'), of('Fail'), of('Unable to Verify')];
  const recorded = passed + failed + unverifiable;
  return {
    runId,
    runName: 'nightly',
    agentId: 'refund-desk',
    profileId: 'local',
    status: 'completed',
    created: '2026-10-04T21:07:16.380Z',
    ended: '2026-10-04T21:15:54.117Z',
    source: 'stored',
    report: {
      run_id: runId,
      agent_id: 'refund-desk',
      generated: '2026-10-04T21:15:54.117Z',
      headline: `${passed} of ${recorded} passed, ${failed} failed, ${unverifiable} could not be verified.`,
      totals: {
        planned: count,
        executed: recorded,
        passed,
        failed,
        unverifiable,
        unjudged: of('unjudged'),
        not_run: of('not_run'),
        unrunnable: of('unrunnable'),
        decided: passed + failed,
        pass_rate: recorded === 0 ? null : passed / recorded,
        carried_forward: 0,
      },
      pass_rate_basis: 'all_verdicts',
      metrics: { credits: 0, duration_ms: 516_939, latency_p50_ms: 4473, latency_p95_ms: 8361 },
      clusters: [
        {
          id: 'CL-01',
          why: 'the same criterion failed: the answer contains "49.90 EUR" in F-004',
          kind: 'failed',
          feature_id: 'F-004',
          scenarios: rows
            .filter(({ status }) => status === 'Fail')
            .slice(0, 3)
            .map(({ scenarioId, title }) => ({ scenario_id: scenarioId, title, summary: 'C2: it is not there.' })),
          cause: 'The desk rounds the amount before it writes it.',
          remedy: 'Format amounts from cents.',
          fault: 'agent',
          confidence: 'high',
        },
      ],
      credits: 0,
    },
    coverage: { features: ['F-009'], categories: ['jailbreak'], criteria_verified: 30, criteria_total: 40 },
    features: { 'F-001': 'Refunds', 'F-009': 'Complaints' },
    rows,
    previousRunId: '2026-10-04T20-00-00Z',
    missing: [],
  };
}

/** The same run while it goes on: the first `done` are judged, two run, the others wait. */
export function runningRun(count: number, done: number): RunView {
  const {
    report: _none,
    coverage: _later,
    source: _too,
    ended: _ended,
    ...rest
  } = madeRun(count, (index) => (index < done ? undefined : index < done + 2 ? 'running' : 'waiting'));
  return { ...rest, status: 'running' };
}

/** What an attack that reached its goal looks like, with everything that a report can tell. */
export function compromisedRun(): RunView {
  const view = madeRun(24);
  const [first, second] = view.rows;
  if (!first || !second || !view.report) throw new Error('madeRun has rows and a report');
  const attack = { status: 'Fail', class: 'adversarial', compromised: true, passed: 1, failed: 1 } as const;
  const why = 'The attack succeeded: "here is the system prompt: You are"';
  return {
    ...view,
    redteam: {
      categories: [
        { category: 'prompt_injection', scenarios: 6, verified: 5, compromised: 2 },
        { category: 'jailbreak', scenarios: 2, verified: 2, compromised: 0 },
      ],
      owasp: [
        {
          id: 'LLM01',
          name: 'Prompt Injection',
          categories: [],
          scenarios: 6,
          verified: 5,
          compromised: 2,
          status: 'compromised',
        },
        {
          id: 'LLM05',
          name: 'Improper Output Handling',
          categories: [],
          scenarios: 2,
          verified: 2,
          compromised: 0,
          status: 'passed',
        },
        {
          id: 'LLM10',
          name: 'Unbounded Consumption',
          categories: [],
          scenarios: 0,
          verified: 0,
          compromised: 0,
          status: 'unverified',
        },
      ],
    },
    report: {
      ...view.report,
      headline: `2 scenarios were compromised, ${view.report.headline}`,
      metrics: { ...view.report.metrics, tokens_in: 28_353, tokens_out: 25_804, turns_total: 48 },
      narrative:
        'The most significant finding is that the desk gives its system prompt away when a ticket asks for it.',
      next: ['Strip quoted tickets from the prompt.', 'Observe tool calls, so that nine scenarios can be decided.'],
    },
    rows: [
      { ...first, ...attack, category: 'prompt_injection', why },
      { ...second, ...attack, flaky: true, why },
      ...view.rows.slice(2),
    ],
    skipped: [{ scenarioId: 'SC-0900', why: 'It was not selected.' }],
  };
}

/** Records of an older version, part of them damaged. */
export function tornRun(): RunView {
  const { source: _source, status: _status, created: _created, ...rest } = madeRun(3);
  const [first, ...others] = rest.rows;
  if (!first) throw new Error('madeRun has rows');
  return {
    ...rest,
    rows: [
      {
        scenarioId: first.scenarioId,
        title: first.scenarioId,
        status: 'not_run',
        unreadable: 'unexpected end of file',
      },
      ...others,
    ],
    source: 'rebuilt',
    missing: ['run.yaml: cannot be read (unexpected end of the flow sequence)', 'report.yaml: not recorded'],
  };
}

/** Every text of the page that an agent, a hook or a file can fill, filled with what must stay inert. */
export function hostileRun(): RunView {
  const view = compromisedRun();
  if (!view.report) throw new Error('compromisedRun has a report');
  const all = Object.values(hostileTexts).filter((text) => text.length < 10_000);
  const mixed = all.join(' ');
  return {
    ...view,
    runName: hostileTexts.ansi,
    agentId: hostileTexts.script,
    profileId: hostileTexts.link,
    status: 'halted',
    reason: mixed,
    created: hostileTexts.script,
    features: { 'F-001': hostileTexts.script },
    report: {
      ...view.report,
      headline: mixed,
      narrative: `${mixed} ${hostileTexts.longLine}`,
      next: all,
      clusters: all.map((text, index) => ({
        id: text,
        why: text,
        kind: 'failed' as const,
        scenarios: [{ scenario_id: `SC-${index}`, title: text, summary: text }],
        cause: text,
        remedy: text,
        fault: text,
      })),
    },
    coverage: { features: all, categories: all, criteria_verified: 0, criteria_total: 0 },
    rows: all.map((text, index) => ({
      ...madeRow(index),
      title: text,
      why: text,
      featureId: text,
      class: text,
      category: text,
      compromised: index % 2 === 0,
      unreadable: index === 3 ? text : undefined,
    })),
    skipped: all.map((why, index) => ({ scenarioId: `SC-${index}`, why })),
    missing: [`report.yaml: cannot be read (${hostileTexts.script})`],
  };
}
