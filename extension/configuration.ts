import * as vscode from 'vscode';
import * as z from 'zod';
import { ToolHook } from '../schemas/tool-hook';
import { type Grouping, groupings } from './scenario-groups';

/** What a criterion that could not be decided looks like in the Test Explorer (behaviour §11). */
export type UnableToVerifyState = 'errored' | 'skipped';

/** The settings of the extension, as they are now, for a folder. */
export interface Settings {
  unableToVerify: UnableToVerifyState;
  /** Scenarios in flight; absent = the profile's own. */
  concurrency?: number;
  /** Node.js that runs hooks; absent = the one on PATH. */
  nodePath?: string;
  groupBy: Grouping;
  /** Tool hooks of the user, beside those that the workspace's list has. */
  toolHooks: ToolHook[];
  /** Most scenarios that watching may run within an hour. */
  maxRunsPerHour: number;
  /** The verdict panel opens by itself when something failed. */
  openPanelOnFailure: boolean;
  /** How many of an agent's newest runs stay when old ones are removed; 0 = all. */
  keepRuns: number;
  /** Criteria that could not be verified stand in the Problems panel. */
  unverifiedProblems: boolean;
  /** What is masked in a bundle besides, each a regular expression. */
  redact: string[];
  /** Actions stand above profiles and scenarios in the editor. */
  codeLens: boolean;
}

const defaultRunsPerHour = 120;

/** Reads the settings. A value of the wrong kind counts as not set: the settings editor has already said so. */
export function readSettings(scope?: vscode.Uri): Settings {
  const configuration = vscode.workspace.getConfiguration('rook', scope);
  const concurrency = configuration.get<unknown>('concurrency');
  const nodePath = configuration.get<unknown>('nodePath');
  const perHour = configuration.get<unknown>('watch.maxRunsPerHour');
  const keepRuns = configuration.get<unknown>('run.keepRuns');
  const groupBy = configuration.get<unknown>('testExplorer.groupBy');
  const toolHooks = z.array(ToolHook).safeParse(configuration.get<unknown>('toolHooks'));
  const redact = z.array(z.string()).safeParse(configuration.get<unknown>('export.redact'));
  return {
    toolHooks: toolHooks.success ? toolHooks.data : [],
    groupBy: groupings.find((grouping) => grouping === groupBy) ?? 'class',
    maxRunsPerHour: typeof perHour === 'number' && perHour >= 0 ? perHour : defaultRunsPerHour,
    keepRuns: typeof keepRuns === 'number' && Number.isInteger(keepRuns) && keepRuns > 0 ? keepRuns : 0,
    openPanelOnFailure: configuration.get<unknown>('openPanelOnFailure') === true,
    unverifiedProblems: configuration.get<unknown>('problems.unableToVerify') !== false,
    redact: redact.success ? redact.data : [],
    codeLens: configuration.get<unknown>('codeLens') !== false,
    unableToVerify: configuration.get<unknown>('unableToVerify') === 'skipped' ? 'skipped' : 'errored',
    ...(isConcurrency(concurrency) && { concurrency }),
    ...(typeof nodePath === 'string' && nodePath.trim() !== '' && { nodePath: nodePath.trim() }),
  };
}

function isConcurrency(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 8;
}
