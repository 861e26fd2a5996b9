// The refund desk over HTTP, on the loopback interface.
//
//   GET    /health                      {ok}
//   POST   /sessions                    {session}
//   POST   /sessions/:id/messages       {message} -> {reply, calls, usage?, verified}
//   GET    /sessions/:id/audit          {session, ended, turns, calls, effects, usage?}
//   DELETE /sessions/:id                ends the session, answers with its audit
//
// Environment: PORT (default 0, any free one), REFUND_DESK_TOKEN (the bearer token it wants), REFUND_DESK_READY_FILE
// (gets {url, pid} once it listens), REFUND_DESK_IDLE_SECONDS (it ends by itself after that, default 600), REFUND_LEDGER.

import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { answer, audit, startSession } from './desk.mjs';
import { resetLedger } from './ledger.mjs';

const { REFUND_DESK_TOKEN: expectedToken, REFUND_DESK_READY_FILE: readyFile } = process.env;
const idleSeconds = Number(process.env.REFUND_DESK_IDLE_SECONDS || 600);
const MAX_BODY_BYTES = 1024 * 1024;

const sessions = new Map();
let lastRequest = Date.now();

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const server = createServer(async (request, response) => {
  lastRequest = Date.now();
  try {
    send(response, 200, await route(request));
  } catch (error) {
    // A mistake of the caller, or a bug of the desk: the caller learns which, and other sessions go on.
    if (!(error instanceof HttpError)) console.error(error.stack);
    send(response, error.status ?? 500, { error: error instanceof HttpError ? error.message : String(error) });
  }
});

async function route(request) {
  const [collection, id, part] = new URL(request.url, 'http://desk').pathname.split('/').slice(1);
  const wanted = `${request.method} ${[collection, id && ':id', part].filter(Boolean).join('/')}`;
  if (wanted === 'GET health') return { ok: true };
  if (expectedToken && request.headers.authorization !== `Bearer ${expectedToken}`)
    throw new HttpError(401, 'the bearer token is missing or wrong');

  switch (wanted) {
    case 'POST sessions': {
      const session = startSession();
      sessions.set(session.id, session);
      return { session: session.id };
    }
    case 'POST sessions/:id/messages': {
      const session = known(id);
      if (session.ended) throw new HttpError(409, `session ${id} has ended`);
      const { message } = await readJson(request);
      if (typeof message !== 'string' || message.trim() === '') throw new HttpError(400, 'message must be a text');
      return { ...answer(session, message), verified: session.verified };
    }
    case 'GET sessions/:id/audit':
      return audit(known(id));
    case 'DELETE sessions/:id': {
      const session = known(id);
      session.ended = true;
      return audit(session);
    }
    default:
      throw new HttpError(404, `no such route: ${request.method} ${request.url}`);
  }
}

function known(id) {
  const session = sessions.get(id);
  if (!session) throw new HttpError(404, `no session ${id}`);
  return session;
}

async function readJson(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new HttpError(413, `the body is larger than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) ?? {};
  } catch {
    throw new HttpError(400, 'the body is not JSON');
  }
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

server.listen(Number(process.env.PORT || 0), '127.0.0.1', () => {
  resetLedger();
  const url = `http://127.0.0.1:${server.address().port}`;
  console.log(`refund desk listening on ${url}`);
  if (!readyFile) return;
  // Written aside and renamed, so that nobody reads half of it.
  writeFileSync(`${readyFile}.tmp`, JSON.stringify({ url, pid: process.pid }));
  renameSync(`${readyFile}.tmp`, readyFile);
});

// Nobody should have to clean up after a test: the desk ends when it is idle, or when the run's folder is gone.
setInterval(() => {
  const idle = Date.now() - lastRequest > idleSeconds * 1000;
  if (idle || (readyFile && server.listening && !existsSync(readyFile))) process.exit(0);
}, 2000);
