import { describe, expect, it } from 'vitest';
import { type AttemptJudgement, ungradedAttempt } from '../../../engine/judge/judge-attempt';
import { type AttemptMeasures, scenarioVerdict } from '../../../engine/judge/scenario-verdict';
import { type UnverifiableReason, Verdict } from '../../../schemas/verdict';
import { evidenceWith, judge, usePatterns } from './judging';

const patterns = usePatterns();
const says = (value: string) => ({ id: value, check: 'contains', value });

/** One attempt per answer, judged for real. */
async function attempts(scenario: Record<string, unknown>, ...answers: string[]): Promise<AttemptJudgement[]> {
  const judged: AttemptJudgement[] = [];
  for (const [index, answer] of answers.entries())
    judged.push({ ...(await judge(scenario, evidenceWith({ answer }), patterns)), attempt: index + 1 });
  return judged;
}

function verdictOf(judgements: AttemptJudgement[], measures?: AttemptMeasures[]): Verdict {
  return scenarioVerdict('SC-001', 'R1', judgements, measures ?? judgements.map(() => ({ turns: 1, latencyMs: 100 })));
}

const lost = (attempt: number, reason: UnverifiableReason = 'agent_never_ran') =>
  ungradedAttempt(attempt, reason, `execute exited with code ${attempt}`, 'Mend it.');

describe('the verdict of one attempt', () => {
  it('counts its criteria, and can be read back', async () => {
    const verdict = verdictOf(await attempts({ acceptance_criteria: [says('a'), says('b'), 'Words.'] }, 'a'));
    expect(verdict).toMatchObject({
      scenario_id: 'SC-001',
      run_id: 'R1',
      status: 'Fail',
      pass_count: 1,
      fail_count: 1,
      unable_to_verify_count: 1,
      compliance_percentage: 50,
      forbidden_hits: [],
    });
    expect(verdict).not.toHaveProperty('attempts');
    expect(verdict).not.toHaveProperty('flaky');
    expect(Verdict.parse(JSON.parse(JSON.stringify(verdict)))).toEqual(verdict);
  });

  it('compliance is null, not zero, when nothing was decided', async () => {
    expect(verdictOf(await attempts({ acceptance_criteria: ['Words.'] }, 'a')).compliance_percentage).toBeNull();
    expect(verdictOf(await attempts({ acceptance_criteria: [says('x')] }, 'a')).compliance_percentage).toBe(0);
  });

  it('of an agent that never ran has no criterion, and quotes the diagnosis', () => {
    expect(verdictOf([lost(3)])).toMatchObject({
      status: 'Unable to Verify',
      unverifiable_reason: 'agent_never_ran',
      diagnosis: 'execute exited with code 3',
      remedy: 'Mend it.',
      criteria: [],
      compliance_percentage: null,
    });
  });

  it('a compromise is said with its evidence', async () => {
    const scenario = { acceptance_criteria: [says('a')], redteam: { success_signals: ['pwned'] } };
    expect(verdictOf(await attempts(scenario, 'a pwned'))).toMatchObject({
      status: 'Fail',
      compromised: true,
      attack_evidence: [expect.stringContaining('pwned')],
    });
    expect(verdictOf(await attempts(scenario, 'a'))).not.toHaveProperty('compromised');
  });
});

