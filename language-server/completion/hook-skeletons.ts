import { snippetText } from './write-value';

/** A script that begins a hook: it obeys the contract as it stands, but for the places to fill in. */
export interface HookSkeleton {
  label: string;
  detail: string;
  body: string;
}

/** @param moduleScript false for `.cjs`, which has no import. */
export function hookSkeletons(moduleScript: boolean): HookSkeleton[] {
  const load = (names: string, from: string): string =>
    moduleScript ? `import { ${names} } from '${from}';` : `const { ${names} } = require('${from}');`;
  return [
    { label: 'rook hook: HTTP agent', detail: 'execute: one request for each turn', body: http(load) },
    { label: 'rook hook: command', detail: 'execute: one program for each turn', body: command(load) },
    { label: 'rook hook: every phase', detail: 'One script for all phases', body: everyPhase(load) },
  ];
}

type Load = (names: string, from: string) => string;

function http(load: Load): string {
  return `${load('readFileSync', 'node:fs')}

// Everything that is printed is the answer: logs go to standard error.
async function execute() {
  const goal = readFileSync(0, 'utf8');
  const response = await fetch('\${1:http://localhost:8080/chat}', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ \${2:message}: goal }),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(${snippetText('`the agent answered ${response.status}`')});
  const reply = await response.json();
  process.stdout.write(JSON.stringify({ output: reply.\${3:answer} }));
}

execute().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;
}

function command(load: Load): string {
  return `${load('execFileSync', 'node:child_process')}
${load('readFileSync', 'node:fs')}

// The goal comes on standard input, and goes on to the program there; what that prints is the answer.
const goal = readFileSync(0, 'utf8');
const output = execFileSync('\${1:agent}', [\${2}], { input: goal, encoding: 'utf8', timeout: 120_000 });
process.stdout.write(JSON.stringify({ output: output.trim() }));
`;
}

function everyPhase(load: Load): string {
  return `${load('readFileSync', 'node:fs')}

const phases = {
  // Once a run, before everything.
  async prepare() {},
  // Before the turns of each attempt: return { conversation } when the agent has sessions.
  async open() {},
  // Once a turn: the message on standard input, the answer as output.
  async execute() {
    const message = readFileSync(0, 'utf8');
    return { output: await \${1:ask}(message) };
  },
  // After the turns, also when one has failed.
  async close() {},
  // After close: return { calls, usage } when they are known only then.
  async collect() {},
};

// What throws here ends the script with code 1 and a trace on standard error: that is a failed hook.
async function main() {
  const result = await phases[process.argv[2]]?.();
  if (result) process.stdout.write(JSON.stringify(result));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

async function \${1:ask}(message) {
  \${2:throw new Error('nobody is asked yet: ' + message);}
}
`;
}
