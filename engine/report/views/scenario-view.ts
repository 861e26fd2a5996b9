import type * as z from 'zod';
import type { CutText, ScenarioView, TimelineEntry } from '../../../schemas/panel-view';
import { hookPhases } from '../../../schemas/phase';
import type { HookRecord, HooksFile } from '../../../schemas/record';
import { HooksFile as HooksFileSchema, RequestFile, ResponseFile } from '../../../schemas/record';
import type { RunFile } from '../../../schemas/run';
import { Verdict } from '../../../schemas/verdict';
import { attemptLayout, type RunLayout, runLayout, scenarioLayout } from '../../workspace/layout';
import { readStored, readStoredScenario, type Stored, type StoredRun, storedValue } from '../../workspace/runs';
import { readScenarioText } from '../../workspace/scenario-file';
import { textAt } from './cut-texts';
import { quotesOf } from './quotes';
import { listRecordFiles } from './record-files';

/**
 * Everything on record of one scenario of a run, for showing. What is absent or torn is named in `missing`.
 * @param attempt whose request, response and hooks are shown, from 1.
 */
export async function scenarioViewOf(run: StoredRun, scenarioId: string, attempt = 1): Promise<ScenarioView> {
  const records = await readStoredScenario(run.layout, scenarioId, attempt);
  const { files, more } = await listRecordFiles(run.layout.scenarioDir(scenarioId));
  const file = storedValue(run.file);
  const runHooks = await fixtureHooks(run, file, scenarioId);
  const scenario =
    records.snapshotText === undefined
      ? undefined
      : readScenarioText(records.snapshotText, `${scenarioId}.yaml`, { snapshot: true });
  const hooks = storedValue(records.hooks);
  const verdict = storedValue(records.verdict);
  const goal = scenario?.scenario?.goal ?? storedValue(records.request)?.goal;
  // A response is on record of a turn that failed or was cancelled too.
  const answered = storedValue(records.response)?.status === 'completed';
  const missing = [
    ...missingRecord('run.yaml', run.file),
    ...missingRecord('verdict.yaml', records.verdict),
    ...missingRecord('request.json', records.request),
    ...missingRecord('response.json', records.response),
    ...missingRecord('hooks.json', records.hooks),
    ...(records.snapshotText === undefined ? ['snapshot.yaml: not recorded'] : []),
  ];
  const view: ScenarioView = {
    runId: run.id,
    ...(file?.name && { runName: file.name }),
    scenarioId,
    title: scenario?.title ?? scenarioId,
    ...(goal !== undefined && { goal }),
    ...(scenario?.scenario?.class && { class: scenario.scenario.class }),
    ...(scenario?.scenario?.category && { category: scenario.scenario.category }),
    ...(file?.pins?.profile_id && { profileId: file.pins.profile_id }),
    ...(verdict ? { verdict } : { state: stateWithoutVerdict(answered, file?.status) }),
    ...optional('request', storedValue(records.request)),
    ...optional('response', storedValue(records.response)),
    ...optional('hooks', hooks),
    timeline: [...timelineOf(runHooks), ...timelineOf(hooks)],
    missing,
    ...(attempt > 1 && { attempt }),
    files,
    ...(more > 0 && { moreFiles: more }),
  };
  const quotes = quotesOf(view);
  return { ...view, ...(quotes.length > 0 && { quotes }) };
}

/**
 * A portion of a text of such a view that was cut, read from the record that has it: the whole view would be read anew for
 * each portion. A text of more than one record is read with the view.
 */
export async function scenarioTextAt(
  run: RunLayout,
  { scenarioId, attempt = 1 }: { scenarioId: string; attempt?: number | undefined },
  { path, start, end }: { path: CutText['path']; start: number; end: number },
): Promise<ReturnType<typeof textAt> | 'elsewhere'> {
  const dir = run.scenarioDir(scenarioId);
  const files = attemptLayout(dir, attempt);
  const within = async <T>(file: string, schema: z.ZodType<T>): Promise<ReturnType<typeof textAt>> =>
    textAt(storedValue(await readStored(file, schema)), path.slice(1), start, end);
  switch (path[0]) {
    case 'response':
      return within(files.responseFile, ResponseFile);
    case 'request':
      return within(files.requestFile, RequestFile);
    case 'hooks':
      return within(files.hooksFile, HooksFileSchema);
    case 'verdict':
      return within(scenarioLayout(dir).verdictFile, Verdict);
    default:
      return 'elsewhere';
  }
}

/** How the scenario's fixture was prepared: by the run, or by the shard that ran it before it was merged. */
async function fixtureHooks(
  { layout }: StoredRun,
  file: RunFile | undefined,
  scenarioId: string,
): Promise<HooksFile | undefined> {
  const shard = file?.included.find((entry) => entry.scenario_id === scenarioId)?.shard;
  const own = storedValue(await readStored(layout.hooksFile, HooksFileSchema));
  if (shard === undefined) return own;
  return storedValue(await readStored(runLayout(layout.shardDir(shard)).hooksFile, HooksFileSchema)) ?? own;
}

/** The hook invocations in the order in which they ran. */
export function timelineOf(hooks: HooksFile | undefined): TimelineEntry[] {
  return hookPhases.flatMap((phase) => {
    const record = hooks?.phases[phase];
    if (!record) return [];
    const turns = record.turns ?? [record];
    return turns.map((turn) => entryOf(phase, turn, turns.length > 1));
  });
}

function entryOf(phase: string, record: HookRecord, several: boolean): TimelineEntry {
  const endMs = record.at === undefined ? undefined : Date.parse(record.at);
  const startMs =
    record.started_at === undefined
      ? endMs !== undefined && record.durationMs !== undefined
        ? endMs - record.durationMs
        : undefined
      : Date.parse(record.started_at);
  return {
    phase,
    ...(several && record.turn !== undefined && { turn: record.turn }),
    ...(startMs !== undefined && { startMs }),
    ...(endMs !== undefined && { endMs }),
    ...(record.durationMs !== undefined && { durationMs: record.durationMs }),
    ok: record.ok,
    ...(record.exit_code !== undefined && { exitCode: record.exit_code }),
    ...(record.signal && { signal: record.signal }),
    ...(record.error !== undefined && { error: record.error }),
    ...(record.stderr !== undefined && { stderr: record.stderr }),
    ...(record.command && { command: record.command }),
  };
}

/** That a record is not there, or cannot be read, in a sentence; nothing when it is. */
export function missingRecord(name: string, stored: Stored<unknown>): string[] {
  switch (stored.state) {
    case 'present':
      return [];
    case 'absent':
      return [`${name}: not recorded`];
    case 'broken':
      return [`${name}: cannot be read (${stored.why})`];
    default:
      return stored satisfies never;
  }
}

function stateWithoutVerdict(answered: boolean, runStatus: string | undefined): string {
  if (runStatus === 'running')
    return answered ? 'The agent answered; the verdict is not written yet.' : 'Not finished yet.';
  return answered ? 'The agent answered, and nobody judged it.' : 'Not run.';
}

function optional<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: T }); // one key, one value
}
