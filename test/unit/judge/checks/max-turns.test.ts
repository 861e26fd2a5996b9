import { describe, expect, it } from 'vitest';
import { evidenceWith, grade, outcome, usePatterns } from '../judging';

const patterns = usePatterns();

describe('max_turns', () => {
  it.each([
    ['within', 3, 'Pass'],
    ['above', 2, 'Fail'],
  ])('%s', async (_, value, expected) => {
    const graded = await grade({ check: 'max_turns', value }, evidenceWith({ turns: 3 }), patterns);
    expect(outcome(graded)).toBe(expected);
    expect(graded.evidence).toBe('turns: 3');
  });
});
