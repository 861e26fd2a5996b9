// One turn: starts the order agent, gives it the goal on standard input, and hands its answer back.
//
// The contract: the goal comes on standard input; one JSON object goes to standard output; everything else goes to
// standard error; a non-zero exit says that the phase failed, and standard error says why.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const { ROOK_WORKSPACE, ROOK_STATE_DIR } = process.env;
const AGENT_TIMEOUT_MS = 50_000; // below the 60 s that the profile gives this hook, so that the message is ours

try {
  const answer = await askAgent(await readAll(process.stdin));
  // No `calls` and no `usage` here: the answer alone does not show them. collect.mjs reads them from the trace.
  process.stdout.write(`${JSON.stringify({ output: answer })}\n`);
} catch (error) {
  console.error(`execute: ${error.message}`);
  process.exitCode = 1;
}

async function askAgent(goal) {
  // No shell, and the goal is no argument: quotes, dollar signs and new lines in it mean nothing to anybody.
  const agent = spawn(process.execPath, [path.join(ROOK_WORKSPACE, 'agent', 'order-agent.mjs')], {
    env: { ...process.env, ORDER_AGENT_TRACE_DIR: ROOK_STATE_DIR },
    stdio: ['pipe', 'pipe', 'inherit'], // its diagnostics are ours, and show up while it runs
    timeout: AGENT_TIMEOUT_MS,
  });
  const ended = new Promise((resolve, reject) => {
    agent.once('error', reject);
    agent.once('close', (code, signal) => resolve({ code, signal }));
  });
  agent.stdin.on('error', () => {}); // an agent that ends before it has read everything has its own reasons
  agent.stdin.end(goal); // the end of the input is what it waits for

  const [answer, { code, signal }] = await Promise.all([readAll(agent.stdout), ended]);
  if (signal) throw new Error(`the order agent was stopped by ${signal} (it has ${AGENT_TIMEOUT_MS / 1000} s)`);
  if (code !== 0) throw new Error(`the order agent ended with exit code ${code}; its own message stands above`);
  return stripVTControlCharacters(answer.toString('utf8')).trimEnd();
}

/** A whole stream as bytes, so that no character is cut in two. */
async function readAll(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
