import * as vscode from 'vscode';
import { checkNames } from '../engine/judge/known-checks';
import {
  type CriterionField,
  criterionForm,
  criterionProblems,
  type FieldProblem,
  fieldValue,
  type NewCriterion,
  problemText,
} from '../engine/workspace/criterion-fields';
import { criterionSentence } from '../engine/workspace/criterion-sentence';
import { checkSummary, fieldHint, inListOrder } from './check-summaries';
import type { Answers, Choice, Question } from './guided-flow';

/** What decides how much is asked about a criterion. */
export interface CriterionAsking {
  /** The step that the questions belong to; in the thorough form each is a step of its own. */
  step: number;
  /** Options and the words of the criterion are asked for, too. */
  thorough: boolean;
  /** Why a check could not decide here, such as a judge that is not there; by the name of the check. */
  doubts: ReadonlyMap<string, string>;
}

/** Parameters that a check's schema leaves open, and without which nothing is decided. */
const wanted: Record<string, readonly string[]> = { mcp_probe: ['server', 'tool'] };

/** The questions about a criterion: which check, its parameters by kind, options, and what it says in words. */
export function criterionQuestions(answers: Answers, asking: CriterionAsking): Question[] {
  const questions: Question[] = [checkQuestion(asking)];
  const check = answers.get('check');
  const form = check === undefined ? undefined : criterionForm(check);
  if (check === undefined || !form) return questions;
  const sure = form.fields.filter(({ name, required }) => required || wanted[check]?.includes(name));
  const choice = form.fields.filter(({ name }) => form.oneOf.includes(name));
  const optional = form.fields.filter((field) => !sure.includes(field) && !choice.includes(field));
  const field = (one: CriterionField): Question => fieldQuestion(check, one, answers);
  const chosen = choice.find(({ name }) => name === answers.get('choice'));
  const options = new Set(answers.get('options')?.split('\n'));
  if (form.needsStatement) questions.push(statementQuestion(check, answers));
  questions.push(...sure.map(field));
  if (choice.length > 0) questions.push(choiceQuestion(check, choice));
  if (chosen) questions.push(field(chosen));
  if (asking.thorough && optional.length > 0) {
    questions.push(optionsQuestion(check, optional));
    questions.push(...optional.filter(({ name, kind }) => options.has(name) && kind !== 'flag').map(field));
  }
  if (asking.thorough && !form.needsStatement) questions.push(statementQuestion(check, answers));
  return questions.map((question, index) => ({ ...question, step: asking.step + (asking.thorough ? index : 0) }));
}

/** The criterion that the answers make. */
export function criterionOf(answers: Answers): NewCriterion {
  const check = answers.get('check') ?? 'llm_judge';
  const options = new Set(answers.get('options')?.split('\n'));
  const entries = (criterionForm(check)?.fields ?? []).flatMap(({ name, kind }): [string, unknown][] => {
    const typed = answers.get(`field.${name}`);
    if (typed === undefined) return options.has(name) && kind === 'flag' ? [[name, true]] : [];
    const value = fieldValue(kind, typed);
    return value.ok ? [[name, value.value]] : [];
  });
  const parameters = Object.fromEntries(entries);
  const said = answers.get('statement')?.trim();
  const statement = said === undefined ? criterionSentence(check, parameters) : said === '' ? undefined : said;
  return { ...(statement !== undefined && { statement }), check, parameters };
}

function checkQuestion({ doubts, step }: CriterionAsking): Question {
  const choices = inListOrder(checkNames).map((name): Choice => {
    const [summary, doubt] = [checkSummary(name), doubts.get(name)];
    return {
      id: name,
      label: name,
      ...(summary !== undefined && { description: summary }),
      ...(doubt !== undefined && { detail: `$(info) ${doubt}` }),
    };
  });
  return {
    kind: 'pick',
    id: 'check',
    step,
    prompt: vscode.l10n.t('What must hold of the answer? Choose a check'),
    choices,
  };
}

function fieldQuestion(check: string, { name, kind }: CriterionField, answers: Answers): Question {
  const base = { id: `field.${name}`, step: 0, prompt: `${name}: ${fieldHint(check, name)}` };
  if (kind === 'flag') {
    const choices = [
      { id: 'true', label: 'true' },
      { id: 'false', label: 'false' },
    ];
    return { ...base, kind: 'pick', choices };
  }
  return {
    ...base,
    kind: 'text',
    problem: (typed) => {
      const value = fieldValue(kind, typed);
      if (!value.ok) return problemWords(value.problem);
      // What the check itself says, such as a pattern that does not compile: of this field alone, others may still come.
      const { parameters } = criterionOf(answers);
      const problems = criterionProblems({ statement: 'x', check, parameters: { ...parameters, [name]: value.value } });
      const own = problems.find(({ path: [first] }) => first === name);
      return own && problemText(own);
    },
  };
}

function problemWords(problem: FieldProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Write something.');
    case 'noNumber':
      return vscode.l10n.t('Write a number.');
    case 'noJson':
      return vscode.l10n.t('Write JSON, such as {"orderId": "ORD-1"}.');
    default:
      return problem satisfies never;
  }
}

function choiceQuestion(check: string, fields: readonly CriterionField[]): Question {
  const choices = fields.map(({ name }) => choiceOfField(check, name));
  return { kind: 'pick', id: 'choice', step: 0, prompt: vscode.l10n.t('What is compared?'), choices };
}

function optionsQuestion(check: string, fields: readonly CriterionField[]): Question {
  const choices = fields.map(({ name }) => choiceOfField(check, name));
  return { kind: 'picks', id: 'options', step: 0, prompt: vscode.l10n.t('Options, if you want some'), choices };
}

function choiceOfField(check: string, name: string): Choice {
  const hint = fieldHint(check, name);
  return { id: name, label: name, ...(hint !== name && { description: hint }) };
}

function statementQuestion(check: string, answers: Answers): Question {
  const needed = criterionForm(check)?.needsStatement === true;
  const sentence = criterionSentence(check, criterionOf(answers).parameters);
  return {
    kind: 'text',
    id: 'statement',
    step: 0,
    prompt: vscode.l10n.t('What must hold, in one sentence'),
    placeholder: vscode.l10n.t('The answer asks for the order number.'),
    ...(sentence !== undefined && { value: sentence }),
    problem: (typed) => (needed && typed.trim() === '' ? vscode.l10n.t('Write something.') : undefined),
  };
}
