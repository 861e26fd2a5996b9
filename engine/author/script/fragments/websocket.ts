import type { Fragment } from '../script-parts';
import { excerpt, saveExchange } from './exchange';

/** The opening handshake of RFC 6455, over Node's own HTTP client: Node.js 20 has no WebSocket. */
export const openSocket: Fragment = {
  needs: [excerpt, saveExchange],
  imports: [
    ['node:crypto', 'createHash'],
    ['node:crypto', 'randomBytes'],
    ['node:http', 'request as httpRequest'],
    ['node:https', 'request as httpsRequest'],
  ],
  code: `/** Opens a WebSocket (RFC 6455). Node.js 20 has none of its own, so this speaks the protocol over an HTTP upgrade. */
async function openSocket(address, headers, protocols) {
  const url = new URL(address.replace(/^ws/i, 'http'));
  const key = randomBytes(16).toString('base64');
  const asked = {
    ...headers,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': key,
    ...(protocols.length > 0 && { 'sec-websocket-protocol': protocols.join(', ') }),
  };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const upgrade = send(url, { headers: asked, agent: false });
    limit.addEventListener('abort', () => upgrade.destroy(new Error('timed out')), { once: true });
    upgrade.once('error', (error) => {
      const cause = error.errors?.[0] ?? error;
      reject(new Error(\`could not reach \${url.host}: \${[cause.code, cause.message].filter(Boolean).join(': ')}\`));
    });
    upgrade.once('response', async (response) => {
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('utf8');
      const { 'set-cookie': cookies, ...shown } = response.headers;
      saveExchange({ status: response.statusCode, url: address, headers: shown, body });
      const status = [response.statusCode, response.statusMessage].filter(Boolean).join(' ');
      reject(new Error(\`the agent answered \${status}: \${excerpt(body)}\`));
    });
    upgrade.once('upgrade', (response, socket, head) => {
      const accept = createHash('sha1').update(\`\${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11\`).digest('base64');
      if (response.headers['sec-websocket-accept'] === accept) return resolve({ socket, head });
      socket.destroy();
      reject(new Error(\`\${url.host} does not speak WebSocket: its sec-websocket-accept is wrong\`));
    });
    upgrade.end();
  });
}

/** One frame of a client: masked, as the protocol asks. */
function frame(opcode, payload) {
  const length = payload.length;
  const size = length < 126 ? 0 : length < 65536 ? 2 : 8;
  const header = Buffer.alloc(2 + size);
  header[0] = 0x80 | opcode;
  header[1] = 0x80 | (size === 0 ? length : size === 2 ? 126 : 127);
  if (size === 2) header.writeUInt16BE(length, 2);
  if (size === 8) header.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  return Buffer.concat([header, mask, payload.map((byte, at) => byte ^ mask[at % 4])]);
}

/** The first frame of what has come in, or nothing while it is not whole. */
function firstFrame(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + length) return undefined;
  const payload = bytes.subarray(start, start + length);
  return { final: (bytes[0] & 0x80) !== 0, opcode: bytes[0] & 0x0f, payload, rest: bytes.subarray(start + length) };
}`,
};

/** How the answer is known to be whole. */
export function converseFragment(end: string | undefined): Fragment {
  const quiet = end === undefined;
  const lines = [
    '/**',
    ' * Sends one message, then gathers what comes until the answer is whole: until',
    quiet
      ? ' * the socket closes, or nothing more has come for a while.'
      : ' * the message that ends it. A socket that closes before that has cut the answer short.',
    ' */',
    'async function converse({ socket, head }, message) {',
    '  const messages = [];',
    '  let bytes = head;',
    '  let pieces = []; // of a message that comes in fragments',
    quiet && '  let timer;',
    '  const closed = await new Promise((resolve, reject) => {',
    "    limit.addEventListener('abort', () => resolve(undefined), { once: true });",
    '    const read = () => {',
    '      for (let next = firstFrame(bytes); next; next = firstFrame(bytes)) {',
    '        bytes = next.rest;',
    '        if (next.opcode === 0x9) socket.write(frame(0xa, next.payload)); // a ping wants its pong',
    '        if (next.opcode === 0x8) return resolve(next.payload.length < 2 ? 1005 : next.payload.readUInt16BE(0));',
    '        if (next.opcode > 0x2) continue;',
    '        pieces.push(next.payload);',
    '        if (!next.final) continue;',
    "        messages.push(Buffer.concat(pieces).toString('utf8'));",
    '        pieces = [];',
    quiet
      ? `        clearTimeout(timer);
        timer = setTimeout(resolve, quietMs);`
      : "        if (ended(messages.at(-1))) return resolve('ended');",
    '      }',
    '    };',
    "    socket.on('data', (chunk) => {",
    '      bytes = Buffer.concat([bytes, chunk]);',
    '      read();',
    '    });',
    "    socket.once('error', reject);",
    "    socket.once('close', () => resolve(1006));",
    '    socket.write(frame(0x1, Buffer.from(message)));',
    '    read(); // what came together with the handshake',
    '  });',
    quiet && '  clearTimeout(timer);',
    '  if (!socket.destroyed) socket.end(frame(0x8, Buffer.from([0x03, 0xe8]))); // 1000: all is well',
    '  socket.destroySoon();',
    '  limit.throwIfAborted();',
    quiet &&
      '  if (closed >= 1002 && closed !== 1005 && closed !== 1006) throw new Error(`the socket was closed (${closed})`);',
    quiet
      ? '  if (messages.length === 0) throw new Error(`the socket was closed (${closed}) without an answer`);'
      : `  if (closed !== 'ended') {
    const came = excerpt(messages.join('\\n'));
    throw new Error(\`the socket was closed (\${closed}) before the message that ends the answer; until then: \${came}\`);
  }`,
    '  return messages;',
    '}',
    end,
  ];
  return {
    code: lines.filter((line) => line !== false && line !== undefined).join('\n'),
    needs: quiet ? [] : [excerpt],
  };
}

export const oneLine: Fragment = {
  code: `/** A message on one line, for reply.json: JSON may have been written on several. */
function oneLine(message) {
  if (!message.includes('\\n')) return message;
  try {
    return JSON.stringify(JSON.parse(message));
  } catch {
    return message;
  }
}`,
};
