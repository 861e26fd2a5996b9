import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Source of an MCP server over standard input and output, in plain JSON-RPC. Its tools: `look` reads and returns its
 * arguments; `wipe` writes and says so; `delete_all` writes and says nothing; `create_report` writes and
 * says that it reads; `peek` and `ledger` say nothing; `broken` fails; `slow` never answers;
 * `huge` floods; `dies` ends the server; `words` returns text that is no JSON; `secret` returns the variable SECRET.
 */
export const stdioServerSource = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const tools = {
  look: [{ readOnlyHint: true }, (args) => ({ ...text(JSON.stringify(args)), structuredContent: args })],
  wipe: [{ destructiveHint: true }, () => { throw new Error('wiped'); }],
  delete_all: [undefined, () => { throw new Error('deleted'); }],
  create_report: [{ readOnlyHint: true }, () => { throw new Error('created'); }],
  peek: [undefined, () => text('{"seen":true}')],
  ledger: [undefined, () => text('{"entries":[]}')],
  broken: [{ readOnlyHint: true }, () => ({ ...text('no such order'), isError: true })],
  slow: [{ readOnlyHint: true }, () => new Promise(() => {})],
  huge: [{ readOnlyHint: true }, () => text('x'.repeat(8 * 1024 * 1024))],
  dies: [{ readOnlyHint: true }, () => { console.error('out of ideas'); process.exit(3); }],
  words: [{ readOnlyHint: true }, () => text('There is no refund.')],
  secret: [{ readOnlyHint: true }, () => text('the secret is ' + process.env.SECRET)],
};
const note = (line) => process.env.NOTES && appendFileSync(process.env.NOTES, line + '\\n');
note('started ' + process.pid);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const reply = async () => {
    if (method === 'initialize') return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'test', version: '1' } };
    if (method === 'tools/list') return { tools: Object.entries(tools).map(([name, [annotations]]) => ({ name, annotations, inputSchema: { type: 'object' } })) };
    note('called ' + params.name);
    return tools[params.name][1](params.arguments ?? {});
  };
  void reply().then((result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n'));
}
`;

export interface HttpMcpServer {
  url: string;
  /** Requests as they came: method and headers. */
  seen: { method: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/** An MCP server over streamable HTTP: answers as JSON, or as a stream of events, or with a status. */
export async function startHttpServer(mode: 'json' | 'events' | 'flood' | number): Promise<HttpMcpServer> {
  const seen: HttpMcpServer['seen'] = [];
  const server: Server = createServer(async (request, response) => {
    seen.push({ method: request.method ?? '', headers: request.headers });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // without an encoding, chunks are buffers
    if (typeof mode === 'number') return response.writeHead(mode).end('nothing here');
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (id === undefined) return response.writeHead(202).end();
    const result =
      method === 'initialize'
        ? {
            protocolVersion: params.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name: 'h', version: '1' },
          }
        : method === 'tools/list'
          ? { tools: [{ name: 'look', annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } }] }
          : {
              content: [
                {
                  type: 'text',
                  text: mode === 'flood' ? 'x'.repeat(8 * 1024 * 1024) : JSON.stringify(params.arguments),
                },
              ],
            };
    const message = JSON.stringify({ jsonrpc: '2.0', id, result });
    if (mode === 'events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end(`event: message\ndata: ${message}\n\n`);
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(message);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
