import { describe, expect, it } from 'vitest';
import { groundNarrative } from '../../../../engine/report/rca/narrative';
import { strayNumber } from '../../../../engine/report/rca/stray-number';
import { totalsOf } from '../../../../engine/report/report';
import { judged } from '../outcomes';

const outcomes = [
  ...['1', '2', '3'].map((id) => judged(`SC-00${id}`, 'Fail')),
  ...['4', '5', '6', '7', '8'].map((id) => judged(`SC-00${id}`, 'Pass')),
];
const totals = totalsOf(outcomes, 0); // 8 planned, 5 passed, 3 failed, 62.5 %
const given = 'the groups: CL-01, SC-001, SC-002, SC-003 in F-001';

describe('the numbers of a narrative', () => {
  it.each([
    ['3 of 8 failed, 5 passed.'],
    ['Three of 8 failed: SC-001, SC-002 and SC-003 (CL-01, F-001).'],
    ['The pass rate is 62.5%, or 62 %, or 63 %.'],
    ['One cause stands out; 0 could not be verified.'],
    ['Nothing worth a number.'],
    ['3/8 failed.'],
  ])('hold: %s', (text) => {
    expect(strayNumber(text, totals, given)).toBeUndefined();
  });

  it.each([
    ['4 of 8 failed.', '4'],
    ['Four failed.', 'four'],
    ['Two-thirds failed.', 'two-thirds'],
    ['Half of them failed.', 'half'],
    ['The pass rate is 61%.', '61'],
    ['SC-009 failed.', 'sc-009'],
    ['3 failed since 2024-01-02.', '2024-01-02'],
    ['1,005 failed.', '1005'],
    ['It took 20s.', '20s'],
    ['٧ failed.', '٧'],
  ])('do not hold: %s', (text, stray) => {
    expect(strayNumber(text, totals, given)).toBe(stray);
  });

  it('decide whether it stays; steps are looked at one by one', () => {
    const next = ['Look at SC-001.', 'Call +49 30 1234.', ' ', 'Greet first.'];
    expect(groundNarrative({ narrative: '3 failed.', next }, totals, given)).toEqual({
      narrative: '3 failed.',
      next: ['Look at SC-001.', 'Greet first.'],
    });
    expect(groundNarrative({ narrative: '7 failed.', next: [] }, totals, given)).toEqual({
      why: expect.stringContaining('"7"'),
    });
  });
});
