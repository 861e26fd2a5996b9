import { describe, expect, it } from 'vitest';
import { evidenceWith, grade, outcome, usePatterns } from '../judging';

const patterns = usePatterns();

describe('max_latency_ms', () => {
  it.each([
    ['within', 120, 'Pass'],
    ['above', 119, 'Fail'],
  ])('%s', async (_, value, expected) => {
    const graded = await grade({ check: 'max_latency_ms', value }, evidenceWith({ latencyMs: 120 }), patterns);
    expect(outcome(graded)).toBe(expected);
    expect(graded.achieved).toBe('120 ms');
  });

  it('what was not measured is not observable', async () => {
    const { latencyMs: _latency, ...unmeasured } = evidenceWith();
    const graded = await grade({ check: 'max_latency_ms', value: 1_000_000 }, unmeasured, patterns);
    expect(outcome(graded)).toBe('Unable to Verify (not_observable)');
  });
});
