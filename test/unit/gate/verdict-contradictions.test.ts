import { describe, expect, it } from 'vitest';
import { isMixed, verdictContradiction } from '../../../engine/gate/verdict-contradictions';
import { type CriterionVerdict, Verdict, type VerdictStatus } from '../../../schemas/verdict';

const criterion = (status: VerdictStatus): CriterionVerdict => ({
  criterion_id: 'C1',
  criterion: 'x',
  expected: 'x',
  achieved: 'x',
  evidence: 'x',
  confidence: 'High',
  status,
});
const verdict = (status: string, more: object = {}) =>
  Verdict.parse({
    scenario_id: 'SC-1',
    run_id: 'r',
    status,
    criteria: [criterion('Pass')],
    forbidden_hits: [],
    ...more,
  });
const attempts = (...statuses: VerdictStatus[]) => ({
  attempts: statuses.map((status, index) => ({ attempt: index + 1, status })),
});

describe('a verdict contradicts itself', () => {
  it.each<[string, object, string]>([
    ['Pass', { criteria: [criterion('Pass'), criterion('Fail')] }, 'says Pass, but its criterion C1 is Fail'],
    ['Pass', { criteria: [criterion('Unable to Verify')] }, 'its criterion C1 is Unable to Verify'],
    ['Pass', { forbidden_hits: ['secret'] }, 'a forbidden string'],
    ['Pass', { compromised: true }, 'it was compromised'],
    ['Pass', attempts('Pass', 'Fail'), 'its attempt 2 is Fail'],
    ['Pass', { fail_count: 1 }, 'it counts 1 failed criteria'],
    ['Pass', { unverifiable_reason: 'not_observable' }, 'could not be verified'],
    ['Unable to Verify', { criteria: [criterion('Fail')] }, 'says Unable to Verify, but its criterion C1 is Fail'],
    ['Partial', { forbidden_hits: ['secret'] }, 'says Unable to Verify, but the answer'],
  ])('when its status is better than what it holds: %s %o', (status, more, message) => {
    expect(verdictContradiction(verdict(status, more))).toContain(message);
  });

  it.each<[string, object]>([
    ['Pass', {}],
    ['Pass', { criteria: [], fail_count: 0, unable_to_verify_count: 0, unverifiable_reason: null, compromised: null }],
    ['Pass', attempts('Pass', 'Pass')],
    ['Fail', { compromised: true }],
    ['Fail', attempts('Pass', 'Fail')],
    ['Partial', { criteria: [criterion('Unable to Verify')] }],
    ['Unable to Verify', { criteria: [], unverifiable_reason: 'agent_never_ran', diagnosis: 'x' }],
  ])('not when its status follows: %s %o', (status, more) => {
    expect(verdictContradiction(verdict(status, more))).toBeUndefined();
  });
});

it('attempts that disagree are told from the attempts themselves', () => {
  expect(isMixed(verdict('Fail', attempts('Pass', 'Fail')))).toBe(true);
  expect(isMixed(verdict('Unable to Verify', attempts('Pass', 'Unable to Verify')))).toBe(false);
});
