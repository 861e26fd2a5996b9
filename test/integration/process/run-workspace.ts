import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type * as z from 'zod';
import { attemptLayout, type RunLayout, runLayout } from '../../../engine/workspace/layout';
import { parseYaml } from '../../../engine/workspace/yaml-document';
import { HooksFile, ResponseFile } from '../../../schemas/record';
import { Report } from '../../../schemas/report';
import { formatRefusal } from '../../../schemas/result';
import { RunFile } from '../../../schemas/run';
import { Verdict } from '../../../schemas/verdict';
import { hookScript, WorkspaceBuilder } from '../workspace-builder';
import { type EngineRun, type RunChanges, tryRun } from './engine-run';

/** Makes workspaces for the tests of a file. After each test no process of theirs may be left, and they are removed. */
export function useWorkspaces(): () => WorkspaceBuilder {
  const built: WorkspaceBuilder[] = [];
  afterEach(() => {
    const workspaces = built.splice(0);
    const left = workspaces.flatMap(({ root }) => processesOf(root));
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    for (const workspace of workspaces) workspace.remove();
    expect(left, 'processes that a run has left behind').toEqual([]);
  });
  return () => {
    const workspace = new WorkspaceBuilder();
    built.push(workspace);
    return workspace;
  };
}

/** Processes that were started for a workspace, wherever they have got to. Told by their environment, on Linux. */
export function processesOf(root: string): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      if (!environment.includes(`ROOK_WORKSPACE=${root}`)) return [];
      return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
    } catch {
      return []; // ended, or not ours to look at
    }
  });
}

/** True while a process runs; one that has ended and waits to be reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Resolves when the condition holds; rejects after a time that only something broken needs. */
export async function until(condition: () => boolean, what: string, limitMs = 30_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Runs the workspace's agent to its end; a refusal throws. */
export async function run(workspace: WorkspaceBuilder, changes: RunChanges = {}): Promise<FinishedRun> {
  const result = await tryRun(workspace.root, changes);
  if (!result.ok) throw new Error(`refused: ${formatRefusal(result.error)}`);
  return new FinishedRun(result.value);
}

/** A run that has ended: what was announced, and what is on disk, read with the schemas. */
export class FinishedRun {
  readonly layout: RunLayout;

  constructor(readonly outcome: EngineRun) {
    this.layout = runLayout(outcome.runDir);
  }

  get events(): EngineRun['events'] {
    return this.outcome.events;
  }

  get file(): RunFile {
    return readRecord(this.layout.runFile, RunFile);
  }

  get report(): Report {
    return readRecord(this.layout.reportFile, Report);
  }

  /** hooks.json of the run itself: prepare. */
  get runHooks(): HooksFile {
    return readRecord(this.layout.hooksFile, HooksFile);
  }

  path(scenario: string, ...rest: string[]): string {
    return join(this.layout.scenarioDir(scenario), ...rest);
  }

  has(scenario: string, ...rest: string[]): boolean {
    return existsSync(this.path(scenario, ...rest));
  }

  hooks(scenario: string, attempt = 1): HooksFile {
    return readRecord(attemptLayout(this.layout.scenarioDir(scenario), attempt).hooksFile, HooksFile);
  }

  response(scenario: string, attempt = 1): ResponseFile {
    return readRecord(attemptLayout(this.layout.scenarioDir(scenario), attempt).responseFile, ResponseFile);
  }

  verdict(scenario: string): Verdict {
    return readRecord(this.path(scenario, 'verdict.yaml'), Verdict);
  }

  /** `Pass`, `Fail`, `Unable to Verify (<reason>)`, or what stands for a verdict when there is none. */
  state(scenario: string): string {
    if (this.has(scenario, 'verdict.yaml')) {
      const { status, unverifiable_reason: reason } = this.verdict(scenario);
      return reason ? `${status} (${reason})` : status;
    }
    const event = this.events.find((one) => one.type === 'notRun' && one.scenarioId === scenario);
    return event?.type === 'notRun' ? (event.unjudged ? 'unjudged' : 'not_run') : 'unknown';
  }

  /** The states of several scenarios. */
  states(...scenarios: string[]): string[] {
    return scenarios.map((scenario) => this.state(scenario));
  }
}

export function readRecord<T>(file: string, schema: z.ZodType<T>): T {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.json')) return schema.parse(JSON.parse(text));
  const document = parseYaml(text, file);
  if (document.syntaxProblems.length > 0) throw new Error(`${file} cannot be read`);
  return schema.parse(document.value);
}

/** The lines that hooks have noted in a file of the workspace; none when it does not exist. */
export function notes(workspace: WorkspaceBuilder, name = 'notes'): string[] {
  return workspace.has(name) ? workspace.read(name).split('\n').filter(Boolean) : [];
}

/** The same, each line a JSON value. */
export function jsonNotes<T>(workspace: WorkspaceBuilder, name = 'notes'): T[] {
  return notes(workspace, name).map((line) => JSON.parse(line) as T); // what the hooks of the test itself wrote
}

/** All phases of a profile. */
export const everyPhase = ['prepare', 'open', 'execute', 'close', 'collect'];

/** A script that does the same in every phase, with `phase` known. */
export function inEveryPhase(source: string): string {
  return hookScript(Object.fromEntries(everyPhase.map((phase) => [phase, `const phase = '${phase}'; ${source}`])));
}
