import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from './wait-for';

const script = `import { existsSync, writeFileSync } from 'node:fs';

const { ROOK_WORKSPACE: folder } = process.env;
if (process.argv[2] === 'execute') {
  writeFileSync(folder + '/asked', '');
  while (!existsSync(folder + '/answer')) await new Promise((resolve) => setTimeout(resolve, 20));
  console.log(JSON.stringify({ output: 'awake' }));
}
`;

const scenario = `local_id: SC-930
title: It answers when it is let
class: functional
goal: Wait.
acceptance_criteria:
  - statement: It wakes up.
    check: contains
    value: awake
`;

export interface WaitingAgent {
  /** Waits until it has been asked something. */
  untilAsked: () => Promise<unknown>;
  /** Lets it answer, now and from now on. */
  answer: () => void;
}

/** Adds an agent to the refund-desk example that answers when the test lets it: scenario SC-930. */
export function addWaitingAgent(folder: string): WaitingAgent {
  const agent = path.join(folder, '.testmuai', 'rook', 'projects', 'harbour-goods', 'agents', 'waiting');
  const files: Record<string, string> = {
    'agent.yaml': 'id: waiting\nname: Waiting\n',
    'profiles/local.yaml': 'id: local\nname: Local\nhooks:\n  execute: scripts/wait.mjs\n',
    'scripts/wait.mjs': script,
    'scenarios/SC-930.yaml': scenario,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(agent, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return {
    untilAsked: () => waitFor('the agent to be asked', () => existsSync(path.join(folder, 'asked'))),
    answer: () => writeFileSync(path.join(folder, 'answer'), ''),
  };
}
