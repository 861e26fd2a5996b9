import * as vscode from 'vscode';

/** What a criterion that could not be decided looks like in the Test Explorer (behaviour §11). */
export type UnableToVerifyState = 'errored' | 'skipped';

/** The settings of the extension, as they are now, for a folder. */
export interface Settings {
  unableToVerify: UnableToVerifyState;
  /** Scenarios in flight; absent = the profile's own. */
  concurrency?: number;
  /** Node.js that runs hooks; absent = the one on PATH. */
  nodePath?: string;
}

/** Reads the settings. A value of the wrong kind counts as not set: the settings editor has already said so. */
export function readSettings(scope?: vscode.Uri): Settings {
  const configuration = vscode.workspace.getConfiguration('rook', scope);
  const concurrency = configuration.get<unknown>('concurrency');
  const nodePath = configuration.get<unknown>('nodePath');
  return {
    unableToVerify: configuration.get<unknown>('unableToVerify') === 'skipped' ? 'skipped' : 'errored',
    ...(isConcurrency(concurrency) && { concurrency }),
    ...(typeof nodePath === 'string' && nodePath.trim() !== '' && { nodePath: nodePath.trim() }),
  };
}

function isConcurrency(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 8;
}
