// An MCP server (stdio) over the refund ledger: what was really paid back, seen without the desk in between.
// A judge may use `lookup_refund`; `reset_ledger` writes and says so, and a judge must not be able to call it.
//
// Messages are JSON-RPC 2.0, one a line. It ends when its standard input ends.

import { readLedger, resetLedger } from './ledger.mjs';

const PROTOCOL_VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'];

const tools = {
  lookup_refund: {
    description: 'Lists the refunds that the ledger holds for an order.',
    inputSchema: {
      type: 'object',
      properties: {
        order_id: { type: 'string', description: 'Order number, such as ORD-1042.' },
        session: { type: 'string', description: 'Only refunds that this desk session issued.' },
      },
      required: ['order_id'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Look up refunds',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    run({ order_id, session }) {
      if (typeof order_id !== 'string' || order_id === '') throw new Error('order_id must be a text, such as ORD-1042');
      const refunds = readLedger().filter(
        (entry) => entry.order_id === order_id && (session === undefined || entry.session === session),
      );
      return { order_id, found: refunds.length > 0, count: refunds.length, refunds };
    },
  },
  reset_ledger: {
    description: 'Empties the ledger. All refunds on record are lost.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: {
      title: 'Empty the ledger',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
    run() {
      resetLedger();
      return { emptied: true };
    },
  },
};

class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: PROTOCOL_VERSIONS.includes(protocolVersion) ? protocolVersion : PROTOCOL_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'refund-status', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: Object.entries(tools).map(([name, { description, inputSchema, annotations }]) => ({
      name,
      description,
      inputSchema,
      annotations,
    })),
  }),
  'tools/call': ({ name, arguments: args = {} }) => {
    if (!Object.hasOwn(tools, name)) throw new RpcError(-32602, `unknown tool: ${name}`);
    try {
      const result = tools[name].run(args);
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
    } catch (error) {
      // A tool that fails is a result, for the caller to read; only a malformed call is an error of the protocol.
      return { content: [{ type: 'text', text: error.message }], isError: true };
    }
  },
};

/** The reply to one message; nothing for a notification or for somebody else's reply. */
function handle(message) {
  const { id, method, params } = message ?? {};
  if (typeof method !== 'string') return id === undefined ? failure(null, -32600, 'not a JSON-RPC request') : undefined;
  if (id === undefined) return undefined;
  if (!Object.hasOwn(methods, method)) return failure(id, -32601, `unknown method: ${method}`);
  try {
    return { jsonrpc: '2.0', id, result: methods[method](params ?? {}) };
  } catch (error) {
    return failure(id, error.code ?? -32603, error.message);
  }
}

const failure = (id, code, message) => ({ jsonrpc: '2.0', id, error: { code, message } });

function receive(line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return failure(null, -32700, 'not JSON');
  }
  if (!Array.isArray(message)) return handle(message);
  const replies = message.map(handle).filter(Boolean);
  return replies.length > 0 ? replies : undefined;
}

/** Whole lines; not by node:readline, for which U+2028 ends a line, too: it may stand in JSON. */
async function* lines(input) {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const found = (rest + chunk).split('\n');
    rest = found.pop();
    yield* found;
  }
  if (rest !== '') yield rest;
}

for await (const line of lines(process.stdin)) {
  if (line.trim() === '') continue;
  const reply = receive(line);
  if (reply) process.stdout.write(`${JSON.stringify(reply)}\n`);
}
