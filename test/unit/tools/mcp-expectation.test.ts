import { describe, expect, it } from 'vitest';
import { describeExpectation, expectationGap, gradeResult } from '../../../engine/tools/mcp/expectation';

type Expect = Parameters<typeof gradeResult>[0];
const data = (structured: unknown, text = JSON.stringify(structured)) => ({
  isError: false,
  text,
  structured,
  otherBlocks: [],
});
const words = (text: string) => ({ isError: false, text, otherBlocks: [] });
const status = (expectation: Expect, result: Parameters<typeof gradeResult>[1]): string =>
  gradeResult(expectation, result, describeExpectation(expectation)).status;

const refunds = { found: true, count: 1, refunds: [{ order_id: 'ORD-7', amount: 25 }] };

describe('what a tool returned', () => {
  it.each<[Expect, string]>([
    [{ json_path: '$.found', equals: true }, 'Pass'],
    [{ json_path: '$.found', equals: 'true' }, 'Fail'],
    [{ json_path: '$.found', equals: false }, 'Fail'],
    [{ json_path: '$.refunds[0].amount', equals: 25 }, 'Pass'],
    [{ json_path: '$.refunds[1].amount', equals: 25 }, 'Fail'],
    [{ json_path: '$.refunds[*].order_id', contains: 'ORD' }, 'Pass'],
    [{ json_path: '$.refunds[*].order_id', contains: 'ord' }, 'Fail'],
    [{ json_path: '$.refunds[0]', exists: true }, 'Pass'],
    [{ json_path: '$.refunds[0]', exists: false }, 'Fail'],
    [{ json_path: '$.refunds[5]', exists: false }, 'Pass'],
    [{ json_path: '$.refunds[0]' }, 'Pass'],
    [{ json_path: '$.count', equals: 1, contains: '2' }, 'Fail'],
    [{ equals: refunds }, 'Pass'],
    [{ equals: { found: true } }, 'Fail'],
    [{ contains: 'ORD-7' }, 'Pass'],
    [{ contains: 'ORD-8' }, 'Fail'],
  ])('%j: %s', (expectation, expected) => {
    expect(status(expectation, data(refunds))).toBe(expected);
    // The same as text alone.
    expect(status(expectation, words(JSON.stringify(refunds)))).toBe(expected);
  });

  it('as plain text is not JSON: a path says nothing about the agent then', () => {
    expect(status({ json_path: '$.found', exists: false }, words('no refund'))).toBe('Unable to Verify');
    expect(status({ json_path: '$.found', equals: true }, words('no refund'))).toBe('Unable to Verify');
    expect(status({ contains: 'no refund' }, words('There is no refund.'))).toBe('Pass');
    expect(status({ equals: 'none' }, words('none'))).toBe('Pass');
  });

  it('may be nothing at all, and then nothing is decided', () => {
    expect(status({ contains: 'x' }, words(''))).toBe('Unable to Verify');
    expect(status({ contains: 'x' }, { isError: false, text: '', otherBlocks: ['image'] })).toBe('Unable to Verify');
  });

  it('that speaks of an error without being marked as one proves nothing', () => {
    for (const result of [{ error: 'no session' }, { errors: [{ code: 5 }] }]) {
      expect(status({ json_path: '$.refunds[0]', exists: false }, data(result))).toBe('Unable to Verify');
      expect(status({ json_path: '$.found', equals: true }, data(result))).toBe('Unable to Verify');
    }
    expect(status({ json_path: '$.found', equals: true }, data({ found: true, error: null, errors: [] }))).toBe('Pass');
    expect(status({ json_path: '$.error', equals: 'no session' }, data({ error: 'no session' }))).toBe('Pass');
  });

  it('is quoted', () => {
    const grade = gradeResult({ json_path: '$.found', equals: false }, data(refunds), 'x');
    expect(grade.evidence).toContain('$.found: true in {"found":true');
  });
});

describe('an expectation', () => {
  it.each<[Expect | null | undefined, RegExp]>([
    [undefined, /does not say/],
    [null, /does not say/],
    [{}, /does not say/],
    [{ exists: true }, /without a json_path/],
    [{ contains: '' }, /empty text/],
    [{ json_path: 'found' }, /does not compile/],
  ])('%j decides nothing', (expectation, why) => {
    expect(expectationGap(expectation)?.why).toMatch(why);
  });

  it('that is complete has no gap', () => {
    expect(expectationGap({ json_path: '$.a', equals: null })).toBeUndefined();
    expect(expectationGap({ contains: 'a' })).toBeUndefined();
  });
});