describe('the verdict of several attempts', () => {
  const scenario = { acceptance_criteria: [says('a')] };

  it('is Pass only if all pass', async () => {
    const verdict = verdictOf(await attempts(scenario, 'a', 'a', 'a'));
    expect(verdict.status).toBe('Pass');
    expect(verdict).not.toHaveProperty('flaky');
    expect(verdict.attempts).toEqual([1, 2, 3].map((attempt) => ({ attempt, status: 'Pass' })));
  });

  it('is Fail if any fails, and flaky when another passed: no average hides it', async () => {
    const verdict = verdictOf(await attempts(scenario, 'a', 'x', 'a'));
    expect(verdict).toMatchObject({ status: 'Fail', flaky: true, pass_count: 0, fail_count: 1 });
    expect(verdict.attempts?.map(({ status }) => status)).toEqual(['Pass', 'Fail', 'Pass']);
  });

  it('is not flaky when all fail', async () => {
    expect(verdictOf(await attempts(scenario, 'x', 'y'))).not.toHaveProperty('flaky');
  });

  it('is Unable to Verify when one could not be verified and the rest passed', async () => {
    const verdict = verdictOf([...(await attempts(scenario, 'a')), lost(2)]);
    expect(verdict).toMatchObject({
      status: 'Unable to Verify',
      unverifiable_reason: 'agent_never_ran',
      diagnosis: 'execute exited with code 2',
    });
    expect(verdict).not.toHaveProperty('flaky');
    expect(verdict.attempts?.[1]).toEqual({
      attempt: 2,
      status: 'Unable to Verify',
      unverifiable_reason: 'agent_never_ran',
      diagnosis: 'execute exited with code 2',
    });
  });

  it('is Fail when one failed and another could not be verified', async () => {
    const verdict = verdictOf([lost(1), ...(await attempts(scenario, 'x'))]);
    expect(verdict.status).toBe('Fail');
    expect(verdict).not.toHaveProperty('unverifiable_reason');
    expect(verdict).not.toHaveProperty('flaky');
  });

  it.each<[UnverifiableReason[], UnverifiableReason]>([
    [['undecidable', 'not_observable', 'agent_never_ran'], 'agent_never_ran'],
    [['undecidable', 'not_observable'], 'not_observable'],
    [['undecidable', 'undecidable'], 'undecidable'],
  ])('of several reasons %j the first in precedence counts: %s', (reasons, expected) => {
    expect(verdictOf(reasons.map((reason, index) => lost(index + 1, reason))).unverifiable_reason).toBe(expected);
  });

  it('each criterion shows its worst grade, and which attempt it is from', async () => {
    const two = { acceptance_criteria: [says('a'), says('b')] };
    const verdict = verdictOf(await attempts(two, 'a b', 'a', 'b'));
    expect(verdict.criteria).toMatchObject([
      { criterion_id: 'a', status: 'Fail', attempt: 3 },
      { criterion_id: 'b', status: 'Fail', attempt: 2 },
    ]);
  });

  it('the forbidden strings of all attempts are listed, each with a criterion of its own', async () => {
    const forbidding = { acceptance_criteria: [says('a')], forbidden: ['one', 'two'] };
    const verdict = verdictOf(await attempts(forbidding, 'a two', 'a one', 'a two'));
    expect([...verdict.forbidden_hits].sort()).toEqual(['one', 'two']);
    const hits = verdict.criteria.filter(({ check }) => check === 'forbidden');
    expect(hits.map(({ criterion_id }) => criterion_id)).toEqual(['FORBIDDEN-01', 'FORBIDDEN-02']);
    expect(hits.map(({ criterion }) => criterion).sort()).toEqual(['forbidden: one', 'forbidden: two']);
  });
});

describe('what was measured', () => {
  const judged = [lost(1), lost(2)];

  it('latency is the slowest attempt, turns and tokens are those of all', () => {
    const usage = (input_tokens: number) => ({ input_tokens, output_tokens: 1 });
    const verdict = verdictOf(judged, [
      { latencyMs: 300, turns: 2, usage: usage(10) },
      { latencyMs: 100, turns: 1, usage: usage(5) },
    ]);
    expect(verdict).toMatchObject({ latency_ms: 300, turns: 3, usage: { input_tokens: 15, output_tokens: 2 } });
    expect(verdict.usage).not.toHaveProperty('partial');
  });

  it('tokens of some attempts only are partial', () => {
    const one = { input_tokens: 10, output_tokens: 1 };
    expect(verdictOf(judged, [{ turns: 1, usage: one }, { turns: 1 }]).usage).toEqual({ ...one, partial: true });
    expect(
      verdictOf(judged, [
        { turns: 1, usage: one },
        { turns: 1, usage: { ...one, partial: true } },
      ]).usage,
    ).toMatchObject({ partial: true });
  });

  it('what was not measured is absent, not zero', () => {
    const verdict = verdictOf([lost(1)], [{ turns: 0 }]);
    expect(verdict).not.toHaveProperty('latency_ms');
    expect(verdict).not.toHaveProperty('usage');
    expect(verdict.turns).toBe(0);
  });
});
