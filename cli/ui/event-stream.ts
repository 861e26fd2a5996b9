import type { ServerResponse } from 'node:http';

/** Server-sent events to one page. */
export class EventStream {
  /** The last data of each kind. */
  private readonly sent = new Map<string, string>();
  private draining: Promise<void> | undefined;

  constructor(private readonly response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.flushHeaders();
  }

  /**
   * Sends an event, unless it says what the last one of its kind said. A page that is slow is waited for: what would pile
   * up is made anew when it can take it.
   */
  async send(event: string, kind: string, value: object): Promise<void> {
    const data = JSON.stringify(value);
    if (data === this.sent.get(kind) || this.response.writableEnded || this.response.destroyed) return;
    this.sent.set(kind, data);
    // JSON has no line breaks outside its escapes, so an event is one line of data.
    if (!this.response.write(`event: ${event}\ndata: ${data}\n\n`)) this.draining ??= this.drained();
    await this.draining;
  }

  /** The page shows something else now: what was sent before says nothing. */
  forget(): void {
    this.sent.clear();
  }

  private async drained(): Promise<void> {
    await new Promise<void>((resolve) => {
      const { response } = this;
      const done = (): void => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
    this.draining = undefined;
  }
}
