import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { agentLayout, runLayout } from '../engine/workspace/layout';
import { listRunIds, openRun, type StoredRun, storedValue } from '../engine/workspace/runs';
import type { RunEvent } from '../schemas/event';
import type { PanelState } from '../schemas/panel';
import type { Report } from '../schemas/report';

export interface RecentRun {
  agentDir: string;
  runDir: string;
  /** Absent while it runs, or when the run was killed. */
  report?: Report;
}

/** Older runs than these are not searched for a scenario's records. */
const searchedRuns = 200;

/** Which run holds the newest records of a scenario: from this session's events, else from disk. */
export class RecentRuns implements vscode.Disposable {
  private readonly byScenario = new Map<string, string>();
  private readonly byAgent = new Map<string, RecentRun>();
  private newest: string | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  /** Takes note of what happens in a run. */
  handle(agentDir: string, event: RunEvent): void {
    if (event.type === 'planned') {
      this.newest = agentDir;
      this.byAgent.set(agentDir, { agentDir, runDir: event.runDir });
      this.changed.fire();
    }
    const run = this.byAgent.get(agentDir);
    if (!run) return;
    if (event.type === 'scenarioStarted') this.byScenario.set(keyOf(agentDir, event.scenarioId), run.runDir);
    if (event.type === 'finished') {
      this.byAgent.set(agentDir, { ...run, report: event.report });
      this.changed.fire();
    }
  }

  /** The last run of these agents, whichever is the newest. */
  async last(agentDirs: readonly string[]): Promise<RecentRun | undefined> {
    const known = this.newest === undefined ? undefined : this.byAgent.get(this.newest);
    if (known) return known;
    const stored = await Promise.all(agentDirs.map(lastStored));
    return stored
      .flatMap((one) => one ?? [])
      .sort((a, b) => a.run.id.localeCompare(b.run.id))
      .map(({ agentDir, run }) => {
        const report = storedValue(run.report);
        return { agentDir, runDir: run.layout.runDir, ...(report && { report }) };
      })
      .at(-1);
  }

  /** Where the newest records of a scenario are; undefined when it has never run. */
  async find(agentDir: string, scenarioId: string): Promise<PanelState | undefined> {
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

async function lastStored(agentDir: string): Promise<{ agentDir: string; run: StoredRun } | undefined> {
  const run = await openRun(agentLayout(agentDir).runsDir);
  return run.ok ? { agentDir, run: run.value } : undefined;
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false, // absent or unreadable: no record for us
  );
}
