// Reaches the refund desk over HTTP. Rook runs it once a phase: node refund-desk.mjs <phase>
//
// The contract: the goal comes on standard input (execute only); one JSON object goes to standard output; everything
// else goes to standard error; a non-zero exit says that the phase failed, and standard error says why.

import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const { ROOK_WORKSPACE, ROOK_RUN_STATE_DIR, ROOK_STATE_DIR, ROOK_CONVERSATION, REFUND_TARGET } = process.env;

// Known to every phase of the run: where the server is, and the token that prepare made for it.
const addressFile = path.join(ROOK_RUN_STATE_DIR, 'refund-desk.json');
const tokenFile = path.join(ROOK_RUN_STATE_DIR, 'refund-desk.token');
// Known to the phases of one scenario.
const auditFile = path.join(ROOK_STATE_DIR, 'audit.json');

const phases = { prepare, open, execute, close, collect };
const phase = process.argv[2];

try {
  // A phase that this script does not know is none of its business: succeed, and say nothing.
  const result = Object.hasOwn(phases, phase) ? await phases[phase]() : undefined;
  if (result) process.stdout.write(`${JSON.stringify(result)}\n`);
} catch (error) {
  console.error(`${phase}: ${error.message}`);
  process.exitCode = 1;
}

/** Once a run: have a server, and know that it answers. */
async function prepare() {
  if (REFUND_TARGET !== 'staging') await startServer();
  await call('GET', '/health');
  console.error(`refund desk is up at ${target().url}`);
}

/** Before each scenario: a session of its own. What is returned as `conversation` comes back as ROOK_CONVERSATION. */
async function open() {
  return { conversation: await startSession() };
}

/** Once a turn: the goal in, the answer out, with what the server observed while it answered. */
async function execute() {
  const message = await readAll(process.stdin);
  const conversation = ROOK_CONVERSATION || (await startSession());
  const turn = await call('POST', `${sessionPath(conversation)}/messages`, { message }, 50);
  return {
    output: turn.reply,
    conversation,
    // Tool calls as the server noted them. An empty list says "none happened"; no list would say "nobody looked".
    calls: turn.calls,
    // Not every turn is metered. JSON leaves an undefined field out, which says "not known"; 0 would be a lie.
    usage: turn.usage,
    session: { verified: turn.verified },
  };
}

/** After the turns: end the session. Its audit is kept, so that collect works even when the server is gone. */
async function close() {
  if (!ROOK_CONVERSATION) return;
  writeFileSync(auditFile, JSON.stringify(await call('DELETE', sessionPath(ROOK_CONVERSATION))));
}

/** After close, perhaps hours later in another process: the evidence of the whole scenario. */
async function collect() {
  if (!ROOK_CONVERSATION) throw new Error('no session was opened, so there is no audit to collect');
  const audit = existsSync(auditFile)
    ? JSON.parse(readFileSync(auditFile, 'utf8'))
    : await call('GET', `${sessionPath(ROOK_CONVERSATION)}/audit`);
  if (!audit.usage) console.error('not every turn was metered: the token usage of this session is not known');
  return { calls: audit.calls, usage: audit.usage, effects: audit.effects, turns: audit.turns };
}

async function startSession() {
  return (await call('POST', '/sessions')).session;
}

function sessionPath(id) {
  return `/sessions/${encodeURIComponent(id)}`;
}

/**
 * Starts the server of this folder on a free port and waits until it listens.
 *
 * It outlives this hook on purpose and must end with the run: it stays in this hook's process group (no `detached`),
 * which Rook ends after the run. Its output goes to a file; holding our pipes open would keep Rook waiting.
 */
async function startServer() {
  // Loaded here, since every phase of every scenario runs this file, and one of them needs these.
  const { spawn } = await import('node:child_process');
  const { randomBytes } = await import('node:crypto');
  const { setTimeout: sleep } = await import('node:timers/promises');
  const token = randomBytes(24).toString('hex');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  rmSync(addressFile, { force: true });
  const logFile = path.join(ROOK_RUN_STATE_DIR, 'refund-desk.log');
  const log = openSync(logFile, 'w');
  const server = spawn(process.execPath, [path.join(ROOK_WORKSPACE, 'agent', 'server.mjs')], {
    env: { ...process.env, PORT: '0', REFUND_DESK_TOKEN: token, REFUND_DESK_READY_FILE: addressFile },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let problem;
  server.once('error', (error) => (problem = error.message));
  server.once('exit', (code, signal) => (problem = `it ended with ${signal ?? `exit code ${code}`}`));

  const deadline = Date.now() + 15_000;
  while (!existsSync(addressFile)) {
    if (!problem && Date.now() > deadline) problem = 'it did not listen within 15 seconds';
    if (problem) {
      server.kill();
      throw new Error(`the refund desk did not start: ${problem}\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
    }
    await sleep(5);
  }
  server.unref();
}

/** Where the desk is. Read when needed, since prepare is the phase that finds out. */
function target() {
  if (REFUND_TARGET === 'staging') {
    return { url: process.env.BASE_URL.replace(/\/+$/, ''), token: process.env.REFUND_API_TOKEN };
  }
  if (!existsSync(addressFile)) throw new Error('prepare has not started a refund desk for this run');
  return { ...JSON.parse(readFileSync(addressFile, 'utf8')), token: readFileSync(tokenFile, 'utf8') };
}

/** One request. Anything but a 2xx answer with JSON is an error that names the request and what came back. */
async function call(method, route, body, timeoutSeconds = 10) {
  const { url, token } = target();
  const what = `${method} ${url}${route}`;
  let response;
  try {
    response = await send(`${url}${route}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
  } catch (error) {
    if (error.name === 'AbortError') throw new Error(`${what}: no answer within ${timeoutSeconds} s`);
    const gone = error.code === 'ECONNREFUSED' && REFUND_TARGET !== 'staging';
    const hint = gone ? ' (a local desk ends with the invocation of Rook that ran prepare)' : '';
    throw new Error(`${what}: ${error.message}${hint}`);
  }
  const { status, text } = response;
  if (status < 200 || status > 299) throw new Error(`${what} answered ${status}: ${text.slice(0, 2000)}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${what} answered no JSON: ${text.slice(0, 200)}`);
  }
}

/** What `fetch` does, in a fifth of a second less: a hook is a short process, and `fetch` is slow to load. */
async function send(url, { method, headers, body, signal }) {
  const { request } = await import(url.startsWith('https:') ? 'node:https' : 'node:http');
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, signal }, (incoming) => {
      readAll(incoming).then((text) => resolve({ status: incoming.statusCode, text }), reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** A whole stream as text. Collected as bytes, so that no character is cut in two. */
async function readAll(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
