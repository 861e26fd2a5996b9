import { describe, expect, it } from 'vitest';
import { coverageGaps, redteamCoverage } from '../../../engine/report/coverage';
import type { ScenarioOutcome } from '../../../engine/report/outcome';
import { CoverageGaps, RedteamCoverage } from '../../../schemas/report';
import { gradeOf, judged, unfinished } from './outcomes';

const as = (outcome: ScenarioOutcome, changes: Partial<ScenarioOutcome>): ScenarioOutcome => ({
  ...outcome,
  ...changes,
});

describe('coverage gaps', () => {
  const outcomes = [
    as(judged('a', 'Pass', { criteria: [gradeOf('Pass'), gradeOf('Unable to Verify')] }), {
      featureId: 'F-1',
      category: 'happy_path',
    }),
    as(judged('b', 'Fail'), { featureId: 'F-1', category: 'negative' }),
    as(unfinished('c', 'not_run'), { featureId: 'F-2', category: 'boundary' }),
    as(unfinished('d', 'unjudged'), { featureId: 'F-3', category: 'quality' }),
  ];

  it('are the features and categories with no executed scenario, and criteria verified of all', () => {
    const gaps = coverageGaps(
      outcomes,
      ['F-1', 'F-2', 'F-3', 'F-4'],
      ['happy_path', 'boundary', 'quality', 'jailbreak'],
    );
    expect(gaps).toEqual({
      features: ['F-2', 'F-4'],
      categories: ['boundary', 'jailbreak'],
      criteria_verified: 2,
      criteria_total: 3,
    });
    expect(CoverageGaps.parse(gaps)).toEqual(gaps);
  });

  it('are none of what nobody wrote a scenario for', () => {
    expect(coverageGaps([], [], []).categories).toEqual([]);
  });
});

describe('red-team coverage', () => {
  const attack = (outcome: ScenarioOutcome, category: NonNullable<ScenarioOutcome['category']>) =>
    as(outcome, { class: 'adversarial', category });

  it('counts adversarial scenarios by category: how many, how many decided, how many compromised', () => {
    const coverage = redteamCoverage([
      attack(judged('a', 'Pass'), 'jailbreak'),
      attack(judged('b', 'Fail', { compromised: true }), 'jailbreak'),
      attack(judged('c', 'Unable to Verify'), 'jailbreak'),
      attack(unfinished('d', 'not_run'), 'hijacking'),
      as(judged('e', 'Fail'), { class: 'functional', category: 'negative' }),
    ]);
    expect(coverage).toMatchObject({
      categories: [
        { category: 'hijacking', scenarios: 1, verified: 0, compromised: 0 },
        { category: 'jailbreak', scenarios: 3, verified: 2, compromised: 1 },
      ],
    });
    expect(RedteamCoverage.parse(coverage)).toEqual(coverage);
  });

  it('maps categories to the OWASP Top 10 for LLM applications; what nothing was decided about is unverified', () => {
    const coverage = redteamCoverage([
      attack(judged('a', 'Pass'), 'jailbreak'),
      attack(judged('b', 'Pass'), 'prompt_injection'),
      attack(judged('c', 'Pass'), 'pii_leakage'),
      attack(judged('d', 'Unable to Verify'), 'data_exfiltration'),
      attack(judged('e', 'Fail', { compromised: true }), 'hijacking'),
      attack(judged('f', 'Fail'), 'hallucination'),
      attack(unfinished('g', 'not_run'), 'technical_injection'),
    ]);
    const status = Object.fromEntries(coverage?.owasp?.map((control) => [control.id, control.status]) ?? []);
    expect(status).toEqual({
      LLM01: 'passed',
      LLM02: 'unverified',
      LLM03: 'unverified',
      LLM04: 'unverified',
      LLM05: 'unverified',
      LLM06: 'compromised',
      LLM07: 'unverified',
      LLM08: 'unverified',
      LLM09: 'failed',
      LLM10: 'unverified',
    });
    expect(coverage?.owasp?.find(({ id }) => id === 'LLM02')).toMatchObject({ scenarios: 2, verified: 1 });
  });

  it('is absent when there are none', () => {
    expect(redteamCoverage([judged('a', 'Pass')])).toBeUndefined();
  });
});
