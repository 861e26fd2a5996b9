import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes to standard error what its goal says: lines in pieces and colours, or more than anyone reads. */
const script = `import { setTimeout as delay } from 'node:timers/promises';

if (process.argv[2] === 'execute') {
  let goal = '';
  for await (const chunk of process.stdin) goal += chunk;
  if (goal.startsWith('Flood')) {
    for (let n = 1; n <= 6000; n++) process.stderr.write('line ' + n + ' ' + 'x'.repeat(64) + '\\n');
  } else {
    for (let n = 1; n <= 5; n++) {
      process.stderr.write('\\x1b[32mpiece ' + n);
      await delay(30);
      process.stderr.write(' of a line\\n');
    }
  }
  console.log(JSON.stringify({ output: 'done' }));
}
`;

const scenario = (id: string, goal: string) => `local_id: ${id}
title: ${goal}
class: functional
goal: ${goal}
acceptance_criteria:
  - statement: It is done.
    check: contains
    value: done
`;

/** Adds an agent to the refund-desk example whose hooks talk: SC-910 and SC-911 in pieces, SC-912 without end. */
export function addNoisyAgent(folder: string): { remove: () => void } {
  const agent = path.join(folder, '.testmuai', 'rook', 'projects', 'harbour-goods', 'agents', 'noisy');
  const files: Record<string, string> = {
    'agent.yaml': 'id: noisy\nname: Noisy\n',
    'profiles/loud.yaml': 'id: loud\nname: Loud\nconcurrency: 3\nhooks:\n  execute: scripts/talk.mjs\n',
    'scripts/talk.mjs': script,
    'scenarios/SC-910.yaml': scenario('SC-910', 'Talk in pieces'),
    'scenarios/SC-911.yaml': scenario('SC-911', 'Talk in pieces too'),
    'scenarios/SC-912.yaml': scenario('SC-912', 'Flood the terminal'),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(agent, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { remove: () => rmSync(agent, { recursive: true, force: true, maxRetries: 5 }) };
}
