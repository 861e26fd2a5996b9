import { describe, expect, it } from 'vitest';
import { evidenceWith, grade, outcome, usePatterns } from '../judging';

const patterns = usePatterns();

describe('llm_judge', () => {
  it('neither passes nor fails without a judge, and says what to do', async () => {
    const graded = await grade({ check: 'llm_judge', statement: 'It is polite.' }, evidenceWith(), patterns);
    expect(outcome(graded)).toBe('Unable to Verify (undecidable)');
    expect(graded.remedy).toMatch(/configure a judge model/);
  });
});
