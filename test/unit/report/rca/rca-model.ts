import type { Model } from '../../../../engine/judge/model/ask-model';
import type { JudgeQuestion } from '../../../../engine/judge/model/judge-model';

/** A model that answers each question as told, and keeps what it was asked. */
export function scriptedModel(
  answer: (question: JudgeQuestion, nth: number) => unknown,
  changes: Partial<Model> = {},
): Model & { asked: JudgeQuestion[] } {
  const asked: JudgeQuestion[] = [];
  return {
    asked,
    model: {
      name: 'scripted:model',
      ask: async (question) => {
        asked.push(question);
        const said = answer(question, asked.length);
        if (said instanceof Error) throw said;
        return {
          text: typeof said === 'string' ? said : JSON.stringify(said),
          usage: { input_tokens: 10, output_tokens: 5 },
        };
      },
    },
    timeoutMs: 1000,
    mask: (text) => text,
    stop: new AbortController().signal,
    ...changes,
  };
}

/** Whether a question is about the whole run. */
export const aboutRun = ({ prompt }: JudgeQuestion): boolean => prompt.includes('Sum the run up');
