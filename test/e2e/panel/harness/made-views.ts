import type { ScenarioView } from '../../../../schemas/panel-view';

const startMs = Date.UTC(2026, 9, 4, 21, 7, 16);

/** A scenario with one passing criterion, to be changed by a test. */
export function plainView(): ScenarioView {
  return {
    runId: '2026-10-04T21-07-16Z',
    scenarioId: 'SC-001',
    title: 'A refund within the window is paid back',
    goal: 'Please refund ORD-1042.',
    class: 'functional',
    category: 'happy_path',
    profileId: 'local',
    verdict: {
      scenario_id: 'SC-001',
      run_id: '2026-10-04T21-07-16Z',
      status: 'Pass',
      criteria: [
        {
          criterion_id: 'C1',
          criterion: 'The answer names the amount.',
          check: 'contains',
          expected: 'the answer contains "49.90 EUR"',
          achieved: 'it is there',
          status: 'Pass',
          evidence: '"Your refund of 49.90 EUR has been issued."',
          confidence: 'High',
        },
      ],
      forbidden_hits: [],
      latency_ms: 188,
      turns: 1,
      usage: { input_tokens: 60, output_tokens: 23 },
    },
    response: {
      scenario_id: 'SC-001',
      status: 'completed',
      output: 'Your refund of 49.90 EUR has been issued.',
      transcript: [
        { role: 'user', content: 'Please refund ORD-1042.', turn: 1 },
        { role: 'agent', content: 'Your refund of 49.90 EUR has been issued.', turn: 1 },
      ],
    },
    hooks: { phases: { execute: { ran: true, ok: true, data: { output: 'x', calls: [] } } } },
    timeline: [
      { phase: 'execute', startMs, endMs: startMs + 188, durationMs: 188, ok: true, exitCode: 0 },
      { phase: 'close', startMs: startMs + 200, endMs: startMs + 240, durationMs: 40, ok: true, exitCode: 0 },
    ],
    missing: [],
  };
}

/** Two records are cut off, one is not there. */
export function tornView(): ScenarioView {
  const { verdict: _cut, response: _cutToo, hooks: _gone, ...rest } = plainView();
  return {
    ...rest,
    timeline: [],
    state: 'Not run.',
    missing: [
      'verdict.yaml: cannot be read (unexpected end of file)',
      'response.json: cannot be read (Unexpected end of JSON input)',
      'hooks.json: not recorded',
    ],
  };
}

export const hostileTexts = {
  script: '<script>window.pwned = 1</script><img src=x onerror="window.pwned = 2"></script>',
  link: '[click](command:workbench.action.terminal.new) [x](javascript:alert(1)) ![i](https://evil.example/p.png) **bold**',
  ansi: '\u001b[31mred\u001b[0m and \u0007bell',
  bidi: 'total: \u202e00.01\u202c EUR \u2066isolated\u2069',
  nul: 'before\u0000after',
  tags: `look${String.fromCodePoint(0xe0049, 0xe0067, 0xe006e)} here`,
  lone: `lone \ud800 surrogate`,
  template: '${window.pwned = 3} {{constructor.constructor("window.pwned = 4")()}}',
  zalgo: `z${'\u0335\u0337'.repeat(200)}algo`,
  longLine: 'x'.repeat(100_000),
  arabic: 'تم رد المبلغ 49.90 EUR للطلب ORD-1042.',
} as const;

/** Every text of a view that an agent, a hook or a file can fill, filled with what must stay inert. */
export function hostileView(): ScenarioView {
  const view = plainView();
  const all = Object.values(hostileTexts).filter((text) => text.length < 10_000);
  const mixed = all.join('\n');
  return {
    ...view,
    scenarioId: 'SC-666',
    title: `${hostileTexts.script} ${hostileTexts.bidi}`,
    runName: hostileTexts.ansi,
    goal: mixed,
    class: hostileTexts.script,
    category: hostileTexts.bidi,
    profileId: hostileTexts.link,
    verdict: {
      scenario_id: 'SC-666',
      run_id: view.runId,
      status: 'Fail',
      compromised: true,
      attack_evidence: [hostileTexts.script, hostileTexts.longLine],
      attack_confidence: hostileTexts.script,
      diagnosis: mixed,
      remedy: hostileTexts.link,
      summary: mixed,
      forbidden_hits: all,
      verification_gaps: all,
      criteria: [
        ...all.map((text, index) => ({
          criterion_id: `C${index + 1}`,
          criterion: text,
          check: text,
          expected: text,
          achieved: text,
          status: 'Fail' as const,
          evidence: text,
          confidence: text,
          remedy: text,
        })),
        {
          criterion_id: hostileTexts.script,
          criterion: 'The id is hostile, and the evidence long.',
          expected: hostileTexts.longLine,
          achieved: mixed,
          status: 'Unable to Verify' as const,
          unverifiable_reason: 'undecidable' as const,
          evidence: hostileTexts.longLine,
          confidence: 'High',
        },
      ],
    },
    response: {
      scenario_id: 'SC-666',
      status: hostileTexts.script,
      error: mixed,
      transcript: [...all, hostileTexts.longLine].map((content, index) => ({
        role: index % 2 === 0 ? ('agent' as const) : ('user' as const),
        content,
        turn: index + 1,
        simulated: true,
      })),
    },
    hooks: {
      phases: {
        execute: {
          ran: true,
          ok: true,
          data: { calls: all.map((text) => ({ name: text, arguments: { [text]: text }, result: text })) },
        },
      },
    },
    timeline: all.map((text, index) => ({
      phase: text,
      startMs: startMs + index * 10,
      endMs: startMs + index * 10 + 8,
      ok: index % 2 === 0,
      signal: index % 2 === 0 ? undefined : text,
      error: text,
      stderr: text,
      command: ['node', text],
    })),
    missing: [`response.json: cannot be read (${hostileTexts.script})`, hostileTexts.script],
  };
}
