import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PanelRoute } from '../../../../schemas/panel';

/** Two pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR42mP8z8BQz0AEYBxVSF+FAABVmQMB2sKrrgAAAABJRU5ErkJggg==',
  'base64',
);

/** A run with one scenario that has every kind of record: two attempts, a judge's working, artifacts of all kinds. */
export function writeRichRun(runsDir: string): Extract<PanelRoute, { view: 'scenario' }> {
  const route = { view: 'scenario' as const, runId: '2026-10-04T21-07-16Z', scenarioId: 'SC-900' };
  const dir = path.join(runsDir, route.runId, 'scenarios', route.scenarioId);
  const write = (name: string, content: unknown): void => {
    const file = path.join(dir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(
      file,
      typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content, null, 2),
    );
  };
  write(
    'verdict.yaml',
    `scenario_id: SC-900
run_id: ${route.runId}
status: Fail
flaky: true
criteria:
  - criterion_id: C1
    criterion: The refund is confirmed with its amount and its date.
    expected: "Your refund of 49.90 EUR for order ORD-77 was issued on Monday, it takes three days."
    achieved: "Your refund of 94.90 EUR for order ORD-77 was issued on Monday, it takes five days."
    status: Fail
    evidence: '"Your refund of 94.90 EUR for order ORD-77 was issued on Monday"'
    confidence: High
  - criterion_id: C2
    criterion: The order was looked up first.
    check: called
    expected: lookup_order was called
    achieved: called
    status: Pass
    evidence: '{"name":"lookup_order","arguments":{"order":"ORD-77"},"result":{"status":"unpaid","lines":["ORD-77-1","ORD-77-2"]}}'
    confidence: High
  - criterion_id: C3
    criterion: It stays within its budget.
    expected: at most 2,000 tokens
    achieved: not observed
    status: Unable to Verify
    unverifiable_reason: not_observable
    evidence: no usage is on record
    confidence: High
attempts:
  - attempt: 1
    status: Pass
  - attempt: 2
    status: Fail
forbidden_hits: []
latency_ms: 2400
turns: 1
`,
  );
  write('snapshot.yaml', 'id: SC-900\ntitle: A refund is confirmed\ngoal: Refund ORD-77, please.\n');
  write('request.json', { scenario_id: 'SC-900', goal: 'Refund ORD-77, please.' });
  const response = (answer: string) => ({
    scenario_id: 'SC-900',
    status: 'completed',
    output: answer,
    transcript: [
      { role: 'user', content: 'Refund ORD-77, please.', turn: 1 },
      { role: 'agent', content: answer, turn: 1 },
    ],
  });
  write(
    'response.json',
    response(
      'Of course.\n\nYour refund of 94.90 EUR for order ORD-77 was issued on Monday, it takes five days.\n\nAnything else?',
    ),
  );
  write('attempts/2/response.json', response('the second answer'));
  const call = {
    name: 'lookup_order',
    arguments: { order: 'ORD-77' },
    result: { status: 'unpaid', lines: ['ORD-77-1', 'ORD-77-2'] },
  };
  const hook = (phase: string, second: number, more = {}) => ({
    ran: true,
    ok: true,
    at: `2026-10-04T21:07:${second}.400Z`,
    durationMs: 400,
    exit_code: 0,
    command: ['node', `scripts/${phase}.mjs`],
    ...more,
  });
  write('hooks.json', {
    version: 1,
    phases: {
      open: hook('open', 20),
      execute: hook('execute', 21, { stderr: 'warning: slow answer\n', data: { output: 'x', calls: [call] } }),
      close: hook('close', 22),
      collect: hook('collect', 23, {
        data: { traces: Array.from({ length: 30 }, (_, id) => ({ id, order: 'ORD-77' })) },
      }),
    },
  });
  write('evidence/judge-working.json', {
    version: 1,
    prompt_version: 'p7',
    model: 'judge-model-1',
    at: '2026-10-04T21:07:30Z',
    key: 'abc',
    cached: false,
    criteria: ['C1'],
    asked: [
      { latency_ms: 900, input_tokens: 800, output_tokens: 100, answer: 'I think so.', problem: 'it is no JSON' },
      { latency_ms: 1100, input_tokens: 1200, output_tokens: 200, answer: '{"criteria":[{"criterion_id":"C1"}]}' },
    ],
    tools: [{ tool: 'orders.read', arguments: { order: 'ORD-77' }, result: 'status: unpaid', latency_ms: 12 }],
    ungrounded: [{ criterion_id: 'C1', evidence: 'was never said', why: 'does not occur in the recorded evidence' }],
  });
  write('artifacts/page.html', '<h1>Hi</h1><script>window.pwned = 1</script>');
  write('artifacts/drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned = 2"/>');
  write('artifacts/shot.png', png);
  write('artifacts/fake.png', '<html>');
  write('artifacts/film.mp4', Buffer.alloc(2048));
  return route;
}
