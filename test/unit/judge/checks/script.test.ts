import { describe, expect, it } from 'vitest';
import { evidenceWith, grade, outcome, usePatterns } from '../judging';

const patterns = usePatterns();

describe('script', () => {
  it('neither passes nor fails where nothing can run it, and says what to do', async () => {
    const graded = await grade({ check: 'script', script: 'a.mjs' }, evidenceWith(), patterns);
    expect(outcome(graded)).toBe('Unable to Verify (undecidable)');
    expect(graded.remedy).toMatch(/rook run/);
  });
});
