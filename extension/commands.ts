import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { runLayout } from '../engine/workspace/layout';
import { messageOf } from '../engine/workspace/read-text';
import { listScenarioIds } from '../engine/workspace/runs';
import { RecordLink } from '../schemas/panel';
import { agentOf } from './agent-choice';
import { convertLegacyProfile } from './convert-profile';
import { chooseJudgeModel } from './editor-judge';
import { showTrouble } from './empty-view';
import { removeEnvironmentValue, setEnvironmentValue, showEnvironment } from './environment-commands';
import type { EnvironmentSecrets } from './environment-secrets';
import type { RunExports } from './export-run';
import { newCriterion } from './new-criterion';
import { newScenario } from './new-scenario';
import { openExample } from './open-example';
import { checkRecord } from './panel-record';
import { compareRuns, openLastRun, openRun, openTrends } from './place-commands';
import type { ProfileAuthor } from './profile-author';
import { chooseProfile, useProfileOf } from './profile-picker';
import type { ProfileTrials } from './profile-trials';
import type { RecentRuns } from './recent-runs';
import { removeOldRuns } from './remove-runs';
import { copyEvidence, setExcluded } from './scenario-commands';
import { runScenarioFile, scenarioOfFile } from './scenario-file-commands';
import { pickScenario } from './scenario-pick';
import type { TestExplorer } from './test-explorer';
import type { TestRuns } from './test-runs';
import type { TestSubject } from './test-subject';
import { addToolHook, reviewMcpServers, reviewToolHooks } from './tool-commands';
import { compareWithPrevious } from './verdict-comparison';
import type { VerdictPanels } from './verdict-panels';

interface Parts {
  explorer: TestExplorer;
  runs: TestRuns;
  recent: RecentRuns;
  panels: VerdictPanels;
  runExports: RunExports;
  secrets: EnvironmentSecrets;
  trials: ProfileTrials;
  author: ProfileAuthor;
  extensionUri: vscode.Uri;
  log: vscode.LogOutputChannel;
}

/** The commands of package.json. What fails in one is said, not swallowed. */
export function commandsOf(parts: Parts): Record<string, (...args: unknown[]) => Promise<void>> {
  const { explorer, runs, panels, secrets, log } = parts;
  const actions: Record<string, (target?: unknown) => Promise<void>> = {
    'rook.openExample': () => openExample(parts.extensionUri),
    'rook.refresh': () => explorer.refresh(),
    'rook.runAll': () => runs.run(new vscode.TestRunRequest()),
    'rook.openVerdict': async (target) => {
      const record = await recordFor(target, parts);
      if (record) await panels.open(record);
    },
    'rook.openRun': () => openRun(explorer, panels),
    'rook.openLastRun': (target) => openLastRun(explorer, panels, target),
    'rook.openTrends': (target) => openTrends(explorer, panels, target),
    'rook.compareRuns': () => compareRuns(explorer, panels),
    'rook.copyEvidence': async (target) => {
      const record = await recordFor(target, parts);
      const subject = subjectOf(target, explorer);
      if (record) await copyEvidence(record, subject?.kind === 'criterion' ? subject.criterionId : undefined);
    },
    'rook.comparePrevious': async (target) => {
      const record = await recordFor(target, parts);
      if (record) await compareWithPrevious(record);
    },
    'rook.rejudge': async (target) => {
      const record = await recordFor(target, parts);
      if (record) await rejudge(record, parts);
    },
    'rook.chooseJudgeModel': () => chooseJudgeModel(),
    'rook.reviewMcpServers': () => reviewMcpServers(explorer),
    'rook.reviewToolHooks': () => reviewToolHooks(explorer),
    'rook.showTrouble': () => showTrouble(explorer),
    'rook.removeOldRuns': () => removeOldRuns(explorer, parts.recent),
    'rook.exportRun': () => parts.runExports.choose(),
    'rook.addToolHook': () => addToolHook(explorer),
    'rook.setEnvironmentValue': (target) => setEnvironmentValue(explorer, secrets, target),
    'rook.removeEnvironmentValue': () => removeEnvironmentValue(explorer, secrets),
    'rook.showEnvironment': () => showEnvironment(explorer, secrets),
    'rook.newScenario': (target) => newScenario(explorer, target),
    'rook.newCriterion': (target) => newCriterion(explorer, target),
    'rook.runScenario': (target) => runScenarioFile(explorer, runs, target),
    'rook.debugScenario': (target) => runScenarioFile(explorer, runs, target, { debug: true }),
    'rook.chooseProfile': (target) => chooseProfile(explorer, secrets, target),
    'rook.useProfile': (target) => useProfileOf(explorer, secrets, target),
    'rook.testProfile': (target) => parts.trials.test(target),
    'rook.addProfile': (target) => parts.author.add(target),
    'rook.addProfileFromSelection': (target) => parts.author.addFromEditor(target),
    'rook.fixProfile': (target) => parts.author.fix(target),
    'rook.convertProfile': (target) => convertLegacyProfile(explorer, secrets, target),
    'rook.excludeScenario': (target) => toggleExcluded(target, explorer),
    'rook.openRunFolder': async (target) => {
      const record = await recordFor(target, parts);
      if (record) await revealFolder(record, explorer);
    },
  };
  const saying =
    (action: (target?: unknown) => Promise<void>) =>
    (target?: unknown): Promise<void> =>
      action(target).catch((error: unknown) => {
        log.error(error instanceof Error ? error : String(error));
        void vscode.window.showErrorMessage(`Rook: ${messageOf(error)}`);
      });
  return Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, saying(action)]));
}

