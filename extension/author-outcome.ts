import { join } from 'node:path';
import * as vscode from 'vscode';
import type { AddOutcome } from '../engine/author/add-profile';
import type { FixOutcome } from '../engine/author/fix-profile';
import { formatPlace } from '../engine/author/reading/path';
import { useProfile } from '../engine/workspace/pointers';
import type { LocatedAgent, TestExplorer } from './test-explorer';

/** What can be done after a profile was written, repaired, or not. */
export interface OutcomeActions {
  explorer: TestExplorer;
  log: vscode.LogOutputChannel;
  run(items: readonly vscode.TestItem[]): Promise<void>;
  again(): Promise<void>;
}

/** Says how adding a profile came out, and offers what comes next. */
export async function tellAdded(
  outcome: AddOutcome,
  discarded: boolean,
  located: LocatedAgent,
  actions: OutcomeActions,
): Promise<void> {
  if (!outcome.ok) return tellNotAdded(outcome, discarded, actions);
  const { profileId, scriptFile, warnings, active } = outcome;
  for (const warning of warnings) actions.log.warn(warning);
  const message = [
    active
      ? vscode.l10n.t('Profile {0} is ready, and is the one that {1} uses.', profileId, located.agent.name)
      : vscode.l10n.t('Profile {0} is ready. {1} still uses another.', profileId, located.agent.name),
    ...warnings,
  ].join('\n');
  const next = active ? [nextStep(located, actions)] : [activation(profileId, located, actions)];
  await offer(warnings.length > 0 ? 'warning' : 'information', message, [...next, opening(scriptFile)]);
}

async function tellNotAdded(
  outcome: Extract<AddOutcome, { ok: false }>,
  discarded: boolean,
  actions: OutcomeActions,
): Promise<void> {
  const { diagnosis, error, remedy, attempts, staged, profileId, keptIn } = outcome;
  const { log } = actions;
  log.error(vscode.l10n.t('no profile {0} was written (invocations: {1}): {2}', profileId, attempts, error));
  if (diagnosis) log.error(`${diagnosis.summary} ${diagnosis.next}`);
  logCandidates(outcome, log);
  log.info(vscode.l10n.t('What was tried is in {0}.', vscode.workspace.asRelativePath(keptIn)));
  const why = diagnosis
    ? `${diagnosis.summary} ${diagnosis.next}`
    : [sentence(error), remedy].filter(Boolean).join(' ');
  // To discard is the person's own choice, and no error.
  await offer(discarded ? 'information' : 'error', vscode.l10n.t('No profile was written: {0}', why), [
    { label: vscode.l10n.t('Try Again'), act: actions.again },
    ...(staged ? [opening(join(keptIn, `${profileId}.mjs`), vscode.l10n.t('Open Script Tried'))] : []),
    showLog(log),
  ]);
}

/** Says how repairing a profile came out, and offers what comes next. */
export async function tellFixed(
  outcome: FixOutcome,
  discarded: boolean,
  located: LocatedAgent,
  actions: OutcomeActions,
): Promise<void> {
  const { ok, changed, profileId, diagnosis, error, next, scriptFile, output, warnings } = outcome;
  const { log } = actions;
  for (const warning of warnings) log.warn(warning);
  logCandidates(outcome, log);
  if (discarded && next !== undefined) return offer('information', next, [showLog(log)]);
  if (!ok) {
    const why = [diagnosis?.summary ?? (error && sentence(error)), next].filter(Boolean).join(' ');
    log.error([why, error].filter(Boolean).join('\n'));
    return offer('error', vscode.l10n.t('Profile {0} does not answer: {1}', profileId, why), [
      ...(scriptFile === undefined ? [] : [opening(scriptFile)]),
      showLog(log),
    ]);
  }
  if (output !== undefined) log.info(vscode.l10n.t('The agent said: {0}', output));
  const message = changed
    ? vscode.l10n.t('Profile {0} is repaired.', profileId)
    : vscode.l10n.t('Profile {0} answers: nothing was changed.', profileId);
  const doubts = [next, ...warnings].filter((text) => text !== undefined);
  await offer(doubts.length === 0 ? 'information' : 'warning', [message, ...doubts].join('\n'), [
    nextStep(located, actions),
    ...(scriptFile === undefined ? [] : [opening(scriptFile)]),
  ]);
}

/** What may be the answer, with its place: `--answer`, and a person's words, name it. */
function logCandidates({ candidates = [] }: Pick<FixOutcome, 'candidates'>, log: vscode.LogOutputChannel): void {
  for (const { place, text } of candidates) log.info(`${formatPlace(place)}: ${text}`);
}

interface Offer {
  label: string;
  act(): Promise<unknown>;
}

async function offer(
  kind: 'information' | 'warning' | 'error',
  message: string,
  offers: readonly Offer[],
): Promise<void> {
  const labels = offers.map(({ label }) => label);
  const answer = await show(kind, message, labels);
  await offers.find(({ label }) => label === answer)?.act();
}

function show(
  kind: 'information' | 'warning' | 'error',
  message: string,
  labels: readonly string[],
): Thenable<string | undefined> {
  switch (kind) {
    case 'information':
      return vscode.window.showInformationMessage(message, ...labels);
    case 'warning':
      return vscode.window.showWarningMessage(message, ...labels);
    case 'error':
      return vscode.window.showErrorMessage(message, ...labels);
    default:
      return kind satisfies never;
  }
}

/** Running the agent's scenarios; the first one has to be written where there is none. */
function nextStep({ agent }: LocatedAgent, { explorer, run }: OutcomeActions): Offer {
  const items = explorer.scenarioItems(agent.agentDir);
  if (items.length === 0)
    return {
      label: vscode.l10n.t('New Scenario…'),
      act: async () => vscode.commands.executeCommand('rook.newScenario', vscode.Uri.file(agent.agentDir)),
    };
  return {
    label: vscode.l10n.t('Run Scenarios'),
    act: async () => {
      await vscode.commands.executeCommand('workbench.view.testing.focus');
      await run(items);
    },
  };
}

function activation(profileId: string, { agent, workspace }: LocatedAgent, { explorer }: OutcomeActions): Offer {
  return {
    label: vscode.l10n.t('Use Profile'),
    act: async () => {
      if (!workspace.workspace) return;
      await useProfile(workspace.workspace, agent, profileId);
      await explorer.update([agent.activeProfileFile]);
    },
  };
}

function opening(file: string, label = vscode.l10n.t('Open Script')): Offer {
  return { label, act: async () => vscode.window.showTextDocument(vscode.Uri.file(file)) };
}

function showLog(log: vscode.LogOutputChannel): Offer {
  return { label: vscode.l10n.t('Show Log'), act: async () => log.show() };
}

/** The first line of an error, as a sentence; the log has it whole. */
function sentence(error: string): string {
  const [line = ''] = error.split('\n', 1);
  return /[.!?]$/.test(line) ? line : `${line.replace(/:$/, '')}.`;
}
