import { describe, expect, it } from 'vitest';
import { usePatterns } from './judging';
import { gradeLabelled, labelledCases } from './labelled-cases';

const patterns = usePatterns(500);
const cases = labelledCases();

/** What the label says, in the words of gradeLabelled. */
const rightOf = ({ verdict, reason }: (typeof cases)[number]): string => (reason ? `${verdict} (${reason})` : verdict);

describe('the labelled set', () => {
  it('has at least 130 cases, each with a name of its own', () => {
    expect(cases.length).toBeGreaterThanOrEqual(130);
    const names = cases.map((one) => one.case);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('has cases of every outcome', () => {
    const count = (verdict: string): number => cases.filter((one) => one.verdict === verdict).length;
    for (const verdict of ['Pass', 'Fail', 'Unable to Verify', 'does not load'])
      expect(count(verdict), verdict).toBeGreaterThan(15);
  });

  it('is graded without a model: no wrong Pass, no wrong Fail, nothing else wrong', async () => {
    const graded: { name: string; right: string; given: string }[] = [];
    for (const one of cases) {
      const given = await gradeLabelled(one, patterns);
      graded.push({ name: `${one.file}: ${one.case}`, right: rightOf(one), given });
    }
    const wrong = (status: string): string[] =>
      graded
        .filter(({ right, given }) => given === status && right !== status)
        .map(({ name, right }) => `${name}: right is ${right}`);
    expect(wrong('Pass'), 'wrong Pass').toEqual([]);
    expect(wrong('Fail'), 'wrong Fail').toEqual([]);
    expect(graded.filter(({ right, given }) => right !== given)).toEqual([]);
  }, 60_000);
});
