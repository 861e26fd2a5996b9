import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../../engine/judge/evidence';
import { evidenceWith, grade, outcome, usePatterns } from '../judging';

const patterns = usePatterns();
const unobserved = 'Unable to Verify (not_observable)';
const used = { observation: { usage: { input_tokens: 20, output_tokens: 10 } } };

describe('max_tokens', () => {
  it.each<[string, number, Partial<Evidence>, string]>([
    ['within: input plus output', 30, used, 'Pass'],
    ['above', 29, used, 'Fail'],
    ['nobody counted: never zero', 1000, { observation: { usageGap: 'the hooks returned no usage' } }, unobserved],
    [
      'of some turns only',
      1000,
      { observation: { usage: { input_tokens: 1, output_tokens: 1, partial: true }, usageGap: 'usage is partial' } },
      unobserved,
    ],
    ['when collect, which may hold the total, failed', 1000, { callsComplete: false }, unobserved],
  ])('%s', async (_, value, evidence, expected) => {
    expect(outcome(await grade({ check: 'max_tokens', value }, evidenceWith(evidence), patterns))).toBe(expected);
  });
});
