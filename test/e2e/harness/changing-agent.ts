import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Answers "heads" and "tails" by turns: what it said last is in a file beside the workspace's. */
const script = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';

if (process.argv[2] === 'execute') {
  const file = process.env.ROOK_WORKSPACE + '/coin.txt';
  const last = existsSync(file) ? readFileSync(file, 'utf8') : 'tails';
  const next = last === 'heads' ? 'tails' : 'heads';
  writeFileSync(file, next);
  console.log(JSON.stringify({ output: 'The coin shows ' + next + '.' }));
}
`;

const scenario = `local_id: SC-920
title: The coin shows heads
class: functional
goal: Toss the coin.
acceptance_criteria:
  - statement: It is heads.
    check: contains
    value: heads
  - statement: It is a coin.
    check: contains
    value: coin
`;

/** Adds an agent to the refund-desk example whose one scenario, SC-920, passes and fails by turns. @returns its folder */
export function addChangingAgent(folder: string): string {
  const agent = path.join(folder, '.testmuai', 'rook', 'projects', 'harbour-goods', 'agents', 'coin');
  const files: Record<string, string> = {
    'agent.yaml': 'id: coin\nname: Coin\n',
    'profiles/table.yaml': 'id: table\nname: Table\nhooks:\n  execute: scripts/coin.mjs\n',
    'scripts/coin.mjs': script,
    'scenarios/SC-920.yaml': scenario,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(agent, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return agent;
}
