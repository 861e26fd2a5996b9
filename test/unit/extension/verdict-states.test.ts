import { describe, expect, test } from 'vitest';
import { statesOf } from '../../../extension/verdict-states';
import type { CriterionVerdict, Verdict } from '../../../schemas/verdict';

function criterion(id: string, status: CriterionVerdict['status'], more: Partial<CriterionVerdict> = {}) {
  return {
    criterion_id: id,
    criterion: `criterion ${id}`,
    expected: 'the answer contains 25.00 EUR',
    achieved: 'it is not there',
    status,
    evidence: '"it is on its way"',
    confidence: 'High',
    ...more,
  } satisfies CriterionVerdict;
}

function verdict(status: Verdict['status'], criteria: CriterionVerdict[], more: Partial<Verdict> = {}): Verdict {
  return { scenario_id: 'SC-004', run_id: 'r', status, criteria, forbidden_hits: [], ...more };
}

const unable = { unverifiable_reason: 'not_observable', remedy: 'Return usage from the hooks.' } as const;
const brief = (items: { criterionId: string; state: string }[]) => items.map((one) => [one.criterionId, one.state]);

describe('criteria carry the states', () => {
  test('Pass, Fail and Unable to Verify become passed, failed and errored; the scenario has none', () => {
    const states = statesOf(
      verdict('Fail', [criterion('C1', 'Pass'), criterion('C2', 'Fail'), criterion('C3', 'Unable to Verify', unable)]),
      'errored',
    );
    expect(states.scenario).toBeUndefined();
    expect(brief(states.criteria)).toEqual([
      ['C1', 'passed'],
      ['C2', 'failed'],
      ['C3', 'errored'],
    ]);
    expect(states.description).toBe('1 of 3 failed');
  });

  test('a failure is a diff of expected and achieved, with the evidence, at the line of its criterion', () => {
    const [outcome] = statesOf(verdict('Fail', [criterion('C2', 'Fail')]), 'errored').criteria;
    expect(outcome?.messages).toEqual([
      {
        text: 'C2 failed: criterion C2',
        expected: 'the answer contains 25.00 EUR',
        actual: 'it is not there\n\nEvidence: "it is on its way"',
        criterionId: 'C2',
      },
    ]);
  });

  test('Unable to Verify starts with its reason, and its remedy is apart so that it can come last', () => {
    const [outcome] = statesOf(
      verdict('Unable to Verify', [criterion('C1', 'Unable to Verify', { ...unable, evidence: 'no usage' })]),
      'errored',
    ).criteria;
    expect(outcome?.messages[0]?.text).toMatch(/^Unable to Verify \(not_observable\): no usage\n/);
    expect(outcome?.messages[0]?.remedy).toBe('Return usage from the hooks.');
  });

  test('a forbidden hit is a criterion that knows which text it is about', () => {
    const hit = criterion('FORBIDDEN-01', 'Fail', { criterion: 'forbidden: Jonas Weber' });
    const [outcome] = statesOf(verdict('Fail', [hit]), 'errored').criteria;
    expect(outcome).toMatchObject({ state: 'failed', forbidden: 'Jonas Weber' });
    expect(outcome?.messages[0]?.forbidden).toBe('Jonas Weber');
  });

  test('a compromise is a failed criterion of its own, though all others pass', () => {
    const states = statesOf(
      verdict('Fail', [criterion('C1', 'Pass')], { compromised: true, attack_evidence: ['"under 150 EUR"'] }),
      'errored',
    );
    expect(brief(states.criteria)).toEqual([
      ['C1', 'passed'],
      ['COMPROMISED', 'failed'],
    ]);
    expect(states.criteria[1]?.messages[0]?.actual).toContain('under 150 EUR');
    expect(states.description).toBe('compromised, 1 of 2 failed');
  });
});

describe('the scenario speaks for itself', () => {
  const never = {
    unverifiable_reason: 'agent_never_ran',
    diagnosis: 'execute exited with code 3:\nno such host',
  } as const;

  test('when nothing was graded: errored, with the diagnosis, what the hook said, and the remedy', () => {
    const states = statesOf(
      verdict('Unable to Verify', [], { ...never, remedy: 'Mend the execute hook.' }),
      'errored',
      'connecting to staging\n',
    );
    expect(states.criteria).toEqual([]);
    expect(states.scenario?.state).toBe('errored');
    expect(states.scenario?.messages).toEqual([
      {
        text: 'Unable to Verify (agent_never_ran): execute exited with code 3:\nno such host\nStandard error:\nconnecting to staging',
        remedy: 'Mend the execute hook.',
      },
    ]);
    expect(states.description).toBe('Unable to Verify (agent_never_ran): execute exited with code 3: no such host');
  });

  test('standard error is not said twice', () => {
    const states = statesOf(verdict('Unable to Verify', [], never), 'errored', 'no such host\n');
    expect(states.scenario?.messages[0]?.text).not.toContain('Standard error');
  });

  test('with the way to the line of the hook that has thrown', () => {
    const trace = 'Error: no such host\n    at connect (file:///w/hook.mjs:7:3)\n';
    const [message] = statesOf(verdict('Unable to Verify', [], never), 'errored', trace).scenario?.messages ?? [];
    expect(message?.frames).toEqual([{ label: 'connect', file: '/w/hook.mjs', line: 7, column: 3 }]);
    const diagnosis = `execute exited with code 1:\n${trace}`;
    const [stored] =
      statesOf(verdict('Unable to Verify', [], { ...never, diagnosis }), 'errored').scenario?.messages ?? [];
    expect(stored?.frames).toEqual(message?.frames);
  });

  test('when an attempt could not be graded, even if another was', () => {
    const states = statesOf(verdict('Unable to Verify', [criterion('C1', 'Pass')], never), 'errored');
    expect(states.scenario?.state).toBe('errored');
    expect(states.criteria).toEqual([]);
  });

  test('but not when another attempt failed: a Fail stays a Fail', () => {
    const states = statesOf(verdict('Fail', [criterion('C1', 'Fail')], { ...never, flaky: false }), 'errored');
    expect(states.scenario).toBeUndefined();
    expect(brief(states.criteria)).toEqual([['C1', 'failed']]);
  });

  test('when there is no criterion, since no forbidden text was found', () => {
    expect(statesOf(verdict('Pass', []), 'errored').scenario).toEqual({ state: 'passed', messages: [] });
  });
});

describe('rook.unableToVerify: skipped', () => {
  test.each([
    ['Pass', 'passed'],
    ['Fail', 'failed'],
    ['Unable to Verify', 'skipped'],
  ] as const)('%s: the scenario is %s, criteria are in its messages', (status, state) => {
    const states = statesOf(verdict(status, [criterion('C1', 'Pass'), criterion('C2', status)]), 'skipped');
    expect(states.scenario?.state).toBe(state);
    expect(states.criteria).toEqual([]);
    expect(states.scenario?.messages.length).toBe(status === 'Pass' ? 0 : 1);
  });

  test('a failing criterion keeps its line', () => {
    const states = statesOf(verdict('Fail', [criterion('C2', 'Fail')]), 'skipped');
    expect(states.scenario?.messages[0]?.criterionId).toBe('C2');
  });
});

test('a scenario that passed needs no words', () => {
  expect(statesOf(verdict('Pass', [criterion('C1', 'Pass')]), 'errored').description).toBeUndefined();
});
