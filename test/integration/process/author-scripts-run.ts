import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Draft, Exchange } from '../../../engine/author/draft';
import { phasesOf, writeScript } from '../../../engine/author/script/write-script';
import { currentNode } from '../../../engine/lifecycle/hook-command';
import { ProcessRunner } from '../../../engine/lifecycle/process-runner';
import { Redactor } from '../../../engine/lifecycle/redactor';
import { type HookResult, runHook } from '../../../engine/lifecycle/run-hook';
import type { HookPhase } from '../../../schemas/phase';

/** A written script, run phase by phase as the engine runs hooks. */
export interface WrittenScript {
  source: string;
  session: string;
  /** Runs one phase; of a script that does not implement it nothing. @returns what came of it. */
  phase(phase: HookPhase, goal?: string): Promise<HookResult | undefined>;
  /** One turn; its handle is what the next one gets. */
  turn(goal: string): Promise<HookResult>;
  exchange(): Exchange | undefined;
  /** A file of the scenario's state folder. */
  state(name: string): string;
}

/** Writes scripts for the tests of a file, and removes what they have left. */
export function useScripts(): (draft: Draft, env?: Record<string, string>) => WrittenScript {
  const folders: string[] = [];
  const runner = new ProcessRunner();
  afterEach(async () => {
    await runner.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return (draft, env = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'rook-script-'));
    folders.push(folder);
    return write(draft, folder, env, runner);
  };
}

function write(draft: Draft, folder: string, env: Record<string, string>, runner: ProcessRunner): WrittenScript {
  const source = writeScript(draft, { profileId: 'desk' });
  const script = join(folder, 'desk.mjs');
  const runState = join(folder, 'run-state');
  const stateDir = join(folder, 'state');
  writeFileSync(script, source);
  for (const one of [runState, stateDir]) mkdirSync(one);
  const session = randomUUID();
  let conversation: string | undefined;
  const run = async (phase: HookPhase, goal?: string): Promise<HookResult> => {
    const result = await runHook(runner, {
      hook: { phase, script, timeoutSeconds: 40 },
      script,
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? '',
        ...env,
        ROOK_RUN_STATE_DIR: runState,
        ROOK_STATE_DIR: phase === 'prepare' ? runState : stateDir,
        ...(phase !== 'prepare' && { ROOK_SESSION: session }),
        ...(conversation !== undefined && { ROOK_CONVERSATION: conversation }),
      },
      node: currentNode(),
      redactor: new Redactor({}),
      ...(goal !== undefined && { goal }),
    });
    const handle = result.parsed?.output?.conversation;
    if (handle !== undefined) conversation = String(handle);
    return result;
  };
  return {
    source,
    session,
    phase: async (phase, goal) => (phasesOf(draft).includes(phase) ? run(phase, goal) : undefined),
    turn: (goal) => run('execute', goal),
    exchange: () => {
      const file = join(stateDir, 'reply.json');
      return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Exchange) : undefined; // the script under test writes this type
    },
    state: (name) => readFileSync(join(stateDir, name), 'utf8'),
  };
}
