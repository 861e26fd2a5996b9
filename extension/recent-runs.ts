import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type * as z from 'zod';
import { agentLayout, runLayout } from '../engine/workspace/layout';
import { readTextIfPresent } from '../engine/workspace/read-text';
import { readSections } from '../engine/workspace/record-sections';
import { listRunIds, readStored, storedValue } from '../engine/workspace/runs';
import type { RunEvent } from '../schemas/event';
import type { RecordLink } from '../schemas/panel';
import { Report } from '../schemas/report';

/** What is shown of a report without opening it. */
const Outcome = Report.pick({ headline: true, totals: true });

export interface RecentRun {
  agentDir: string;
  runDir: string;
  /** Absent while it runs, or when the run was killed. */
  report?: z.infer<typeof Outcome>;
  /** False while it runs here. */
  ended: boolean;
}

/** Older runs than these are not searched for a scenario's records. */
const searchedRuns = 200;

/** Which run holds the newest records of a scenario: from this session's events, else from disk. */
export class RecentRuns implements vscode.Disposable {
  private readonly byScenario = new Map<string, string>();
  private readonly byAgent = new Map<string, RecentRun>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  /** Takes note of what happens in a run. */
  handle(agentDir: string, event: RunEvent): void {
    if (event.type === 'planned') {
      this.byAgent.set(agentDir, { agentDir, runDir: event.runDir, ended: false });
      this.changed.fire();
    }
    const run = this.byAgent.get(agentDir);
    if (!run) return;
    if (event.type === 'scenarioStarted') this.byScenario.set(keyOf(agentDir, event.scenarioId), run.runDir);
    if (event.type === 'finished') {
      this.byAgent.set(agentDir, { ...run, report: event.report, ended: true });
      this.changed.fire();
    }
  }

  /** Whether a scenario has run, or is running, since the window was loaded. */
  hasRun(agentDir: string, scenarioId: string): boolean {
    return this.byScenario.has(keyOf(agentDir, scenarioId));
  }

  /** Says that nothing of an agent runs any more, however its run ended. */
  leave(agentDir: string): void {
    const run = this.byAgent.get(agentDir);
    if (!run || run.ended) return;
    this.byAgent.set(agentDir, { ...run, ended: true });
    this.changed.fire();
  }

  /** Says that a run is gone. */
  forget(runDir: string): void {
    for (const [key, known] of this.byScenario) if (known === runDir) this.byScenario.delete(key);
    for (const [key, run] of this.byAgent) if (run.runDir === runDir) this.byAgent.delete(key);
    this.changed.fire();
  }

  /** The last run of these agents, whichever is the newest. */
  async last(agentDirs: readonly string[]): Promise<RecentRun | undefined> {
    const runs = await Promise.all(agentDirs.map(async (dir) => this.byAgent.get(dir) ?? (await lastStored(dir))));
    return runs
      .flatMap((run) => run ?? [])
      .sort((a, b) => basename(a.runDir).localeCompare(basename(b.runDir))) // ids of runs are their times
      .at(-1);
  }

  /** Where the newest records of a scenario are; undefined when it has never run. */
  async find(agentDir: string, scenarioId: string): Promise<RecordLink | undefined> {
    const known = this.byScenario.get(keyOf(agentDir, scenarioId));
    if (known !== undefined) return { runDir: known, scenarioId };
    const { runsDir } = agentLayout(agentDir);
    for (const id of (await listRunIds(runsDir)).slice(0, searchedRuns)) {
      const { runDir, scenarioDir } = runLayout(join(runsDir, id));
      if (await exists(join(scenarioDir(scenarioId), 'hooks.json'))) return { runDir, scenarioId };
    }
    return undefined;
  }

  dispose(): void {
    this.changed.dispose();
  }
}

function keyOf(agentDir: string, scenarioId: string): string {
  return `${agentDir}#${scenarioId}`;
}

async function lastStored(agentDir: string): Promise<RecentRun | undefined> {
  const { runsDir } = agentLayout(agentDir);
  for (const id of await listRunIds(runsDir)) {
    const { runDir, runFile, reportFile, scenariosDir } = runLayout(join(runsDir, id));
    const text = await readTextIfPresent(reportFile);
    if (text === undefined && !(await exists(runFile)) && !(await exists(scenariosDir))) continue; // something else
    const report =
      text && (readSections(text, reportFile, Outcome) ?? storedValue(await readStored(reportFile, Report)));
    return { agentDir, runDir, ended: true, ...(report && { report }) };
  }
  return undefined; // it has none yet
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false, // absent or unreadable: no record for us
  );
}
