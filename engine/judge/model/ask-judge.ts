import type { JudgeUse } from '../../../schemas/verdict';
import { type ReadAnswer, readAnswer } from './answer';
import { askModel, useOf } from './ask-model';
import type { Judge } from './judge';
import type { JudgeWorking } from './judge-working';
import { judgePromptVersion, type OpenCriterion, type WordedQuestion } from './question';
import { ToolSteps } from './tool-steps';

/** What came of asking a judge. */
export type Asked =
  | {
      kind: 'answered';
      read: ReadAnswer;
      toolResults: string[];
      uncovered: string[];
      use: JudgeUse;
      working: JudgeWorking;
      raw: string;
    }
  /** It could not be asked, or answered what cannot be used, twice. */
  | { kind: 'unanswered'; why: string; remedy: string; use: JudgeUse; working: JudgeWorking }
  /** The run was stopped: the question may be asked again later. */
  | { kind: 'interrupted' };

const remedies = {
  unreachable: 'See that the judge can be reached, then judge again: rook run --run <id> --phases judge.',
  invalid: 'Judge again, or configure another model; evidence/judge-working.json holds what it answered.',
};

/** Asks a judge about the open criteria of one attempt: from the cache when it holds the answer, else the model. */
export async function askJudge(judge: Judge, open: readonly OpenCriterion[], question: WordedQuestion): Promise<Asked> {
  const ids = open.map(({ id }) => id);
  const given = question.parts.flatMap(({ quotable }) => quotable);
  const toolSteps = new ToolSteps(judge.tools?.() ?? [], judge.maxSteps, judge.mask);
  const { system, prompt, schema } = question;
  const limits = { tools: toolSteps.tools, maxSteps: judge.maxSteps };
  const outcome = await askModel(judge, { version: judgePromptVersion, system, prompt, schema, ...limits }, (text) => {
    const read = readAnswer(text, ids, given);
    return 'problem' in read ? read : { value: read };
  });
  if (outcome.kind === 'interrupted') return outcome;
  const { at, key, cached, asked } = outcome.log;
  const working: JudgeWorking = {
    version: 1,
    prompt_version: judgePromptVersion,
    model: judge.model.name,
    at,
    key,
    cached,
    criteria: ids,
    asked,
    tools: toolSteps.steps,
  };
  const use = useOf(judge.model.name, judgePromptVersion, [outcome.log]);
  if (outcome.kind === 'unanswered') {
    const { why, remedy = remedies[outcome.cause] } = outcome;
    return { kind: 'unanswered', why, remedy, use, working };
  }
  const { results: toolResults, uncovered } = toolSteps;
  return { kind: 'answered', read: outcome.value, toolResults, uncovered, use, working, raw: outcome.raw };
}
