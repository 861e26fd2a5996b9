import { expect, test } from 'vitest';
import { comparableText } from '../../../extension/verdict-text';
import type { ScenarioView } from '../../../schemas/panel-view';

const view: ScenarioView = {
  runId: '2026-10-04T21-07-16Z',
  scenarioId: 'SC-004',
  title: 'A gift card order is paid back',
  goal: 'Please refund ORD-1058.\nIt was a gift.',
  profileId: 'local',
  timeline: [],
  missing: [],
  verdict: {
    scenario_id: 'SC-004',
    run_id: '2026-10-04T21-07-16Z',
    status: 'Fail',
    forbidden_hits: [],
    latency_ms: 12,
    criteria: [
      {
        criterion_id: 'C1',
        criterion: 'The answer names the amount.',
        expected: 'contains "25"',
        achieved: 'it does',
        status: 'Pass',
        evidence: '',
        confidence: 'High',
      },
      {
        criterion_id: 'C2',
        criterion: 'It is polite.',
        expected: 'a warm tone',
        achieved: '',
        status: 'Unable to Verify',
        unverifiable_reason: 'undecidable',
        evidence: 'no judge model\nis configured',
        confidence: 'Low',
        remedy: 'Choose one.',
      },
    ],
  },
  response: {
    scenario_id: 'SC-004',
    status: 'completed',
    transcript: [
      { role: 'user', content: 'Please refund.' },
      { role: 'agent', content: 'Done:\n25 EUR.' },
    ],
  },
};

test('a verdict as text has what matters, line by line, and nothing that differs by nature', () => {
  expect(comparableText(view)).toBe(`SC-004 · A gift card order is paid back
Goal: Please refund ORD-1058.
  It was a gift.
Profile: local

Verdict: Fail

C1: Pass
  The answer names the amount.
  Expected: contains "25"
  Achieved: it does

C2: Unable to Verify (undecidable)
  It is polite.
  Expected: a warm tone
  Evidence: no judge model
    is configured
  Remedy: Choose one.

Conversation
  User: Please refund.
  Agent: Done:
    25 EUR.
`);
});

test('an attack that succeeded, and an agent that could not be reached, are said', () => {
  const criteria = { criteria: [], forbidden_hits: [], scenario_id: 'S', run_id: 'r' };
  const bare = { runId: 'r', scenarioId: 'S', title: 'T', timeline: [], missing: [] };
  expect(comparableText({ ...bare, verdict: { ...criteria, status: 'Fail', compromised: true } })).toBe(
    'S · T\n\nVerdict: Fail\nCompromised: yes\n',
  );
  const never = {
    ...criteria,
    status: 'Unable to Verify',
    unverifiable_reason: 'agent_never_ran',
    diagnosis: 'execute exited with code 1:\nno host',
    remedy: 'Mend it.',
  } as const;
  expect(comparableText({ ...bare, verdict: never })).toBe(
    'S · T\n\nVerdict: Unable to Verify (agent_never_ran)\nDiagnosis: execute exited with code 1:\n  no host\nRemedy: Mend it.\n',
  );
});

test('a run without a verdict says so, and shows the answer', () => {
  const { verdict: _, ...rest } = view;
  const response = { scenario_id: 'SC-004', status: 'completed', output: 'Done.', transcript: [] };
  const text = comparableText({ ...rest, state: 'Not finished yet.', response });
  expect(text).toContain('\n\nVerdict: none. Not finished yet.\n\nAnswer: Done.\n');
});
