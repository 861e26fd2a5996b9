import { describe, expect, it } from 'vitest';
import { evidenceWith, grade, outcome, usePatterns } from '../judging';

const patterns = usePatterns();
const answering = (answer: string) => evidenceWith({ answer });

describe('regex', () => {
  it.each<[string, object, string, string]>([
    ['a match passes at once', { pattern: 'refund' }, 'The refund is on its way.', 'Pass'],
    [
      'a miss is for a judge: without one it is undecidable',
      { pattern: 'refund' },
      'No.',
      'Unable to Verify (undecidable)',
    ],
    ['strict: a match passes', { pattern: 'refund', strict: true }, 'A refund.', 'Pass'],
    ['strict: a miss fails, no judge asked', { pattern: 'refund', strict: true }, 'No.', 'Fail'],
    ['absent: found text fails', { pattern: 'refund', absent: true }, 'A refund.', 'Fail'],
    ['absent: nothing found passes', { pattern: 'refund', absent: true }, 'No.', 'Pass'],
    ['absent and strict: found text fails', { pattern: 'refund', absent: true, strict: true }, 'A refund.', 'Fail'],
    ['absent and strict: nothing found passes', { pattern: 'refund', absent: true, strict: true }, 'No.', 'Pass'],
    ['case counts', { pattern: 'refund', strict: true }, 'REFUND', 'Fail'],
    ['flags are used', { pattern: 'refund', flags: 'i', strict: true }, 'REFUND', 'Pass'],
    ['g and y make no difference', { pattern: 'refund', flags: 'gy', strict: true }, 'A refund.', 'Pass'],
    ['s lets a dot cross lines', { pattern: 'a.b', flags: 's', strict: true }, 'a\nb', 'Pass'],
    ['m lets ^ find a line', { pattern: '^b$', flags: 'm', strict: true }, 'a\nb\nc', 'Pass'],
    ['nothing is Unicode-normalised', { pattern: 'caf\u00e9', strict: true }, 'cafe\u0301', 'Fail'],
    ['an empty match is a match', { pattern: 'x*', strict: true }, 'abc', 'Pass'],
  ])('%s', async (_, parameters, answer, expected) => {
    expect(outcome(await grade({ check: 'regex', ...parameters }, answering(answer), patterns))).toBe(expected);
  });

  it('quotes the match with what stands around it', async () => {
    const answer = `${'a'.repeat(200)}REFUND${'b'.repeat(200)}`;
    const { evidence } = await grade({ check: 'regex', pattern: 'REFUND' }, answering(answer), patterns);
    const quote = /^…"(.*)"…$/.exec(evidence)?.[1] ?? '';
    expect(quote).toContain('REFUND');
    expect(answer).toContain(quote);
  });

  it('the remedy of a miss is strict or a judge', async () => {
    const { remedy } = await grade({ check: 'regex', pattern: 'x' }, answering('No.'), patterns);
    expect(remedy).toMatch(/strict: true.*judge/);
  });
});

describe('a pattern that takes for ever', () => {
  const impatient = usePatterns(300);
  const catastrophic = { check: 'regex', pattern: '^(a+)+$' };
  const answer = answering(`${'a'.repeat(40)}!`);

  it('ends at its limit as undecidable; it neither passes nor fails', async () => {
    for (const more of [{}, { strict: true }, { absent: true }]) {
      const graded = await grade({ ...catastrophic, ...more }, answer, impatient);
      expect(outcome(graded)).toBe('Unable to Verify (undecidable)');
      expect(graded.evidence).toMatch(/time limit/);
    }
  });

  it('does not keep the next pattern from being matched', async () => {
    const both = await Promise.all([
      grade(catastrophic, answer, impatient),
      grade({ check: 'regex', pattern: 'a!' }, answer, impatient),
    ]);
    expect(both.map(outcome)).toEqual(['Unable to Verify (undecidable)', 'Pass']);
  });

  it('also within json_path matches', async () => {
    const criterion = { check: 'json_path', path: '$.text', matches: '^(a+)+$' };
    const json = answering(JSON.stringify({ text: `${'a'.repeat(40)}!` }));
    expect(outcome(await grade(criterion, json, impatient))).toBe('Unable to Verify (undecidable)');
  });
});
