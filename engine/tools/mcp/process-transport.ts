import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { ProcessSession } from '../../lifecycle/process-session';

/**
 * MCP over the standard input and output of a process of ours. The library's own transport ends only the direct child;
 * what that has forked would be left behind (typescript-sdk#2023), so processes stay with the runner.
 */
export class ProcessTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  private pieces: Buffer[] = [];
  private size = 0;
  private closing = false;

  /** @param listen hands over a function that gets standard output as it comes. */
  constructor(
    private readonly session: ProcessSession,
    private readonly listen: (take: (chunk: Buffer) => void) => void,
    private readonly messageBytes: number,
  ) {}

  async start(): Promise<void> {
    this.listen((chunk) => this.take(chunk));
    void this.session.exited.then(() => this.closed());
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.session.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    await this.session.end();
    this.closed();
  }

  private closed(): void {
    if (this.closing) return;
    this.closing = true;
    this.onclose?.();
  }

  /** Messages are JSON, one a line. A server that floods us is ended. */
  private take(chunk: Buffer): void {
    if (this.closing) return;
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      this.keep(chunk.subarray(start, end));
      start = end + 1;
      if (this.closing) return;
      this.deliver();
    }
    this.keep(chunk.subarray(start));
  }

  private keep(piece: Buffer): void {
    this.pieces.push(piece);
    this.size += piece.length;
    if (this.size <= this.messageBytes) return;
    this.onerror?.(new Error(`the server sent a message of more than ${this.messageBytes} bytes`));
    this.pieces = [];
    void this.close();
  }

  private deliver(): void {
    const line = Buffer.concat(this.pieces).toString('utf8').trim();
    this.pieces = [];
    this.size = 0;
    if (line === '') return;
    let message: JSONRPCMessage;
    try {
      message = JSON.parse(line) as JSONRPCMessage; // the library checks what it is handed
    } catch {
      this.onerror?.(new Error(`the server printed a line that is no JSON: ${line.slice(0, 200)}`));
      return;
    }
    this.onmessage?.(message);
  }
}
