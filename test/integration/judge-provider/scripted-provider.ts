import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerByRule } from './rca-judge.mjs';

/** What the server does with one request. */
export type Manner =
  /** Answers, in the protocol of the path that was asked. */
  | { kind: 'answer'; text?: string | ((prompt: string) => string) }
  /** Calls a tool, when tools are offered. */
  | { kind: 'tool'; name: string; arguments: Record<string, unknown> }
  | { kind: 'status'; status: number; headers?: Record<string, string>; message?: string }
  /** 400 for a request with response_format, an answer for one without. */
  | { kind: 'no-schema' }
  /** Answers as a stream of events, though nobody asked for one. */
  | { kind: 'stream' }
  /** Half of the HTTP body, then a closed socket. */
  | { kind: 'half-body' }
  | { kind: 'close' }
  /** Nothing at all, for this long. */
  | { kind: 'slow'; ms: number };

export interface ReceivedRequest {
  path: string;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
  body: any;
  text: string;
}

/**
 * A model provider on loopback that speaks chat completions (OpenAI), messages (Anthropic) and generateContent (Google).
 * It does what its script says, one entry a request; after the script it answers by rule.
 */
export class ScriptedProvider {
  readonly requests: ReceivedRequest[] = [];
  script: Manner[] = [];
  private server: Server | undefined;
  private readonly waiting = new Set<NodeJS.Timeout>();

  /** Starts listening. */
  async start(): Promise<this> {
    const server = createServer((request, response) => {
      void this.serve(request, response);
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** Where it is, with the path under which the protocols begin. */
  get url(): string {
    const address = this.server?.address() as AddressInfo; // it listens on a port, so it is no string
    return `http://127.0.0.1:${address.port}/v1`;
  }

  /** What was received, all of it. */
  get everything(): string {
    return this.requests.map(({ text, headers }) => `${JSON.stringify(headers)}\n${text}`).join('\n');
  }

  async stop(): Promise<void> {
    for (const timer of this.waiting) clearTimeout(timer);
    this.server?.closeAllConnections();
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
    const text = Buffer.concat(chunks).toString('utf8');
    const received = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text), text };
    this.requests.push(received);
    const manner = this.script.shift() ?? { kind: 'answer' as const };
    switch (manner.kind) {
      case 'answer':
        send(response, 200, answerTo(received, textOf(manner.text, received)));
        break;
      case 'tool':
        send(response, 200, toolCallFor(received, manner.name, manner.arguments));
        break;
      case 'no-schema':
        this.script.unshift(manner);
        if (received.body.response_format)
          send(response, 400, {
            error: { message: 'response_format is not supported', type: 'invalid_request_error' },
          });
        else send(response, 200, answerTo(received, textOf(undefined, received)));
        break;
      case 'status':
        send(response, manner.status, { error: { message: manner.message ?? 'scripted' } }, manner.headers);
        break;
      case 'stream': {
        const delta = { role: 'assistant', content: textOf(undefined, received) };
        const chunk = {
          id: 'c1',
          object: 'chat.completion.chunk',
          choices: [{ index: 0, delta, finish_reason: 'stop' }],
        };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
        break;
      }
      case 'half-body': {
        const body = JSON.stringify(answerTo(received, textOf(undefined, received)));
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
        response.write(body.slice(0, body.length / 2), () => response.destroy());
        break;
      }
      case 'close':
        request.socket.destroy();
        break;
      case 'slow': {
        const timer = setTimeout(() => send(response, 200, answerTo(received, textOf(undefined, received))), manner.ms);
        this.waiting.add(timer);
        break;
      }
      default:
        manner satisfies never;
    }
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function textOf(text: string | ((prompt: string) => string) | undefined, received: ReceivedRequest): string {
  if (typeof text === 'string') return text;
  const prompt = promptOf(received);
  return text ? text(prompt) : JSON.stringify(answerByRule(prompt));
}

/** The user's message, whichever protocol it came in. */
export function promptOf({ path, body }: ReceivedRequest): string {
  if (path.includes(':generateContent')) return body.contents[0].parts[0].text;
  const message = body.messages.find(({ role }: { role: string }) => role === 'user');
  return typeof message.content === 'string' ? message.content : message.content[0].text;
}

function answerTo({ path, body }: ReceivedRequest, text: string): unknown {
  if (path.includes(':generateContent')) {
    return {
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    };
  }
  if (path.endsWith('/messages')) {
    // A schema may be asked for as the input of a tool.
    const named = body.tool_choice?.type === 'tool' || body.tool_choice?.type === 'any';
    const tool = named ? (body.tool_choice.name ?? body.tools[0].name) : undefined;
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: tool ? [{ type: 'tool_use', id: 't1', name: tool, input: JSON.parse(text) }] : [{ type: 'text', text }],
      stop_reason: tool ? 'tool_use' : 'end_turn',
      usage: { input_tokens: 100, output_tokens: 20 },
    };
  }
  return chatCompletion(body, { role: 'assistant', content: text }, 'stop');
}

function toolCallFor({ body }: ReceivedRequest, name: string, args: Record<string, unknown>): unknown {
  const call = { id: `call_${name}`, type: 'function', function: { name, arguments: JSON.stringify(args) } };
  return chatCompletion(body, { role: 'assistant', content: null, tool_calls: [call] }, 'tool_calls');
}

function chatCompletion(body: { model: string }, message: unknown, reason: string): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: body.model,
    choices: [{ index: 0, message, finish_reason: reason }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}
