import { type Message, StreamMessageWriter } from 'vscode-languageserver/node';
import type { RequestId } from './greet';

/** Writes everything but the answer to the one request that is answered already. */
export class GreetedWriter extends StreamMessageWriter {
  #answered: RequestId | undefined;

  constructor(output: NodeJS.WritableStream, answered: RequestId | undefined) {
    super(output);
    this.#answered = answered;
  }

  override async write(message: Message): Promise<void> {
    if (this.#answered !== undefined && 'id' in message && !('method' in message) && message.id === this.#answered) {
      this.#answered = undefined; // a client may use an id again
      return;
    }
    await super.write(message);
  }
}
