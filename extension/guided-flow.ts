import * as vscode from 'vscode';

/** What was answered so far, by the question's id; of several picks the ids, each on a line of its own. */
export type Answers = ReadonlyMap<string, string>;

interface QuestionBase {
  id: string;
  /** From 1; several questions may belong to one step. */
  step: number;
  prompt: string;
}

/** A question that is answered with a text. */
export interface TextQuestion extends QuestionBase {
  kind: 'text';
  placeholder?: string;
  /** What stands in the box at first. */
  value?: string;
  /** Why a text will not do. */
  problem(typed: string): string | undefined;
}

export interface Choice {
  id: string;
  label: string;
  description?: string;
  detail?: string;
  /** A heading above it. */
  heading?: string;
}

/** A question that is answered with one entry of a list, the first when nothing else is said. */
export interface PickQuestion extends QuestionBase {
  kind: 'pick';
  choices: readonly Choice[];
}

/** A question that is answered with any number of entries. */
export interface PicksQuestion extends QuestionBase {
  kind: 'picks';
  choices: readonly Choice[];
}

export type Question = TextQuestion | PickQuestion | PicksQuestion;

export interface Flow {
  title: string;
  /** All questions as far as they are known with these answers, in order: what is asked may depend on what was said. */
  questions(answers: Answers): readonly Question[];
}

/** The next question, and how many steps there are; undefined when all is said. */
export function nextQuestion(
  questions: readonly Question[],
  answers: Answers,
): { question: Question; steps: number } | undefined {
  const question = questions.find(({ id }) => !answers.has(id));
  return question && { question, steps: Math.max(...questions.map(({ step }) => step)) };
}

type Outcome = { kind: 'answer'; value: string } | { kind: 'back' } | { kind: 'cancelled' };

/**
 * Asks one question after another. Back leads to the question before, with its answer still there; Escape ends it, a click
 * elsewhere does not.
 * @returns undefined when it was cancelled
 */
export async function askInTurn(flow: Flow): Promise<Answers | undefined> {
  const answers = new Map<string, string>();
  const earlier = new Map<string, string>();
  for (;;) {
    const next = nextQuestion(flow.questions(answers), answers);
    if (!next) return answers;
    const { question } = next;
    const outcome = await ask(flow.title, question, next.steps, answers.size > 0, earlier.get(question.id));
    switch (outcome.kind) {
      case 'cancelled':
        return undefined;
      case 'back': {
        const last = [...answers.keys()].at(-1);
        if (last !== undefined) answers.delete(last);
        break;
      }
      case 'answer':
        answers.set(question.id, outcome.value);
        earlier.set(question.id, outcome.value);
        break;
      default:
        outcome satisfies never;
    }
  }
}

function ask(
  title: string,
  question: Question,
  steps: number,
  canGoBack: boolean,
  earlier: string | undefined,
): Promise<Outcome> {
  const frame = { title, step: question.step, totalSteps: steps, canGoBack };
  return question.kind === 'text' ? askText(question, frame, earlier) : askPick(question, frame, earlier);
}

interface Frame {
  title: string;
  step: number;
  totalSteps: number;
  canGoBack: boolean;
}

function askText(question: TextQuestion, frame: Frame, earlier: string | undefined): Promise<Outcome> {
  const box = vscode.window.createInputBox();
  box.prompt = question.prompt;
  box.placeholder = question.placeholder;
  box.value = earlier ?? question.value ?? '';
  return settle(box, frame, (answer) => [
    // An empty box complains only when somebody wants to go on with it.
    box.onDidChangeValue((typed) => {
      box.validationMessage = typed === '' ? undefined : question.problem(typed);
    }),
    box.onDidAccept(() => {
      const problem = question.problem(box.value);
      if (problem === undefined) answer(box.value);
      else box.validationMessage = problem;
    }),
  ]);
}

type Entry = vscode.QuickPickItem & { id?: string };

function askPick(question: PickQuestion | PicksQuestion, frame: Frame, earlier: string | undefined): Promise<Outcome> {
  const pick = vscode.window.createQuickPick<Entry>();
  pick.placeholder = question.prompt;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.canSelectMany = question.kind === 'picks';
  pick.items = question.choices.flatMap(({ heading, ...choice }): Entry[] => [
    ...(heading === undefined ? [] : [{ label: heading, kind: vscode.QuickPickItemKind.Separator }]),
    choice,
  ]);
  const before = new Set(earlier?.split('\n'));
  const known = pick.items.filter(({ id }) => id !== undefined && before.has(id));
  if (question.kind === 'picks') pick.selectedItems = known;
  else if (known.length > 0) pick.activeItems = known;
  return settle(pick, frame, (answer) => [
    pick.onDidAccept(() => {
      const ids = pick.selectedItems.flatMap(({ id }) => id ?? []);
      if (question.kind === 'picks' || ids.length > 0) answer(ids.join('\n'));
    }),
  ]);
}

/** Shows an input until it is answered, left by its button, or closed. */
function settle(
  input: vscode.InputBox | vscode.QuickPick<Entry>,
  { title, step, totalSteps, canGoBack }: Frame,
  listen: (answer: (value: string) => void) => vscode.Disposable[],
): Promise<Outcome> {
  return new Promise((resolve) => {
    Object.assign(input, { title, step, totalSteps, ignoreFocusOut: true });
    if (canGoBack) input.buttons = [vscode.QuickInputButtons.Back];
    const owned: vscode.Disposable[] = [input];
    const end = (outcome: Outcome): void => {
      resolve(outcome); // the first one counts: disposing hides the input, too
      for (const one of owned.splice(0)) one.dispose();
    };
    owned.push(
      input.onDidTriggerButton(() => end({ kind: 'back' })),
      input.onDidHide(() => end({ kind: 'cancelled' })),
      ...listen((value) => end({ kind: 'answer', value })),
    );
    input.show();
  });
}
