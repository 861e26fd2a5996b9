import { expect, it } from 'vitest';
import { nextSteps } from '../../../cli/verdicts/next-steps';
import type { RunRow } from '../../../cli/verdicts/rows';
import { toBegin } from '../../../engine/workspace/select';
import type { Verdict } from '../../../schemas/verdict';

function row(verdict: Partial<Verdict>): RunRow {
  // Only how it came out is looked at here.
  return { kind: 'verdict', id: 'SC-1', title: 'One', verdict: verdict as Verdict };
}

it('after a run whose agent did not answer, the profile is to be looked at', () => {
  const steps = nextSteps([row({ status: 'Unable to Verify', unverifiable_reason: 'agent_never_ran' })]).join('\n');
  expect(steps).toMatch(/rook profile test\b/);
  expect(steps).toMatch(/rook profile fix\b/);
});

it('after a run whose agent failed, it is not', () => {
  expect(nextSteps([row({ status: 'Fail' })]).join('\n')).not.toContain('rook profile');
});

it('who has no profile is told of the command that writes one, first', () => {
  const text = toBegin.profile('profiles');
  expect(text.indexOf('rook profile add')).toBeGreaterThan(-1);
  expect(text.indexOf('rook profile add')).toBeLessThan(text.indexOf('local.yaml'));
});
