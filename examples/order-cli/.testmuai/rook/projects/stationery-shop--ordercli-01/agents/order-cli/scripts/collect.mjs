// After the scenario: reads the trace that the order agent left in this scenario's state folder.
//
// The difference that matters here: a trace without tool calls says "none happened" (`calls: []`). No trace says
// nothing at all, so `calls` is left out, and what depends on it is Unable to Verify instead of passing unseen.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const traceFile = path.join(process.env.ROOK_STATE_DIR, 'trace.jsonl');

try {
  process.stdout.write(`${JSON.stringify(collect())}\n`);
} catch (error) {
  console.error(`collect: ${error.message}`);
  process.exitCode = 1;
}

function collect() {
  if (!existsSync(traceFile)) {
    console.error(`the agent left no trace at ${traceFile}: its tool calls and token usage are not known`);
    return { trace: 'missing' };
  }
  const events = readFileSync(traceFile, 'utf8').split('\n').filter(Boolean).map(parseLine);
  const started = events.filter(({ event }) => event === 'start');
  const calls = events.filter(({ event }) => event === 'tool_call');
  const usages = events.filter(({ event }) => event === 'usage');
  return {
    trace: traceFile,
    calls: calls.map(({ name, arguments: args }) => ({ name, arguments: args })),
    // An agent that broke off has a start and no usage: then the total is not known, and JSON leaves it out.
    usage: usages.length === started.length ? total(usages) : undefined,
  };
}

function parseLine(line, index) {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`line ${index + 1} of ${traceFile} is not JSON: ${line.slice(0, 200)}`);
  }
}

function total(usages) {
  return {
    input: usages.reduce((sum, { input }) => sum + input, 0),
    output: usages.reduce((sum, { output }) => sum + output, 0),
  };
}
