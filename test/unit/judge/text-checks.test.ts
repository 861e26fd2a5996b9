import { describe, expect, it } from 'vitest';
import { evidenceWith, grade, outcome, usePatterns } from './judging';

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

describe('contains', () => {
  it.each<[string, object, string, string]>([
    ['is there', { value: '25.00 EUR' }, 'You get 25.00 EUR.', 'Pass'],
    ['is not there', { value: '25.00 EUR' }, 'You get 20 EUR.', 'Fail'],
    ['case counts', { value: 'hello' }, 'Hello', 'Fail'],
    ['ignore_case', { value: 'hElLo', ignore_case: true }, 'Oh, HELLO there', 'Pass'],
    ['ignore_case, not there', { value: 'bye', ignore_case: true }, 'HELLO', 'Fail'],
    ['absent, not there', { value: 'secret', absent: true }, 'Nothing.', 'Pass'],
    ['absent, there', { value: 'secret', absent: true }, 'The secret.', 'Fail'],
    ['absent with ignore_case', { value: 'secret', absent: true, ignore_case: true }, 'The SECRET.', 'Fail'],
    ['characters of a pattern are text', { value: 'a.c' }, 'abc', 'Fail'],
    ['nothing is Unicode-normalised', { value: 'caf\u00e9' }, 'cafe\u0301', 'Fail'],
    ['white space is not folded', { value: 'a b' }, 'a\nb', 'Fail'],
  ])('%s', async (_, parameters, answer, expected) => {
    expect(outcome(await grade({ check: 'contains', ...parameters }, answering(answer), patterns))).toBe(expected);
  });
});

describe('equals', () => {
  it.each<[string, object, string, string]>([
    ['the same', { value: 'Yes.' }, 'Yes.', 'Pass'],
    ['something else', { value: 'Yes.' }, 'Yes, of course.', 'Fail'],
    ['a line end after the answer does not count', { value: 'Yes.' }, 'Yes.\n', 'Pass'],
    ['case counts', { value: 'yes.' }, 'Yes.', 'Fail'],
    ['ignore_case', { value: 'yes.', ignore_case: true }, 'YES.', 'Pass'],
    ['absent, the same', { value: 'Yes.', absent: true }, 'Yes.', 'Fail'],
    ['absent, something else', { value: 'Yes.', absent: true }, 'No.', 'Pass'],
    ['inner white space counts', { value: 'a b' }, 'a  b', 'Fail'],
  ])('%s', async (_, parameters, answer, expected) => {
    expect(outcome(await grade({ check: 'equals', ...parameters }, answering(answer), patterns))).toBe(expected);
  });
});

describe('limits', () => {
  it.each<[string, object, object, string]>([
    ['latency within', { check: 'max_latency_ms', value: 120 }, { latencyMs: 120 }, 'Pass'],
    ['latency above', { check: 'max_latency_ms', value: 119 }, { latencyMs: 120 }, 'Fail'],
    ['turns within', { check: 'max_turns', value: 3 }, { turns: 3 }, 'Pass'],
    ['turns above', { check: 'max_turns', value: 2 }, { turns: 3 }, 'Fail'],
    [
      'tokens within: input plus output',
      { check: 'max_tokens', value: 30 },
      { observation: { usage: { input_tokens: 20, output_tokens: 10 } } },
      'Pass',
    ],
    [
      'tokens above',
      { check: 'max_tokens', value: 29 },
      { observation: { usage: { input_tokens: 20, output_tokens: 10 } } },
      'Fail',
    ],
    [
      'tokens nobody counted: never zero',
      { check: 'max_tokens', value: 1000 },
      { observation: { usageGap: 'the hooks returned no usage' } },
      'Unable to Verify (not_observable)',
    ],
    [
      'tokens of some turns only',
      { check: 'max_tokens', value: 1000 },
      { observation: { usage: { input_tokens: 1, output_tokens: 1, partial: true }, usageGap: 'usage is partial' } },
      'Unable to Verify (not_observable)',
    ],
    [
      'tokens when collect, which may hold the total, failed',
      { check: 'max_tokens', value: 1000 },
      { callsComplete: false },
      'Unable to Verify (not_observable)',
    ],
  ])('%s', async (_, criterion, evidence, expected) => {
    expect(outcome(await grade({ ...criterion }, evidenceWith(evidence), patterns))).toBe(expected);
  });

  it('latency that was not measured is not observable', async () => {
    const { latencyMs: _latency, ...unmeasured } = evidenceWith();
    const graded = await grade({ check: 'max_latency_ms', value: 1_000_000 }, unmeasured, patterns);
    expect(outcome(graded)).toBe('Unable to Verify (not_observable)');
  });
});

describe('checks that nothing carries out yet', () => {
  it.each([
    { check: 'llm_judge', statement: 'It is polite.' },
    { check: 'json_schema', schema: {} },
    { check: 'file_exists', path: 'a' },
    { check: 'file_matches', path: 'a', pattern: 'b' },
    { check: 'mcp_probe', server: 's', tool: 't' },
    { check: 'script', script: 'a.mjs' },
  ])('%o neither passes nor fails, and says what to do', async (criterion) => {
    const graded = await grade(criterion, evidenceWith(), patterns);
    expect(outcome(graded)).toBe('Unable to Verify (undecidable)');
    expect(graded.remedy).toBeTruthy();
  });
});
