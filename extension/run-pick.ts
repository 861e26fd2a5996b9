import { join } from 'node:path';
import * as vscode from 'vscode';
import { runLayout } from '../engine/workspace/layout';
import { readTextIfPresent } from '../engine/workspace/read-text';
import { readSections } from '../engine/workspace/record-sections';
import { compareRunIds, listRunIds, readStored, storedValue } from '../engine/workspace/runs';
import type { AgentRef } from '../engine/workspace/workspace';
import { Report } from '../schemas/report';
import { RunFile, type RunStatus } from '../schemas/run';
import type { LocatedAgent, TestExplorer } from './test-explorer';

/** Older runs than these are not offered: their records would be read for a list that nobody scrolls to the end. */
const mostOffered = 100;

/** What is read of a run for its line, without parsing the rest. */
const PlanHead = RunFile.pick({ created: true, name: true, status: true });
const ReportHead = Report.pick({ headline: true });

/**
 * When the palette closes, VS Code gives the focus back to a panel that had it, a moment later; a list that has opened in
 * between would be gone again. Escape closes it.
 */
export const staysOpen: vscode.QuickPickOptions = { ignoreFocusOut: true };

/** A run that was chosen. */
export interface PickedRun {
  agent: AgentRef;
  runId: string;
}

/** What is asked for, when a run is chosen for something in particular. */
export interface RunQuestion {
  title?: string;
  /** A run that is not offered. */
  except?: string;
}

/**
 * Lets the user choose among the newest runs of the open agents, each with its time and headline.
 * @returns undefined when there is none, which is said, or when none was chosen.
 */
export async function pickRun(
  explorer: TestExplorer,
  agentDirs?: readonly string[],
  question: RunQuestion = {},
): Promise<PickedRun | undefined> {
  await explorer.ready;
  const agents = explorer.agents.filter(({ agent }) => agentDirs?.includes(agent.agentDir) ?? true);
  const newest = (await newestRuns(agents)).filter(({ runId }) => runId !== question.except);
  if (newest.length === 0) {
    void vscode.window.showInformationMessage(
      question.except === undefined
        ? vscode.l10n.t('Nothing has run yet. Run scenarios in the Testing view first.')
        : vscode.l10n.t('There is no other run.'),
    );
    return undefined;
  }
  const several = new Set(newest.map(({ located }) => located.agent.agentDir)).size > 1;
  const lines = Promise.all(newest.map((run) => lineOf(run, several))).then((found) =>
    found.flatMap((one) => one ?? []),
  );
  const picked = await vscode.window.showQuickPick(lines, {
    title: question.title ?? vscode.l10n.t('Choose a Run'),
    placeHolder: vscode.l10n.t('The newest runs, by time, name or headline'),
    matchOnDescription: true,
    matchOnDetail: true,
    ...staysOpen,
  });
  return picked && { agent: picked.located.agent, runId: picked.runId };
}

interface NewRun {
  located: LocatedAgent;
  runId: string;
}

interface RunLine extends vscode.QuickPickItem, NewRun {}

async function newestRuns(agents: readonly LocatedAgent[]): Promise<NewRun[]> {
  const runs = await Promise.all(
    agents.map(async (located) =>
      (await listRunIds(located.agent.runsDir)).slice(0, mostOffered).map((runId) => ({ located, runId })),
    ),
  );
  return runs
    .flat()
    .sort((a, b) => compareRunIds(b.runId, a.runId))
    .slice(0, mostOffered);
}

/** A line of the list; undefined for a folder among the runs that has no record of one. */
async function lineOf(run: NewRun, withAgent: boolean): Promise<RunLine | undefined> {
  const { runFile, reportFile } = runLayout(join(run.located.agent.runsDir, run.runId));
  const planText = await readTextIfPresent(runFile);
  const reportText = await readTextIfPresent(reportFile);
  if (planText === undefined && reportText === undefined) return undefined;
  const plan =
    planText === undefined
      ? undefined
      : (readSections(planText, runFile, PlanHead) ?? storedValue(await readStored(runFile, RunFile)));
  const report =
    reportText === undefined
      ? undefined
      : (readSections(reportText, reportFile, ReportHead) ?? storedValue(await readStored(reportFile, Report)));
  const begun = plan && new Date(plan.created);
  const time = begun && !Number.isNaN(begun.getTime()) ? begun.toLocaleString() : undefined;
  return {
    ...run,
    label: plan?.name || (time ?? run.runId),
    description: [
      plan?.name ? time : undefined,
      time || plan?.name ? run.runId : undefined,
      withAgent ? run.located.agent.name : undefined,
    ]
      .flatMap((part) => part ?? [])
      .join(' · '),
    detail: plan?.status === 'running' ? statusWords('running') : (report?.headline ?? statusWords(plan?.status)),
  };
}

function statusWords(status: RunStatus | undefined): string {
  switch (status) {
    case 'running':
      return vscode.l10n.t('Still running, or ended without a report');
    case 'halted':
      return vscode.l10n.t('Halted, no report');
    case 'cancelled':
      return vscode.l10n.t('Cancelled, no report');
    case 'completed':
    case undefined:
      return vscode.l10n.t('No report on record');
    default:
      return status satisfies never;
  }
}
