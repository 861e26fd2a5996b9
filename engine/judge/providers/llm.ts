import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModel,
  NoObjectGeneratedError,
  Output,
  RetryError,
  stepCountIs,
  type ToolSet,
  tool,
} from 'ai';
import { messageOf } from '../../workspace/read-text';
import { JudgeUnavailable } from '../model/judge';
import type { JudgeQuestion, JudgeReply } from '../model/judge-model';
import type { ProviderConfig } from './provider-judge';

/** The library must not write to the terminal. */
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** Times that a request is repeated after 429, 5xx and torn connections; a `retry-after` is kept to. */
const maxRetries = 2;
/** Rounds after the last tool call that is allowed: the model is told so, and answers. */
const roundsToAnswer = 2;

/**
 * Asks a model behind an API. The answer is asked for in JSON by a schema; a server that refuses that is asked plainly.
 * @param structured false: do not try the schema.
 * @throws JudgeUnavailable when the provider cannot be reached or refuses.
 */
export async function askProvider(
  config: ProviderConfig,
  question: JudgeQuestion,
  structured: boolean,
): Promise<{ reply: JudgeReply; refusedSchema: boolean }> {
  const model = modelOf(config);
  // Google's models before Gemini 3 refuse tools and a schema together.
  const withSchema = structured && !(config.provider === 'google' && question.tools.length > 0);
  try {
    try {
      return { reply: await generate(model, question, withSchema), refusedSchema: false };
    } catch (error) {
      if (!withSchema || question.signal.aborted || !refusesRequest(error)) throw error;
      return { reply: await generate(model, question, false), refusedSchema: true };
    }
  } catch (error) {
    throw inWords(error, config);
  }
}

async function generate(model: LanguageModel, question: JudgeQuestion, structured: boolean): Promise<JudgeReply> {
  const { system, prompt, signal, maxSteps } = question;
  const tools = toolsOf(question);
  try {
    const result = await generateText({
      model,
      system,
      prompt,
      maxRetries,
      abortSignal: signal,
      ...(tools && { tools, stopWhen: stepCountIs(maxSteps + roundsToAnswer) }),
      ...(structured && { output: Output.object({ schema: jsonSchema(question.schema) }) }),
    });
    return { text: result.text, model: result.response.modelId, ...usageOf(result.totalUsage) };
  } catch (error) {
    // Whether a text is an answer is for its reader to say: it may stand in a fenced block.
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    return {
      text: error.text ?? '',
      ...(error.response && { model: error.response.modelId }),
      ...usageOf(error.usage),
    };
  }
}

function modelOf({ provider, model, baseUrl, key }: ProviderConfig): LanguageModel {
  const options = { ...(key && { apiKey: key.value }), ...(baseUrl !== undefined && { baseURL: baseUrl }) };
  switch (provider) {
    case 'openai-compatible':
      return createOpenAICompatible({
        name: 'judge',
        supportsStructuredOutputs: true,
        ...options,
        baseURL: baseUrl ?? '',
      })(model);
    case 'anthropic':
      return createAnthropic(options)(model);
    case 'google':
      return createGoogleGenerativeAI(options)(model);
    default:
      return provider satisfies never;
  }
}

function toolsOf({ tools, signal }: JudgeQuestion): ToolSet | undefined {
  if (tools.length === 0) return undefined;
  return Object.fromEntries(
    tools.map(({ name, description, parameters, call }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<Record<string, unknown>>(parameters),
        execute: (args) => call(args, signal),
      }),
    ]),
  );
}

function usageOf(
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined,
): Pick<JudgeReply, 'usage'> {
  const { inputTokens, outputTokens } = usage ?? {};
  if (inputTokens === undefined || outputTokens === undefined) return {};
  return { usage: { input_tokens: inputTokens, output_tokens: outputTokens } };
}

/** 400 and 422 are how servers say that they do not know a field of the request. */
function refusesRequest(error: unknown): boolean {
  const cause = lastOf(error);
  return APICallError.isInstance(cause) && (cause.statusCode === 400 || cause.statusCode === 422);
}

function lastOf(error: unknown): unknown {
  return RetryError.isInstance(error) ? error.lastError : error;
}

/** What went wrong at a provider, and what a user can do about it. */
function inWords(error: unknown, { provider, model, baseUrl, key }: ProviderConfig): Error {
  const cause = lastOf(error);
  if (!APICallError.isInstance(cause)) return new JudgeUnavailable(messageOf(cause));
  const where = baseUrl ?? provider;
  if (cause.statusCode === undefined)
    return new JudgeUnavailable(`${where} cannot be reached: ${cause.message}`, 'See that it runs, then judge again.');
  const said = `${where} answered ${cause.statusCode}: ${cause.message.slice(0, 500)}`;
  switch (cause.statusCode) {
    case 401:
    case 403:
      return new JudgeUnavailable(
        said,
        `See that ${key?.variable ?? 'ROOK_JUDGE_API_KEY'} holds a key that is valid there.`,
      );
    case 404:
      return new JudgeUnavailable(said, `See that ${model} is a model there, and that the address is right.`);
    case 429:
      return new JudgeUnavailable(said, 'Its limit is reached: judge again later.');
    default:
      return new JudgeUnavailable(said);
  }
}
