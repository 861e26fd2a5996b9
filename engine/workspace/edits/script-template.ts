import { extname } from 'node:path';
import { type HookPhase, hookPhases } from '../../../schemas/phase';
import { interpreterOf } from '../script-path';

/** What a hook does in each phase, as a comment and a function of the template. */
const parts: Record<HookPhase, { what: string; body: string }> = {
  prepare: { what: 'Once per run: start what the agent needs, or see that it is there.', body: 'async () => ({})' },
  open: { what: 'Before each scenario: set up its fixture, begin a session.', body: 'async () => ({})' },
  execute: {
    what: 'Once per turn: standard input is the goal, and what the agent answers is the output.',
    body: 'async () => ({ output: await ask(await text(process.stdin)) })',
  },
  close: { what: "After each scenario's turns: end the session.", body: 'async () => ({})' },
  collect: {
    what: 'After close: return evidence, such as calls, that only now is complete.',
    body: 'async () => ({})',
  },
};

/**
 * The text of a new hook script that keeps the hook contract (behaviour §3) and does not ask an agent yet: until that is written,
 * execute fails and says so.
 * @param file its ending says how Node.js loads it.
 * @param phases those that the profile maps to it; execute when there are none.
 * @returns undefined for a script that Node.js does not run
 */
export function scriptTemplate(
  file: string,
  phases: readonly HookPhase[],
  eol: '\n' | '\r\n' = '\n',
): string | undefined {
  if (interpreterOf(file) !== 'node') return undefined;
  const wanted = hookPhases.filter((phase) => (phases.length > 0 ? phases.includes(phase) : phase === 'execute'));
  const executes = wanted.includes('execute');
  const typed = /^\.[mc]?ts$/.test(extname(file).toLowerCase());
  const common = extname(file).toLowerCase() === '.cjs';
  const lines = [
    '// A hook of Rook: run as "node <this file> <phase>" in the workspace root. Standard output is one JSON object and',
    '// nothing else; what is for people goes to standard error.',
    ...(executes
      ? [
          common
            ? "const { text } = require('node:stream/consumers');"
            : "import { text } from 'node:stream/consumers';",
        ]
      : []),
    '',
    'const phases = {',
    ...wanted.flatMap((phase) => [`  // ${parts[phase].what}`, `  ${phase}: ${parts[phase].body},`]),
    '};',
    '',
    ...(executes
      ? [
          `async function ask(goal${typed ? ': string' : ''})${typed ? ': Promise<string>' : ''} {`,
          '  // Send the goal to the agent here, and return its answer as text.',
          '  throw new Error(`Not written yet: nobody was asked "${goal}"`);',
          '}',
          '',
        ]
      : []),
    ...body(typed, common),
    '',
  ];
  return lines.join(eol);
}

function body(typed: boolean, common: boolean): string[] {
  const lookup = typed ? 'phases[process.argv[2] as keyof typeof phases]' : 'phases[process.argv[2]]';
  const main = [`const phase = ${lookup};`, 'if (phase) process.stdout.write(JSON.stringify(await phase()));'];
  if (!common) return main;
  return ['async function main() {', ...main.map((line) => `  ${line}`), '}', '', 'main();'];
}
