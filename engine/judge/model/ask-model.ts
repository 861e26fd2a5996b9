import type { JudgeUse } from '../../../schemas/verdict';
import { messageOf } from '../../workspace/read-text';
import { type Judge, JudgeUnavailable } from './judge';
import { cacheKey } from './judge-cache';
import type { JudgeQuestion } from './judge-model';
import type { AskedOnce } from './judge-working';
import { Interrupted, limited } from './limited';

/** A judge model, and what surrounds whatever it is asked. */
export type Model = Pick<Judge, 'model' | 'timeoutMs' | 'mask' | 'stop' | 'cache'>;

/** A question, and the version of its wording: answers to another wording are not taken from the cache. */
export interface VersionedQuestion extends Omit<JudgeQuestion, 'signal'> {
  version: string;
}

/** How one question went. */
export interface AskLog {
  at: string;
  /** Name of the answer in cache/judge/. */
  key: string;
  cached: boolean;
  asked: AskedOnce[];
}

/** An answer as it was understood, or what is wrong with it. */
export type Reading<T> = { value: T } | { problem: string };

/** What came of asking a model. */
export type ModelAnswer<T> =
  | { kind: 'answered'; value: T; raw: string; log: AskLog }
  /** It could not be asked, or answered what cannot be used, twice. */
  | { kind: 'unanswered'; cause: 'unreachable' | 'invalid'; why: string; remedy?: string; log: AskLog }
  /** The run was stopped: the question may be asked again later. */
  | { kind: 'interrupted' };

/** An invalid answer is asked for once more (behaviour §7). */
const mostTries = 2;

/**
 * Asks a model: from the cache when it holds an answer that can be read, else the model itself, within its time limit.
 * What is read of an answer is masked.
 */
export async function askModel<T>(
  model: Model,
  { version, ...question }: VersionedQuestion,
  read: (text: string) => Reading<T>,
): Promise<ModelAnswer<T>> {
  const key = cacheKey(model.model.name, version, { ...question, signal: model.stop });
  const log: AskLog = { at: new Date().toISOString(), key, cached: false, asked: [] };
  const kept = await model.cache?.find(key);
  const known = kept === undefined ? undefined : read(kept);
  if (kept !== undefined && known && 'value' in known) {
    log.cached = true;
    log.asked.push({ latency_ms: 0, answer: kept });
    return { kind: 'answered', value: known.value, raw: kept, log };
  }
  let problem = '';
  for (let tries = 0; tries < mostTries; tries++) {
    const prompt = problem === '' ? question.prompt : `${question.prompt}\n\n${again(problem)}`;
    const outcome = await askOnce(model, { ...question, prompt });
    if (outcome.kind === 'interrupted') return outcome;
    log.asked.push(outcome.asked);
    if (outcome.kind === 'failed') {
      const { why, remedy } = outcome;
      return { kind: 'unanswered', cause: 'unreachable', why, ...(remedy && { remedy }), log };
    }
    const reading = read(outcome.text);
    if ('value' in reading) return { kind: 'answered', value: reading.value, raw: outcome.text, log };
    problem = reading.problem;
    outcome.asked.problem = model.mask(problem);
  }
  const why = `the judge ${model.model.name} was asked ${mostTries} times and gave no valid answer: ${model.mask(problem)}`;
  return { kind: 'unanswered', cause: 'invalid', why, log };
}

type AskedOutcome =
  | { kind: 'replied'; text: string; asked: AskedOnce }
  | { kind: 'failed'; why: string; remedy?: string; asked: AskedOnce }
  | { kind: 'interrupted' };

async function askOnce(
  { model, timeoutMs, mask, stop }: Model,
  question: Omit<JudgeQuestion, 'signal'>,
): Promise<AskedOutcome> {
  const started = Date.now();
  try {
    const ask = (signal: AbortSignal) => model.ask({ ...question, signal });
    const { text: raw, usage, model: answering } = await limited(ask, timeoutMs, stop);
    // A model can only give away what it was given, which is masked; a tool of its own may know more.
    const text = mask(raw);
    const asked: AskedOnce = {
      latency_ms: Date.now() - started,
      ...(answering && { model: answering }),
      ...(usage && { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens }),
      answer: text,
    };
    return { kind: 'replied', text, asked };
  } catch (error) {
    if (error instanceof Interrupted || stop.aborted) return { kind: 'interrupted' };
    const why = mask(`the judge ${model.name} could not be asked: ${messageOf(error)}`);
    const remedy = error instanceof JudgeUnavailable ? error.remedy : undefined;
    return {
      kind: 'failed',
      why,
      ...(remedy && { remedy }),
      asked: { latency_ms: Date.now() - started, problem: why },
    };
  }
}

function again(problem: string): string {
  return `Your last answer could not be used: ${problem}. Answer again, with nothing but the one JSON object that was asked for.`;
}

/** What questions have used, together. Tokens are known only when every answer came with its own. */
export function useOf(model: string, version: string, logs: readonly AskLog[]): JudgeUse {
  const asked = logs.filter(({ cached }) => !cached).flatMap((log) => log.asked);
  const cached = logs.filter((log) => log.cached).length;
  const counted = asked.length > 0 && asked.every((one) => one.input_tokens !== undefined);
  const sum = (pick: (one: AskedOnce) => number | undefined): number =>
    asked.reduce((total, one) => total + (pick(one) ?? 0), 0);
  return {
    model,
    prompt_version: version,
    asked: asked.length,
    ...(cached > 0 && { cached }),
    ...(counted && {
      input_tokens: sum((one) => one.input_tokens),
      output_tokens: sum((one) => one.output_tokens),
    }),
    latency_ms: sum((one) => one.latency_ms),
  };
}
