import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { loadProfile } from '../engine/workspace/agent-files';
import { attemptLayout, runLayout, scenarioLayout } from '../engine/workspace/layout';
import { readTextIfPresent } from '../engine/workspace/read-text';
import { readPins } from '../engine/workspace/run-pins';
import { listRunIds, listScenarioIds, readStored, storedValue } from '../engine/workspace/runs';
import type { AgentRef } from '../engine/workspace/workspace';
import type { RecordLink } from '../schemas/panel';
import { HooksFile } from '../schemas/record';
import { Verdict } from '../schemas/verdict';
import { readSettings, type UnableToVerifyState } from './configuration';
import { ItemStates } from './item-states';
import type { OwnStates } from './own-states';
import { passedCriteria } from './passing-verdict';
import type { RecentRuns } from './recent-runs';
import { type OutlinedItem, outlinedItems, targetOf } from './run-targets';
import type { ScenarioTarget } from './scenario-target';
import type { LocatedAgent, TestExplorer } from './test-explorer';
import type { UnverifiedProblems } from './unverified-problems';
import { VerdictDisplay } from './verdict-display';
import { endOfStderr, passedStates, statesOf, type VerdictStates } from './verdict-states';

/** Older runs than these are not searched for a scenario's last verdict. */
const searchedRuns = 20;
/**
 * Results are read and handed over in portions, one each time this has passed: a burst of thousands would freeze the window.
 * Reading a portion fills half of that time, so that showing does not have to wait until everything is read.
 */
const portion = 50;
const intervalMs = 50;
/** Left to the window and to other extensions when a portion took as long as the interval. */
const leastPauseMs = 5;

interface StoredResult {
  record: RecordLink;
  /** The criteria, when there is nothing to say but that all passed. */
  passed?: readonly string[];
  verdict: () => Promise<Verdict | undefined>;
  /** The scenario, the profile or a script has changed since. */
  outdated: boolean;
}

/** What shows restored results, and what must be left alone. */
export interface RestoreSurroundings {
  explorer: TestExplorer;
  ownStates: OwnStates;
  recent: RecentRuns;
  problems: UnverifiedProblems;
}

/**
 * Shows the last verdict that is on disk of every scenario, after a window was loaded: nothing opens, nothing is run.
 * What has changed since is marked as outdated.
 */
export async function restoreResults(surroundings: RestoreSurroundings): Promise<void> {
  const { explorer, ownStates, recent, problems } = surroundings;
  await explorer.ready;
  const { controller, tree } = explorer;
  const outdated: { item: vscode.TestItem; isNewest: () => boolean }[] = [];
  let run: vscode.TestRun | undefined;
  let display: VerdictDisplay | undefined;
  const pace = new Pace();
  try {
    for (const located of explorer.agents) {
      const { agentDir } = located.agent;
      const { unableToVerify } = readSettings(vscode.Uri.file(agentDir));
      const items = allItems(explorer, located);
      for await (const result of lastResults(located)) {
        const { scenarioId } = result.record;
        const outlined = items.get(scenarioId);
        if (!outlined || recent.hasRun(agentDir, scenarioId)) continue; // what is on screen is newer
        const target = targetOf(tree, outlined);
        run ??= controller.createTestRun(quietRequest(), vscode.l10n.t('restored results'), false);
        display ??= new VerdictDisplay(tree, new ItemStates(run, ownStates, () => {}));
        const states = await statesFrom(result, target, unableToVerify, (verdict) => {
          if (!result.outdated) problems.take(target, verdict);
        });
        if (!states) continue; // gone in this moment
        display.show(target, states, result.record);
        if (result.outdated) outdated.push({ item: target.item, isNewest: () => !recent.hasRun(agentDir, scenarioId) });
        await pace.next();
      }
    }
  } finally {
    run?.end();
    if (run) await ownStates.save();
  }
  const faded = outdated.filter(({ isNewest }) => isNewest()).map(({ item }) => item);
  if (faded.length > 0) controller.invalidateTestResults(faded);
}

/** A request that opens nothing and takes no focus. */
function quietRequest(): vscode.TestRunRequest {
  return new vscode.TestRunRequest(undefined, undefined, undefined, false, true);
}

