import * as vscode from 'vscode';
import { categoriesByClass, type ScenarioCategory, type ScenarioClass, scenarioClasses } from '../schemas/scenario';
import { type CriterionAsking, criterionQuestions } from './criterion-questions';
import type { Answers, Choice, Question } from './guided-flow';

/** A class and one of its categories. */
export interface ScenarioKind {
  class: ScenarioClass;
  category: ScenarioCategory;
}

/** What there is, and a new scenario may belong to. */
export interface ScenarioSurroundings {
  /** Kinds of the agent's scenarios, one for each scenario that has both. */
  kinds: readonly ScenarioKind[];
  /** Features, id → name. */
  features: ReadonlyMap<string, string>;
  /** Feature of the scenario that was written last. */
  lastFeature?: string;
  doubts: CriterionAsking['doubts'];
}

/** The questions about a new scenario: at most five steps, the last of them its first criterion. */
export function scenarioQuestions(answers: Answers, surroundings: ScenarioSurroundings): Question[] {
  const { features, doubts } = surroundings;
  const questions: Question[] = [
    textQuestion(
      'title',
      1,
      vscode.l10n.t('Title: what the agent does right'),
      vscode.l10n.t('A late refund is refused'),
    ),
    textQuestion(
      'goal',
      2,
      vscode.l10n.t('What the user says to the agent'),
      vscode.l10n.t('Please refund order ORD-1042.'),
    ),
    {
      kind: 'pick',
      id: 'kind',
      step: 3,
      prompt: vscode.l10n.t('What kind of scenario is it?'),
      choices: kindChoices(surroundings),
    },
  ];
  if (features.size > 0) {
    const choices = featureChoices(surroundings);
    questions.push({
      kind: 'pick',
      id: 'feature',
      step: 4,
      prompt: vscode.l10n.t('Which feature does it test?'),
      choices,
    });
  }
  const step = questions.length + 1;
  return [...questions, ...criterionQuestions(answers, { step, thorough: false, doubts })];
}

/** The kind that was chosen. */
export function kindOf(answers: Answers): ScenarioKind | undefined {
  const [name, category] = answers.get('kind')?.split('/') ?? [];
  return allKinds.find((kind) => kind.class === name && kind.category === category);
}

const allKinds: ScenarioKind[] = scenarioClasses.flatMap((name) =>
  categoriesByClass[name].map((category) => ({ class: name, category })),
);

function textQuestion(id: string, step: number, prompt: string, placeholder: string): Question {
  const problem = (typed: string): string | undefined =>
    typed.trim() === '' ? vscode.l10n.t('Write something.') : undefined;
  return { kind: 'text', id, step, prompt, placeholder, problem };
}

/** The usual kind first, then those that the agent's scenarios have, most of them first, then the others. */
function kindChoices({ kinds }: ScenarioSurroundings): Choice[] {
  const uses = new Map<string, number>();
  for (const kind of kinds) uses.set(nameOf(kind), (uses.get(nameOf(kind)) ?? 0) + 1);
  const [usual, ...others] = allKinds;
  const inUse = others.filter((kind) => uses.has(nameOf(kind)));
  inUse.sort((one, other) => (uses.get(nameOf(other)) ?? 0) - (uses.get(nameOf(one)) ?? 0));
  const unused = others.filter((kind) => !uses.has(nameOf(kind)));
  const choice = (kind: ScenarioKind): Choice => {
    const count = uses.get(nameOf(kind)) ?? 0;
    return {
      id: nameOf(kind),
      label: kind.category,
      description: count > 0 ? `${kind.class}, ${vscode.l10n.t('so far: {0}', count)}` : kind.class,
    };
  };
  return [
    ...(usual ? [choice(usual)] : []),
    ...inUse.map(choice),
    ...unused.map((kind, index) => ({ ...choice(kind), ...(index === 0 && { heading: vscode.l10n.t('Others') }) })),
  ];
}

function nameOf(kind: ScenarioKind): string {
  return `${kind.class}/${kind.category}`;
}

function featureChoices({ features, lastFeature }: ScenarioSurroundings): Choice[] {
  const ids = [...features.keys()].sort();
  if (lastFeature !== undefined && features.has(lastFeature)) ids.sort((id) => (id === lastFeature ? -1 : 0));
  return [
    ...ids.map((id) => {
      const name = features.get(id);
      return { id, label: id, ...(name !== undefined && name !== id && { description: name }) };
    }),
    { id: '', label: vscode.l10n.t('No feature') },
  ];
}
