import { describe, expect, test } from 'vitest';
import { outlineScenario } from '../../../extension/scenario-outline';
import { unverifiedCriteria } from '../../../extension/unverified-criteria';
import type { CriterionVerdict, Verdict } from '../../../schemas/verdict';

const text = `local_id: SC-001
title: A refund is booked
goal: Refund ORD-1.
acceptance_criteria:
  - statement: The desk is polite
    check: llm_judge   
  - statement: The answer names the order
    check: contains
    value: ORD-1
verification_requires:
  - type: mcp
    server: mail
`;
const outline = outlineScenario(text, '/w/SC-001.yaml');

function criterion(id: string, status: CriterionVerdict['status'], extra: Partial<CriterionVerdict> = {}) {
  return {
    criterion_id: id,
    criterion: `statement of ${id}`,
    expected: 'e',
    achieved: '',
    evidence: '',
    confidence: 'High',
    status,
    ...extra,
  };
}

function verdict(...criteria: CriterionVerdict[]): Verdict {
  return { scenario_id: 'SC-001', run_id: 'r', status: 'Unable to Verify', criteria, forbidden_hits: [] };
}

describe('criteria that could not be verified', () => {
  test('stand at their lines, without the indentation, with reason and remedy', () => {
    const [found, ...others] = unverifiedCriteria(
      verdict(
        criterion('C1', 'Unable to Verify', {
          unverifiable_reason: 'undecidable',
          evidence: 'no judge model is configured',
          remedy: 'Choose a judge model.',
        }),
        criterion('C2', 'Pass'),
      ),
      outline,
    );
    expect(others).toEqual([]);
    expect(found).toEqual({
      line: 4,
      start: 2,
      end: '  - statement: The desk is polite'.length,
      reason: 'undecidable',
      message: 'C1 is Unable to Verify (undecidable): no judge model is configured\nChoose a judge model.',
    });
  });

  test('what only a verdict brings stands at what has brought it', () => {
    const [found] = unverifiedCriteria(
      verdict(criterion('VERIFY-01', 'Unable to Verify', { unverifiable_reason: 'not_observable' })),
      outline,
    );
    expect(found).toMatchObject({ line: 9, reason: 'not_observable' });
  });

  test('a criterion that is not in the file any more stands at its beginning', () => {
    const [found] = unverifiedCriteria(verdict(criterion('C9', 'Unable to Verify')), outline);
    expect(found).toMatchObject({ line: 0, reason: 'undecidable' });
    expect(found?.message).toBe('C9 is Unable to Verify (undecidable): statement of C9');
  });

  test('passes and failures are none', () => {
    expect(unverifiedCriteria(verdict(criterion('C1', 'Pass'), criterion('C2', 'Fail')), outline)).toEqual([]);
  });
});
