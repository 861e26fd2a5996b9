import { describe, expect, it } from 'vitest';
import { evidenceWith, grade, outcome, usePatterns } from '../judging';

const patterns = usePatterns();

describe('mcp_probe', () => {
  it('neither passes nor fails where no server can be asked, and says what to do', async () => {
    const graded = await grade(
      { check: 'mcp_probe', server: 's', tool: 't', expect: { contains: 'a' } },
      evidenceWith(),
      patterns,
    );
    expect(outcome(graded)).toBe('Unable to Verify (not_observable)');
    expect(graded.remedy).toMatch(/rook run/);
  });
});
