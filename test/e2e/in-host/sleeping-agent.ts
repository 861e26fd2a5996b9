import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../harness/wait-for';

/** Its execute sleeps and will not be talked out of it; what it starts does the same. Its close answers at once. */
const script = `import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const phase = process.argv[2];
const note = (...words) => appendFileSync(process.env.ROOK_WORKSPACE + '/sleep.log', words.join(' ') + '\\n');
note(phase, process.env.ROOK_SCENARIO_ID, process.pid);
process.on('SIGTERM', () => {});
if (phase === 'execute') {
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setTimeout(() => {}, 120000)']);
  note('child', process.env.ROOK_SCENARIO_ID, child.pid);
  console.error('going to sleep');
  setTimeout(() => {}, 120000);
} else {
  console.log('{}');
}
`;

const profile = `id: slow
name: Slow
hooks:
  open: scripts/sleep.mjs
  execute: scripts/sleep.mjs
  close: scripts/sleep.mjs
`;

const scenario = (id: string) => `local_id: ${id}
title: It sleeps
class: functional
goal: Sleep.
acceptance_criteria:
  - statement: It wakes up.
    check: contains
    value: awake
`;

export interface SleepingAgent {
  /** Waits until execute of the scenario sleeps, and returns the processes of this and all earlier ones. */
  waitUntilAsleep: (scenarioId: string, times?: number) => Promise<number[]>;
  /** Phases that have begun, such as `close SC-900`. */
  phases: () => string[];
  remove: () => void;
}

/** Adds an agent to the refund-desk example that never answers: scenarios SC-900 and SC-901. */
export function addSleepingAgent(folder: string): SleepingAgent {
  const agent = path.join(folder, '.testmuai', 'rook', 'projects', 'harbour-goods', 'agents', 'sleeper');
  const log = path.join(folder, 'sleep.log');
  const files: Record<string, string> = {
    'agent.yaml': 'id: sleeper\nname: Sleeper\n',
    'profiles/slow.yaml': profile,
    'scripts/sleep.mjs': script,
    'scenarios/SC-900.yaml': scenario('SC-900'),
    'scenarios/SC-901.yaml': scenario('SC-901'),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(agent, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const notes = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  return {
    phases: () => notes().map((line) => line.split(' ').slice(0, 2).join(' ')),
    waitUntilAsleep: (scenarioId, times = 1) =>
      waitFor(`${scenarioId} to sleep`, () => {
        const asleep = notes().filter((line) => line.startsWith(`child ${scenarioId} `));
        if (asleep.length < times) return undefined;
        return notes().map((line) => Number(line.split(' ')[2]));
      }),
    remove: () => {
      rmSync(agent, { recursive: true, force: true, maxRetries: 5 });
      rmSync(log, { force: true });
    },
  };
}

/** Whether a process runs. One that has ended, and that nobody has taken note of, does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
}
