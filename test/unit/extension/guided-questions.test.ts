import { describe, expect, it } from 'vitest';
import { checkNames } from '../../../engine/judge/known-checks';
import { checkSummary, inListOrder } from '../../../extension/check-summaries';
import { criterionOf, criterionQuestions } from '../../../extension/criterion-questions';
import { type Answers, nextQuestion, type Question } from '../../../extension/guided-flow';
import { kindOf, scenarioQuestions } from '../../../extension/scenario-questions';

const brief = { step: 5, thorough: false, doubts: new Map<string, string>() };
const thorough = { ...brief, step: 1, thorough: true };
const answers = (entries: Record<string, string>): Answers => new Map(Object.entries(entries));
const ids = (questions: readonly Question[]) => questions.map(({ id }) => id);

describe('the list of checks', () => {
  it('has a line about each of them, and leaves none out', () => {
    expect(checkNames.filter((name) => checkSummary(name) === undefined)).toEqual([]);
    expect(inListOrder([...checkNames, 'brand_new']).sort()).toEqual([...checkNames, 'brand_new'].sort());
  });

  it('says of a check why it could not decide here', () => {
    const [question] = criterionQuestions(new Map(), { ...brief, doubts: new Map([['called', 'No calls.']]) });
    const choices = question?.kind === 'pick' ? question.choices : [];
    expect(choices.find(({ id }) => id === 'called')?.detail).toContain('No calls.');
  });
});

describe('the questions about a criterion', () => {
  it('are as few as can be for a new scenario', () => {
    expect(ids(criterionQuestions(answers({ check: 'contains' }), brief))).toEqual(['check', 'field.value']);
    expect(ids(criterionQuestions(answers({ check: 'llm_judge' }), brief))).toEqual(['check', 'statement']);
    expect(criterionQuestions(answers({ check: 'contains' }), brief).every(({ step }) => step === 5)).toBe(true);
  });

  it('follow the choice of what is compared', () => {
    const before = answers({ check: 'json_path', 'field.path': '$.a' });
    expect(ids(criterionQuestions(before, brief))).toEqual(['check', 'field.path', 'choice']);
    const after = criterionQuestions(new Map([...before, ['choice', 'exists']]), brief);
    expect(after.at(-1)).toMatchObject({ id: 'field.exists', kind: 'pick' });
  });

  it('include options and words when it is added to a scenario, and count every one', () => {
    const said = answers({ check: 'regex', 'field.pattern': 'a', options: 'flags\nabsent' });
    const questions = criterionQuestions(said, thorough);
    expect(ids(questions)).toEqual(['check', 'field.pattern', 'options', 'field.flags', 'statement']);
    expect(questions.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
    expect(criterionOf(new Map([...said, ['field.flags', 'i'], ['statement', ' No a. ']]))).toEqual({
      check: 'regex',
      statement: 'No a.',
      parameters: { pattern: 'a', flags: 'i', absent: true },
    });
  });

  it('refuse a value by the rules of the check', () => {
    const problem = (check: string, field: string, typed: string) => {
      const question = criterionQuestions(answers({ check }), brief).find(({ id }) => id === `field.${field}`);
      return question?.kind === 'text' ? question.problem(typed) : 'no such question';
    };
    expect(problem('regex', 'pattern', '(')).toContain('does not compile');
    expect(problem('regex', 'pattern', '(a)')).toBeUndefined();
    expect(problem('max_tokens', 'value', '-1')).toBeDefined();
    expect(problem('max_tokens', 'value', 'many')).toBe('Write a number.');
    expect(problem('call_order', 'tools', 'one')).toBeDefined();
    expect(problem('called_with', 'arguments', '{"a": 1}')).toBeUndefined();
    expect(problem('called_with', 'arguments', '[1]')).toBeDefined();
  });
});

describe('the questions about a scenario', () => {
  const surroundings = {
    kinds: [
      { class: 'adversarial', category: 'jailbreak' },
      { class: 'adversarial', category: 'jailbreak' },
      { class: 'functional', category: 'negative' },
    ] as const,
    features: new Map([
      ['F-001', 'Refunds'],
      ['F-002', 'F-002'],
    ]),
    lastFeature: 'F-002',
    doubts: new Map<string, string>(),
  };
  const choicesOf = (id: string) => {
    const question = scenarioQuestions(new Map(), surroundings).find((one) => one.id === id);
    return question?.kind === 'pick' ? question.choices.map((choice) => choice.id) : [];
  };

  it('take five steps at most, and four without features', () => {
    const steps = (given: typeof surroundings) =>
      nextQuestion(scenarioQuestions(answers({ check: 'json_path' }), given), new Map())?.steps;
    expect(steps(surroundings)).toBe(5);
    expect(steps({ ...surroundings, features: new Map() })).toBe(4);
  });

  it('offer the usual kind first, then those in use, then the others, each once', () => {
    const kinds = choicesOf('kind');
    expect(kinds.slice(0, 3)).toEqual(['functional/happy_path', 'adversarial/jailbreak', 'functional/negative']);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kindOf(answers({ kind: 'functional/negative' }))).toEqual({ class: 'functional', category: 'negative' });
  });

  it('offer the feature of the last scenario first, and none as the last', () => {
    expect(choicesOf('feature')).toEqual(['F-002', 'F-001', '']);
  });
});
