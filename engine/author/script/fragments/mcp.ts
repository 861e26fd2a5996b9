import type { Fragment } from '../script-parts';
import { excerpt, saveExchange } from './exchange';

/** An MCP server that is a program: one JSON-RPC message on each line. */
export const stdioServer: Fragment = {
  imports: [['node:child_process', 'spawn']],
  code: `/** Starts the MCP server; it speaks JSON-RPC, one message on each line. */
function startServer([program, ...args], settings) {
  const child = spawn(program, args, { env: { ...process.env, ...settings }, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let failure;
  const fail = (reason) => {
    failure ??= reason;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  child.once('error', (error) => fail(\`could not start \${program}: \${error.code ?? error.message}\`));
  child.once('exit', (code, signal) => fail(\`the MCP server ended with \${signal ?? \`exit code \${code}\`}\`));
  child.stdin.on('error', () => {}); // its exit says more
  limit.addEventListener('abort', () => fail('timed out'), { once: true });
  const take = (line) => {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return; // not a message: the server logs to the wrong stream
    }
    const call = message.method === undefined ? waiting.get(message.id) : undefined;
    waiting.delete(message.id);
    call?.resolve(message);
  };
  let rest = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk) => {
    rest += chunk;
    if (!chunk.includes('\\n')) return;
    const lines = rest.split('\\n'); // not by node:readline: U+2028 ends a line for it, and may stand in JSON
    rest = lines.pop();
    lines.forEach(take);
  });
  child.stdout.on('end', () => take(rest));
  return {
    send: (message) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(new Error(failure));
        if (message.id === undefined) resolve(undefined);
        else waiting.set(message.id, { resolve, reject });
        child.stdin.write(\`\${JSON.stringify(message)}\\n\`);
      }),
    /** Closes its input, which asks it to end; one that does not is killed. */
    stop: () => {
      child.stdin.end();
      const kill = setTimeout(() => child.kill('SIGKILL'), 1000);
      child.once('exit', () => clearTimeout(kill));
    },
  };
}`,
};

/** An MCP server over streamable HTTP. */
export const httpServer: Fragment = {
  needs: [excerpt, saveExchange],
  code: `/** An MCP server over streamable HTTP: each message is a POST; it is answered as JSON or as a stream of events. */
function connectServer(url, headers) {
  const session = {};
  const format = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return {
    send: async (message) => {
      let response;
      let text;
      try {
        response = await fetch(url, {
          method: 'POST',
          headers: { ...headers, ...session, ...format },
          body: JSON.stringify(message),
          redirect: 'manual',
          signal: limit,
        });
        text = await readReply(response, message.id);
      } catch (error) {
        const cause = error.cause?.errors?.[0] ?? error.cause;
        if (!cause) throw error;
        throw new Error(\`could not reach \${url}: \${[cause.code, cause.message].filter(Boolean).join(': ')}\`);
      }
      if (!response.ok) {
        saveExchange({ status: response.status, url, body: text });
        const location = response.headers.get('location');
        const where = location ? \` (a redirect to \${new URL(location, url).href})\` : '';
        const status = [response.status, response.statusText].filter(Boolean).join(' ');
        throw new Error(\`the agent answered \${status}\${where}: \${excerpt(text)}\`);
      }
      const id = response.headers.get('mcp-session-id');
      if (id) session['mcp-session-id'] = id;
      if (message.id === undefined) return undefined;
      const reply = parseMessage(text);
      const version = message.method === 'initialize' && reply.result?.protocolVersion;
      if (version) session['mcp-protocol-version'] = version;
      return reply;
    },
    /** Tells the server that its session is over; one that knows no such thing may say so. */
    stop: async () => {
      if (!session['mcp-session-id']) return;
      await fetch(url, { method: 'DELETE', headers: { ...headers, ...session }, signal: limit }).catch(() => {});
    },
  };
}

/** The reply to a message: a JSON text, or the event of a stream that has its id. The stream may stay open after it. */
async function readReply(response, id) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.replace(/\\r\\n?/g, '\\n').split('\\n\\n');
    for (const block of blocks.slice(0, -1)) {
      const lines = block.split('\\n').filter((line) => line.startsWith('data:'));
      const data = lines.map((line) => line.slice(5).trim()).join('\\n');
      if (data !== '' && isReply(data, id)) return data;
    }
  }
  throw new Error('the stream ended without a reply');
}

function parseMessage(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(\`the MCP server answered something that is not JSON: \${excerpt(text)}\`);
  }
}

function isReply(text, id) {
  const message = parseMessage(text);
  return message.id === id && message.method === undefined;
}`,
};

const askServer: Fragment = {
  constants: ["const protocolVersion = '2025-06-18'; // of the Model Context Protocol"],
  code: `/** Greets the server, asks it one thing, and lets it end. */
async function askServer(server, method, params) {
  const ask = async (id, name, parameters) => {
    const { result, error } = (await server.send({ jsonrpc: '2.0', id, method: name, params: parameters })) ?? {};
    if (error) throw new Error(\`the MCP server refused \${name}: \${error.message ?? JSON.stringify(error)}\`);
    return result;
  };
  try {
    await ask(1, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'rook', version: '1' } });
    await server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return await ask(2, method, params);
  } finally {
    await server.stop();
  }
}`,
};

/** What a server has, before it is known which tool is the agent. */
export const listTools: Fragment = {
  needs: [askServer, saveExchange],
  code: `/** The tools of the server, as JSON. */
async function listTools(server) {
  const body = JSON.stringify(await askServer(server, 'tools/list', {}));
  saveExchange({ body });
  return { output: body };
}`,
};

export const callTool: Fragment = {
  needs: [askServer, saveExchange, excerpt],
  code: `/** Calls the tool, and returns its result. */
async function callTool(server, name, args) {
  const result = await askServer(server, 'tools/call', { name, arguments: args });
  const body = JSON.stringify(result);
  saveExchange({ body });
  if (result?.isError) throw new Error(\`the tool \${name} failed: \${excerpt(textBlocks(result) ?? body)}\`);
  return { result, body };
}

/** The text blocks of a result, a line each. */
function textBlocks(result) {
  const blocks = Array.isArray(result?.content) ? result.content.filter(({ type }) => type === 'text') : [];
  return blocks.length === 0 ? undefined : blocks.map(({ text }) => text).join('\\n');
}`,
};

export const wholeResult: Fragment = {
  code: `/** The answer of a tool: its text, or else its structured result as JSON. */
function toolAnswer(result, body) {
  const answer = textBlocks(result) ?? (result?.structuredContent && JSON.stringify(result.structuredContent));
  if (!answer?.trim()) throw new Error(\`no answer: the tool returned no text; its result begins: \${excerpt(body)}\`);
  return answer;
}`,
};
