import * as vscode from 'vscode';
import type { JudgeModel, JudgeQuestion, JudgeReply, JudgeTool } from '../engine/judge/model/judge-model';

const justification = 'Rook asks a language model to grade what an agent answered against the criteria of a scenario.';

/**
 * A judge that is one of the editor's language models. VS Code asks for consent the first time, in the user's own action;
 * a refusal is an error here, and leaves the criterion undecided.
 */
export class LanguageModelJudge implements JudgeModel {
  readonly name: string;

  constructor(private readonly model: vscode.LanguageModelChat) {
    this.name = `vscode:${model.vendor}/${model.id}`;
  }

  async ask(question: JudgeQuestion): Promise<JudgeReply> {
    const cancel = new vscode.CancellationTokenSource();
    const abort = (): void => cancel.cancel();
    question.signal.addEventListener('abort', abort, { once: true });
    if (question.signal.aborted) abort();
    try {
      return { text: await this.converse(question, cancel.token), model: this.model.id };
    } catch (error) {
      throw inWords(error, this.model.name);
    } finally {
      question.signal.removeEventListener('abort', abort);
      cancel.dispose();
    }
  }

  /** Rounds of tool calls until the model answers; the last round has no tools, so that an answer is all it can give. */
  private async converse(question: JudgeQuestion, token: vscode.CancellationToken): Promise<string> {
    const { LanguageModelChatMessage: Message } = vscode;
    const schema = `Answer with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(question.schema)}`;
    const messages = [Message.User(`${question.system}\n\n${schema}`), Message.User(question.prompt)];
    for (let step = 1; ; step++) {
      const tools = step < question.maxSteps ? question.tools : [];
      const response = await this.model.sendRequest(messages, { justification, tools: tools.map(declared) }, token);
      const text: vscode.LanguageModelTextPart[] = [];
      const calls: vscode.LanguageModelToolCallPart[] = [];
      for await (const part of response.stream) {
        if (part instanceof vscode.LanguageModelTextPart) text.push(part);
        else if (part instanceof vscode.LanguageModelToolCallPart) calls.push(part);
      }
      // A cancelled request ends like one that is complete.
      if (token.isCancellationRequested) throw new Error('the question was cancelled');
      if (calls.length === 0) return text.map(({ value }) => value).join('');
      messages.push(Message.Assistant([...text, ...calls]));
      const results: vscode.LanguageModelToolResultPart[] = [];
      for (const call of calls) results.push(await resultOf(call, tools, question.signal));
      messages.push(Message.User(results));
    }
  }
}

/** The language models that can be picked as a judge, those that the editor knows now. */
export async function judgeModels(): Promise<vscode.LanguageModelChat[]> {
  return await vscode.lm.selectChatModels();
}

/**
 * The model that is named `<vendor>/<id>`, or by its id or family alone.
 * @returns undefined when the editor has no such model.
 */
export async function findJudgeModel(name: string): Promise<vscode.LanguageModelChat | undefined> {
  const models = await judgeModels();
  return (
    models.find(({ vendor, id }) => `${vendor}/${id}` === name) ??
    models.find(({ id }) => id === name) ??
    models.find(({ family }) => family === name)
  );
}

function declared({ name, description, parameters }: JudgeTool): vscode.LanguageModelChatTool {
  return { name, description, inputSchema: parameters };
}

async function resultOf(
  call: vscode.LanguageModelToolCallPart,
  tools: readonly JudgeTool[],
  signal: AbortSignal,
): Promise<vscode.LanguageModelToolResultPart> {
  const tool = tools.find(({ name }) => name === call.name);
  // A model's input is an object by the API's type, and is checked by the tool itself.
  const text = tool
    ? await tool.call(call.input as Record<string, unknown>, signal)
    : `there is no tool ${call.name} here`;
  return new vscode.LanguageModelToolResultPart(call.callId, [new vscode.LanguageModelTextPart(text)]);
}

function inWords(error: unknown, model: string): Error {
  if (!(error instanceof vscode.LanguageModelError)) return error instanceof Error ? error : new Error(String(error));
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      return new Error(`Rook was not allowed to use ${model}`);
    case vscode.LanguageModelError.Blocked.name:
      return new Error(`${model} did not answer: its quota is used up, or the request was blocked`);
    case vscode.LanguageModelError.NotFound.name:
      return new Error(`the model ${model} is not there any more`);
    default:
      return new Error(error.message);
  }
}
