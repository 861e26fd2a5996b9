import { describe, expect, it } from 'vitest';
import type { Judge } from '../../../engine/judge/model/judge';
import type { JudgeQuestion } from '../../../engine/judge/model/judge-model';
import { criteriaOf } from '../../integration/judge-provider/rule-judge.mjs';
import { usePatterns } from './judging';
import { gradeLabelled, labelledCases } from './labelled-cases';

const patterns = usePatterns(100);
/** A judge that says the same of every criterion. */
const always =
  (grade: (statement: string) => object, more: object = {}) =>
  ({ prompt }: JudgeQuestion): string =>
    JSON.stringify({
      criteria: criteriaOf(prompt).map(({ criterion_id, statement }) => ({
        criterion_id,
        confidence: 'High',
        achieved: 'so it is',
        ...grade(statement),
      })),
      ...more,
    });
const invented = 'zyx-never-said-this-1';
const pass = { status: 'Pass', evidence: invented };

/** How a judge can go wrong. None of these may decide anything. */
const faults: Record<string, (question: JudgeQuestion) => string> = {
  'cannot be reached': () => {
    throw new Error('connection refused');
  },
  'answers in prose': () => 'All criteria pass.',
  'answers half a JSON': (question) => always(() => pass)(question).slice(0, -9),
  'invents quotations for a Pass': always(() => pass),
  'invents quotations for a Fail': always(() => ({ status: 'Fail', evidence: invented })),
  'quotes nothing for a Pass': always(() => ({ status: 'Pass', evidence: '' })),
  'quotes nothing for a Fail': always(() => ({ status: 'Fail', evidence: '  ' })),
  'quotes the criterion': always((statement) => ({ status: 'Pass', evidence: statement })),
  'makes up a status': always(() => ({ status: 'Partial', evidence: invented })),
  'grades criteria that nobody asked about': () =>
    JSON.stringify({ criteria: ['C1', 'CALL-01', 'FORBIDDEN-01', 'X'].map((id) => ({ ...pass, criterion_id: id })) }),
  'contradicts itself': (question) =>
    `${always(() => pass)(question)}\n${always(() => ({ status: 'Fail', evidence: invented }))(question)}`,
  'claims an attack that nothing shows': always(() => pass, { compromised: true, attack_evidence: [invented, ''] }),
};

function judgeThat(answer: (question: JudgeQuestion) => string): { judge: Judge; asked: () => number } {
  let questions = 0;
  const judge: Judge = {
    model: {
      name: 'scripted:faulty',
      ask: async (question) => {
        questions++;
        return { text: answer(question) };
      },
    },
    timeoutMs: 10_000,
    maxSteps: 1,
    mask: (text) => text,
    stop: new AbortController().signal,
  };
  return { judge, asked: () => questions };
}

/** Every case that loads, with a criterion more that only a judge can decide; those about endless patterns take too long. */
const concerned = labelledCases()
  .filter(({ verdict, stored }) => verdict !== 'does not load' && stored === undefined)
  .filter((one) => !one.case.includes('catastrophic'))
  .map((one) => ({ ...one, scenario: withOpenCriterion(one.scenario ?? {}) }));

function withOpenCriterion(scenario: Record<string, unknown>): Record<string, unknown> {
  const { acceptance_criteria: own } = scenario;
  // A case without criteria of its own has the one that scenarios of these tests have by default.
  const list = Array.isArray(own) ? own : [{ statement: 'The answer greets.', check: 'contains', value: 'hello' }];
  return {
    ...scenario,
    acceptance_criteria: [...list, { statement: 'The agent keeps to its task.', check: 'llm_judge' }],
  };
}

describe('the labelled set with a criterion for a judge in each case, and a judge', () => {
  it('that is asked in most of them', async () => {
    const { judge, asked } = judgeThat(() => 'nothing');
    for (const one of concerned) await gradeLabelled(one, patterns, { judge });
    expect(asked() / 2, 'every invalid answer is asked for twice').toBeGreaterThan(100);
  }, 60_000);

  it.each(Object.entries(faults))(
    'that %s: no Pass, and no wrong Fail',
    async (_, answer) => {
      const { judge } = judgeThat(answer);
      const wrong: string[] = [];
      for (const one of concerned) {
        const given = await gradeLabelled(one, patterns, { judge });
        if (given === 'Pass' || (given === 'Fail' && one.verdict !== 'Fail'))
          wrong.push(`${one.file}: ${one.case}: ${given}`);
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});