/** Judges the run that a record is in again, as a whole: its totals and clusters are those of all its scenarios. */
async function rejudge({ runDir, scenarioId }: RecordLink, { explorer, runs }: Parts): Promise<void> {
  const located = explorer.agents.find(({ agent }) => dirname(runDir) === agent.runsDir);
  if (!located) throw new Error(`the run of ${scenarioId} belongs to no agent that is open`);
  const ids = new Set(await listScenarioIds(runLayout(runDir)));
  const items = explorer.scenarioItems(located.agent.agentDir, (id) => ids.has(id));
  await runs.run(new vscode.TestRunRequest(items), undefined, { rejudge: basename(runDir) });
}

/** Leaves a scenario out of runs, or takes it in again: the entry in its file says which. */
async function toggleExcluded(target: unknown, explorer: TestExplorer): Promise<void> {
  const subject = subjectOf(target, explorer);
  if (subject?.kind !== 'scenario' && subject?.kind !== 'criterion') {
    void vscode.window.showInformationMessage(vscode.l10n.t('Choose a scenario in the Test Explorer.'));
    return;
  }
  const located = explorer.agentAt(subject.agentDir);
  const outline = located?.scenarios.find(({ entry }) => entry.file === subject.file);
  await setExcluded(vscode.Uri.file(subject.file), outline?.entry.scenario?.excluded !== true);
}

function subjectOf(target: unknown, { tree }: TestExplorer): TestSubject | undefined {
  const item = itemOf(target);
  return item && tree.subjectOf(item);
}

/** The records that a command is about: those its link names, the newest of its test, or those that the user picks. */
async function recordFor(target: unknown, { explorer, recent }: Parts): Promise<RecordLink | undefined> {
  const named = RecordLink.safeParse(target);
  if (named.success) return named.data;
  await explorer.ready;
  const item = itemOf(target);
  const file = target instanceof vscode.Uri ? scenarioOfFile(explorer, target.fsPath) : undefined;
  const subject = file?.subject ?? (item && explorer.tree.subjectOf(item));
  if (subject?.kind !== 'scenario' && subject?.kind !== 'criterion') {
    const located = agentOf(explorer, target);
    return pickScenario(explorer, recent, located && [located.agent.agentDir]);
  }
  const found = await recent.find(subject.agentDir, subject.scenarioId);
  if (!found) void vscode.window.showInformationMessage(vscode.l10n.t('{0} has not run yet.', subject.scenarioId));
  return found;
}

/** Menus of a test give its item, menus of a message give `{test, message}`. */
function itemOf(target: unknown): vscode.TestItem | undefined {
  if (target === null || typeof target !== 'object') return undefined;
  const test = 'test' in target ? target.test : target;
  // Nothing is taken on trust here: an object that is not one of our items has no subject.
  return test as vscode.TestItem | undefined;
}

async function revealFolder(state: RecordLink, explorer: TestExplorer): Promise<void> {
  const record = checkRecord(
    state,
    explorer.agents.map(({ agent }) => agent),
  );
  if (!record.ok) throw new Error(record.error.message);
  // A folder is shown opened when something in it is pointed at.
  const file = vscode.Uri.file(join(record.value.scenarioDir, 'snapshot.yaml'));
  await vscode.commands.executeCommand('revealInExplorer', file);
}
