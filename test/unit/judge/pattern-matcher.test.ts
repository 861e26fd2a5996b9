import { describe, expect, it } from 'vitest';
import { usePatterns } from './judging';

const patterns = usePatterns();

describe('a pattern that breaks its worker', () => {
  it('decides nothing, and the next one is matched as ever', async () => {
    expect(await patterns.match('a', 'not flags', 'a')).toMatchObject({
      kind: 'undecided',
      why: expect.stringMatching(/^could not be matched: .*flags/),
    });
    expect(await patterns.match('b', '', 'abc')).toEqual({ kind: 'match', index: 1, text: 'b' });
  });
});
