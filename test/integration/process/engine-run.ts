import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { currentNode } from '../../../engine/lifecycle/hook-command';
import { continueRun, type RunOutcome, type RunRequest, startRun } from '../../../engine/lifecycle/run';
import { loadProfile, readScenarios } from '../../../engine/workspace/agent-files';
import { selectAgentIn, selectProfileId } from '../../../engine/workspace/select';
import { openWorkspace } from '../../../engine/workspace/workspace';
import type { RunEvent } from '../../../schemas/event';
import { type RunPhase, runPhases } from '../../../schemas/phase';
import { formatRefusal, type Result } from '../../../schemas/result';
import type { Verdict } from '../../../schemas/verdict';

/** What a test may change about a run. */
export type RunChanges = Partial<
  Pick<
    RunRequest,
    | 'selection'
    | 'phases'
    | 'concurrency'
    | 'name'
    | 'env'
    | 'signal'
    | 'resumeFrom'
    | 'onProcesses'
    | 'tools'
    | 'judge'
    | 'rca'
    | 'judgeTools'
  >
> & {
  profile?: string;
  /** Continues this run in place instead of starting one. */
  runId?: string;
  onEvent?: (event: RunEvent) => void;
};

export interface EngineRun extends RunOutcome {
  events: RunEvent[];
  /** The verdict of a scenario, as it is on disk. */
  verdict(scenarioId: string): Promise<Verdict>;
  /** A JSON record, by its path in the run's folder. */
  json(path: string): Promise<Record<string, never>>;
  /** A file of the run's folder, as it is. */
  text(path: string): Promise<string>;
}

/** Runs the workspace's active agent through the engine, as every surface does. */
export async function tryRun(root: string, changes: RunChanges = {}): Promise<Result<EngineRun>> {
  const workspace = must(await openWorkspace(root));
  const agent = must(selectAgentIn(workspace, {}));
  const profile = must(await loadProfile(agent, must(selectProfileId(agent, changes.profile)), workspace.root));
  const events: RunEvent[] = [];
  const host = {
    workspace,
    agent,
    phases: changes.phases ?? ([...runPhases] as RunPhase[]),
    ...(changes.concurrency !== undefined && { concurrency: changes.concurrency }),
    node: currentNode(),
    env: changes.env ?? process.env,
    signal: changes.signal ?? new AbortController().signal,
    ...(changes.onProcesses && { onProcesses: changes.onProcesses }),
    ...(changes.tools && { tools: changes.tools }),
    ...(changes.judge && { judge: changes.judge }),
    ...(changes.rca && { rca: true }),
    ...(changes.judgeTools && { judgeTools: changes.judgeTools }),
    onEvent: (event: RunEvent) => {
      events.push(event);
      changes.onEvent?.(event);
    },
  };
  const outcome =
    changes.runId === undefined
      ? await startRun({
          ...host,
          profile,
          entries: await readScenarios(agent),
          selection: changes.selection ?? {},
          ...(changes.name !== undefined && { name: changes.name }),
          ...(changes.resumeFrom !== undefined && { resumeFrom: changes.resumeFrom }),
        })
      : await continueRun({ ...host, runId: changes.runId });
  if (!outcome.ok) return outcome;
  const text = (path: string): Promise<string> => readFile(join(outcome.value.runDir, path), 'utf8');
  return {
    ok: true,
    value: {
      ...outcome.value,
      events,
      text,
      verdict: async (id) => parse(await text(`scenarios/${id}/verdict.yaml`)) as Verdict,
      json: async (path) => JSON.parse(await text(path)) as Record<string, never>,
    },
  };
}

/** The same, for runs that must not be refused. */
export async function run(root: string, changes: RunChanges = {}): Promise<EngineRun> {
  return must(await tryRun(root, changes));
}

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${formatRefusal(result.error)}`);
  return result.value;
}

/** Command lines of running processes that name the text: what a test has left behind. Linux only; zombies have none. */
export function processesNaming(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(text) ? [line] : [];
      } catch {
        return []; // ended meanwhile
      }
    });
}
