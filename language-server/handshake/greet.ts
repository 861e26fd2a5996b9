import type { Readable, Writable } from 'node:stream';
import type { InitializeParams } from 'vscode-languageserver/node';
import { initializeResult } from './capabilities';
import { firstBody, toFrame } from './frames';

/** The id of a request, as the client wrote it. */
export type RequestId = string | number;

/**
 * Answers the client's `initialize` and gives back everything that was read, that request included: who reads on starts
 * at the beginning, and only must not answer it again. What is not a request that can be answered here is left to that reader.
 * @param input is paused in the end
 * @returns the id of the request that was answered; undefined when none was. Never, when the input ends before its first message.
 */
export function greet(input: Readable, output: Writable): Promise<RequestId | undefined> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    input.on('data', take);

    function take(chunk: Buffer): void {
      bytes = Buffer.concat([bytes, chunk]);
      const body = firstBody(bytes);
      if (body === undefined) return;
      input.off('data', take);
      input.pause();
      input.unshift(bytes);
      const answer = body === null ? undefined : answerTo(body);
      if (!answer) resolve(undefined);
      // What comes next keeps the process busy: not before the answer is on its way.
      else output.write(toFrame(answer), () => resolve(answer.id));
    }
  });
}

function answerTo(body: string): { id: RequestId; result: object } | undefined {
  try {
    const { id, method, params }: Partial<InitializeRequestMessage> = JSON.parse(body) ?? {};
    if (method !== 'initialize' || !params || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
    return { id, result: initializeResult(params) };
  } catch {
    return undefined; // the reader that comes next says what is wrong
  }
}

interface InitializeRequestMessage {
  id: unknown;
  method: unknown;
  params: InitializeParams;
}
