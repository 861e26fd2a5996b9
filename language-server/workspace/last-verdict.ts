import { join } from 'node:path';
import { agentLayout, runLayout, scenarioLayout } from '../../engine/workspace/layout';
import type { Derivation, FileView } from '../../engine/workspace/rules/file-view';
import { compareRunIds } from '../../engine/workspace/runs';
import { parseYaml } from '../../engine/workspace/yaml-document';
import { HooksFile } from '../../schemas/record';
import { type UnverifiableReason, Verdict, type VerdictStatus } from '../../schemas/verdict';

/** Runs looked into for a scenario's verdict, newest first; older ones say little. */
const newestRuns = 25;
/** Scenarios of a run that are looked into for tools. */
const scenariosLookedAt = 100;

interface Graded {
  status: VerdictStatus;
  reason?: UnverifiableReason;
  compromised?: true;
}

/** What the newest run with a verdict says of a scenario. */
export interface LastVerdict extends Graded {
  runId: string;
  file: string;
  /** By id; a criterion that the run did not know is not there. */
  criteria: ReadonlyMap<string, Graded & { achieved: string }>;
  /** The scenario was another text when it ran. */
  outdated: boolean;
}

const verdict: Derivation<Omit<LastVerdict, 'runId' | 'file' | 'outdated'> | undefined> = {
  of: (text, path) => {
    const { data } = Verdict.safeParse(parseYaml(text, path).value);
    if (!data) return undefined;
    const graded = ({
      status,
      unverifiable_reason: reason,
    }: Pick<Verdict, 'status' | 'unverifiable_reason'>): Graded => ({
      status,
      ...(reason && { reason }),
    });
    return {
      ...graded(data),
      ...(data.compromised === true && { compromised: true as const }),
      criteria: new Map(
        data.criteria.map((one) => [one.criterion_id, { ...graded(one), achieved: one.achieved.slice(0, 500) }]),
      ),
    };
  },
};
const content: Derivation<string> = { of: (text) => text };

/** Ids of an agent's runs, newest first. */
export function runIds(files: FileView, agentDir: string): string[] {
  return files
    .names(agentLayout(agentDir).runsDir)
    .filter((name) => !name.startsWith('.'))
    .sort(compareRunIds)
    .reverse();
}

/**
 * The verdict of the newest run that has one of a scenario.
 * @param text the scenario as it is now.
 */
export function lastVerdict(
  files: FileView,
  agentDir: string,
  scenarioId: string,
  text: string,
): LastVerdict | undefined {
  if (!/^(?!\.{1,2}$)[^/\\\0]+$/.test(scenarioId)) return undefined; // no name of a folder
  for (const runId of runIds(files, agentDir).slice(0, newestRuns)) {
    const dir = runLayout(join(agentLayout(agentDir).runsDir, runId)).scenarioDir(scenarioId);
    const { verdictFile, snapshotFile } = scenarioLayout(dir);
    const found = files.derive(verdictFile, verdict);
    if (!found) continue;
    const snapshot = files.derive(snapshotFile, content);
    const outdated = snapshot?.replace(/^\uFEFF/, '') !== text.replace(/^\uFEFF/, '');
    return { ...found, runId, file: verdictFile, outdated };
  }
  return undefined;
}

/** In words: `Unable to Verify (not_observable)`, `Fail, compromised`. */
export function gradeText({ status, reason, compromised }: Graded): string {
  return `${status}${reason ? ` (${reason})` : ''}${compromised ? ', compromised' : ''}`;
}

const calledTools: Derivation<string[]> = {
  of: (text) => {
    const { data } = HooksFile.safeParse(JSON.parse(text));
    const records = Object.values(data?.phases ?? {}).flatMap((record) => [record, ...(record.turns ?? [])]);
    const calls = records.flatMap((record) => (Array.isArray(record.data?.calls) ? record.data.calls : []));
    const names = calls.flatMap((call) =>
      call !== null && typeof call === 'object' && 'name' in call && typeof call.name === 'string' ? [call.name] : [],
    );
    return [...new Set(names)];
  },
};

/** Names of the tools that the agent was seen to call in its newest run. */
export function recordedTools(files: FileView, agentDir: string): string[] {
  const [newest] = runIds(files, agentDir);
  if (newest === undefined) return [];
  const { scenariosDir } = runLayout(join(agentLayout(agentDir).runsDir, newest));
  const tools = files
    .names(scenariosDir)
    .slice(0, scenariosLookedAt)
    .flatMap((name) => files.derive(join(scenariosDir, name, 'hooks.json'), calledTools) ?? []);
  return [...new Set(tools)].sort();
}