/** Lets a portion through in each interval. */
class Pace {
  private count = 0;
  private begun = performance.now();

  async next(): Promise<void> {
    if (++this.count % portion !== 0) return;
    await delay(Math.max(leastPauseMs, this.begun + intervalMs - performance.now()));
    this.begun = performance.now();
  }
}

function allItems(explorer: TestExplorer, located: LocatedAgent): Map<string, OutlinedItem> {
  const items = explorer.scenarioItems(located.agent.agentDir);
  const selected = items.map((scenario) => ({ scenario, excludedCriteria: new Set<vscode.TestItem>(), named: false }));
  return outlinedItems(explorer.tree, located, selected);
}

/** The newest verdict of each scenario, as they are read. */
async function* lastResults({ agent, scenarios, workspace }: LocatedAgent): AsyncGenerator<StoredResult> {
  const wanted = new Map(scenarios.map(({ entry }) => [entry.id, entry.text]));
  const revisions = new Map<string, Promise<string | undefined>>();
  const revisionOf = (profileId: string): Promise<string | undefined> => {
    const known = revisions.get(profileId) ?? currentRevision(agent, profileId, workspace.root);
    revisions.set(profileId, known);
    return known;
  };
  for (const runId of (await listRunIds(agent.runsDir)).slice(0, searchedRuns)) {
    if (wanted.size === 0) return;
    const layout = runLayout(join(agent.runsDir, runId));
    const pins = await readPins(layout.runFile);
    const same = pins?.profile_id !== undefined && (await revisionOf(pins.profile_id)) === pins.profile_revision;
    for (const id of await listScenarioIds(layout)) {
      if (!wanted.has(id)) continue;
      const { verdictFile, snapshotFile } = scenarioLayout(layout.scenarioDir(id));
      const passed = passedCriteria((await readTextIfPresent(verdictFile)) ?? '');
      const read = async (): Promise<Verdict | undefined> => storedValue(await readStored(verdictFile, Verdict));
      const verdict = passed ? undefined : await read();
      if (!passed && !verdict) continue;
      const outdated = !same || (await readTextIfPresent(snapshotFile)) !== wanted.get(id);
      wanted.delete(id);
      const record = { runDir: layout.runDir, scenarioId: id };
      yield { record, outdated, verdict: async () => verdict ?? (await read()), ...(passed && { passed }) };
    }
  }
}

/** @param onVerdict told the verdict when it is more than a pass of everything */
async function statesFrom(
  { record, passed, verdict: read }: StoredResult,
  { criteria }: ScenarioTarget,
  unableToVerify: UnableToVerifyState,
  onVerdict: (verdict: Verdict) => void,
): Promise<VerdictStates | undefined> {
  // A criterion that only the verdict has needs its text, too.
  if (passed?.every((id) => criteria.has(id))) return passedStates(passed, unableToVerify);
  const verdict = await read();
  if (!verdict) return undefined;
  onVerdict(verdict);
  return statesOf(verdict, unableToVerify, await lastWordsOf(record, verdict));
}

/** What the hook said without which nothing could be graded: its trace leads to the script. */
async function lastWordsOf(record: RecordLink, verdict: Verdict): Promise<string | undefined> {
  if (verdict.diagnosis === undefined) return undefined;
  const attempt = verdict.attempts?.find(({ diagnosis }) => diagnosis !== undefined)?.attempt ?? 1;
  const { hooksFile } = attemptLayout(runLayout(record.runDir).scenarioDir(record.scenarioId), attempt);
  const phases = storedValue(await readStored(hooksFile, HooksFile))?.phases;
  const failed = [phases?.open, ...(phases?.execute?.turns ?? []), phases?.execute].find((one) => one?.ok === false);
  return failed?.stderr && endOfStderr(failed.stderr);
}

/** What the profile and its scripts are now; undefined when it cannot run any more. */
async function currentRevision(agent: AgentRef, profileId: string, root: string): Promise<string | undefined> {
  const loaded = await loadProfile(agent, profileId, root);
  return loaded.ok ? loaded.value.revision : undefined;
}
