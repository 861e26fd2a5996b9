import { join } from 'node:path';
import { VerdictStatus } from '../../../schemas/verdict';
import { runLayout, scenarioLayout } from '../../workspace/layout';
import { readTextIfPresent } from '../../workspace/read-text';
import { readPins } from '../../workspace/run-pins';
import { compareRunIds, listRunIds } from '../../workspace/runs';
import { definitionOf, meansOf } from './standings';

/** Older runs than these say little about how a scenario behaves now. */
export const searchedRuns = 10;
/** Files read at once: enough to keep the disk busy, few enough to leave the event loop free. */
const batchSize = 64;

/** What a run says about a scenario, as far as flakiness goes. */
export interface PastVerdict {
  run: string;
  status: VerdictStatus;
  /** Attempts of this run disagree. */
  flaky: boolean;
  /** What reached the agent: profile and scripts. Under another one, another verdict is no wonder. */
  means: string | undefined;
  snapshotFile: string;
}

/**
 * The verdicts of an agent's scenarios in its newest runs, at most `searchedRuns`, newest first, by the id of the scenario.
 * @param before only runs older than the one with this id.
 */
export async function readHistory(
  runsDir: string,
  ids: readonly string[],
  before?: string,
): Promise<Map<string, PastVerdict[]>> {
  const history = new Map<string, PastVerdict[]>();
  const runIds = (await listRunIds(runsDir)).filter((id) => before === undefined || compareRunIds(id, before) < 0);
  for (const runId of runIds.slice(0, searchedRuns)) {
    const layout = runLayout(join(runsDir, runId));
    const means = meansOf(await readPins(layout.runFile));
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize).map(async (id) => {
        const { verdictFile, snapshotFile } = scenarioLayout(layout.scenarioDir(id));
        const verdict = readStanding((await readTextIfPresent(verdictFile)) ?? '');
        return verdict && { id, past: { run: runId, ...verdict, means, snapshotFile } };
      });
      for (const one of await Promise.all(batch))
        if (one) history.set(one.id, [...(history.get(one.id) ?? []), one.past]);
    }
  }
  return history;
}

/**
 * Whether a scenario is flaky as it is now: the same text, through the same profile and scripts, has passed and failed.
 * Unable to Verify decides nothing, so it disagrees with nothing. Snapshots are read only when verdicts differ.
 */
export async function isFlaky(past: readonly PastVerdict[], text: string): Promise<boolean> {
  let definition: string | undefined; // thousands of scenarios agree with themselves, and need none
  const isOfThisText = async (one: PastVerdict): Promise<boolean> => {
    definition ??= definitionOf(text);
    return (await readDefinition(one)) === definition;
  };
  for (const one of past) {
    if (one.flaky && (await isOfThisText(one))) return true;
  }
  for (const means of new Set(past.map((one) => one.means))) {
    const seen = new Set<string>();
    const decided = past.filter((one) => one.means === means && one.status !== 'Unable to Verify');
    if (new Set(decided.map(({ status }) => status)).size < 2) continue;
    for (const one of decided) if (await isOfThisText(one)) seen.add(one.status);
    if (seen.size > 1) return true;
  }
  return false;
}

/** The definition that a run judged; undefined when it kept none. */
export async function readDefinition({ snapshotFile }: PastVerdict): Promise<string | undefined> {
  const text = await readTextIfPresent(snapshotFile);
  return text === undefined ? undefined : definitionOf(text);
}

/** Status and flakiness of a `verdict.yaml`; both stand at the margin, so nothing need be parsed. */
function readStanding(text: string): Pick<PastVerdict, 'status' | 'flaky'> | undefined {
  const status = VerdictStatus.safeParse(/^status: ["']?(.*?)["']?\r?$/m.exec(text)?.[1]);
  return status.success ? { status: status.data, flaky: /^flaky: true\r?$/m.test(text) } : undefined;
}
