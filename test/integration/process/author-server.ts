import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** What a request held: its goal, and the id of its conversation. */
export interface Asked {
  message: string;
  session_id?: string;
  path: string;
  headers: IncomingMessage['headers'];
}

export interface AnsweringServer {
  url: string;
  /** What was asked, in order. */
  asked: Asked[];
}

type Reply = unknown | ((response: ServerResponse) => void);

const started = new Set<Server>();
afterEach(async () => {
  for (const server of started) {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
  started.clear();
});

/** An agent on loopback, ended after the test. @param answer its reply as JSON, or a function that writes one. */
export async function answering(answer: (asked: Asked, number: number) => Reply): Promise<AnsweringServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    const { url: path = '', headers } = request;
    const one = { ...(JSON.parse(body || '{}') as Pick<Asked, 'message' | 'session_id'>), path, headers }; // what our cURL command sends
    asked.push(one);
    const reply = answer(one, asked.length);
    if (typeof reply === 'function') reply(response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  started.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }; // it listens on a port
}

/** A reply with a status and headers of its own. */
export function withStatus(status: number, headers: Record<string, string> = {}, body: unknown = {}) {
  return (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A cURL command that sends a message, with a credential. */
export function curlOf(url: string): string {
  return `curl ${url}/ask -H 'Authorization: Bearer tok-7f3a9c1e5b2d48f0a6c4' -H 'Content-Type: application/json' -d '{"message": "Hi"}'`;
}
