import type { RunJudge } from '../../engine/judge/model/run-judge';
import { currentNode } from '../../engine/lifecycle/hook-command';
import { selectPhases } from '../../engine/lifecycle/phase-selection';
import type { Selection } from '../../engine/lifecycle/plan';
import { continueRun, type RunHost, type RunOutcome, startRun } from '../../engine/lifecycle/run';
import { parseShard, type Shard } from '../../engine/lifecycle/shard';
import { loadProfile, readScenarios } from '../../engine/workspace/agent-files';
import { readDurations } from '../../engine/workspace/durations-file';
import { selectProfileId } from '../../engine/workspace/select';
import type { Workspace } from '../../engine/workspace/workspace';
import type { RunPhase } from '../../schemas/phase';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import type { RunFlags } from '../commands/run';
import { Interrupts } from '../interrupts';
import { configuredJudge } from '../judge';
import { locateAgent } from '../locate';
import { openProgress } from '../progress/progress';
import { refusedRun, toolsFor } from '../run-tools';
import { nextSteps } from '../verdicts/next-steps';
import { type RunRows, rowsCollector } from '../verdicts/rows';
import { verdictPage } from '../verdicts/verdict-page';
import { warnBeforeRun } from '../warnings';

/** `rook run`: runs the selected scenarios, shows how it goes, and answers with the report (behaviour §4, §10). */
export async function run(flags: RunFlags, globals: GlobalFlags): Promise<Result<Answer>> {
  const misused = flags.run === undefined ? undefined : misusedWithRun(flags);
  if (misused) return misused;
  const concurrency = readConcurrency(flags.concurrency);
  if (!concurrency.ok) return concurrency;
  const shard = readShardFlag(flags);
  if (!shard.ok) return shard;
  const phases = selectPhases({
    ...(flags.phases && { phases: flags.phases }),
    ...(flags.skip && { skip: flags.skip }),
    continuing: flags.run !== undefined,
  });
  if (!phases.ok) return phases;
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { workspace, agent } = place.value;
  const judge = await judgeFor(workspace, phases.value, flags);
  if (!judge.ok) return judge;

  let hold: () => () => void = () => () => {};
  const tools = await toolsFor(flags, place.value, () => hold());
  if (!tools.ok) return tools;
  if (tools.value.forbidden) return ok(refusedRun(tools.value.forbidden));

  const progress = openProgress(process.stderr, process.env, { verbose: flags.verbose === true });
  hold = () => progress.hold();
  const rows = rowsCollector();
  const interrupts = new Interrupts(() => {
    progress.note('Stopping: ending hooks, closing sessions. Ctrl+C again leaves at once.');
  });
  const host: RunHost = {
    workspace,
    agent,
    phases: phases.value,
    ...(concurrency.value !== undefined && { concurrency: concurrency.value }),
    node: currentNode(),
    env: process.env,
    tools: tools.value,
    ...(judge.value && { judge: judge.value }),
    ...(flags.rca && { rca: true }),
    signal: interrupts.signal,
    onProcesses: (endAllNow) => {
      interrupts.endAllNow = endAllNow;
    },
    onEvent: (event) => {
      progress.onEvent(event);
      if (!globals.json) rows.onEvent(event);
    },
  };
  try {
    const outcome =
      flags.run === undefined
        ? await runAnew(host, flags, shard.value)
        : await continueRun({ ...host, runId: flags.run });
    if (!outcome.ok) return outcome;
    progress.close();
    if (globals.json) progress.note(outcome.value.report.headline);
    return ok(answerOf(outcome.value, rows.rows(outcome.value.unrunnable), interrupts.exitCode));
  } catch (error) {
    interrupts.abandon(); // hooks live in groups of their own: without us nobody would end them
    throw error;
  } finally {
    progress.close();
    interrupts.dispose();
  }
}

/** The judge model that is configured, when one of the phases may ask it (behaviour §12). */
async function judgeFor(
  workspace: Workspace,
  phases: readonly RunPhase[],
  flags: RunFlags,
): Promise<Result<RunJudge | undefined>> {
  if (!phases.includes('judge') && !phases.includes('execute')) return ok(undefined);
  return configuredJudge(workspace, flags.cache === false);
}

/** A new run, with the profile and the scenarios as they are now. */
async function runAnew(host: RunHost, flags: RunFlags, shard: Shard | undefined): Promise<Result<RunOutcome>> {
  const { workspace, agent } = host;
  const profileId = selectProfileId(agent, flags.profile);
  if (!profileId.ok) return profileId;
  const profile = await loadProfile(agent, profileId.value, workspace.root);
  if (!profile.ok) return profile;
  const entries = await readScenarios(agent);
  if (entries.length === 0)
    return refuse(`agent ${agent.id} has no scenarios`, `Write one as ${agent.scenariosDir}/<id>.yaml.`);
  const durations = shard ? await readDurations(agent, flags.durations) : undefined;
  if (durations && !durations.ok) return durations;
  warnBeforeRun(profile.value, entries, flags.only);
  return startRun({
    ...host,
    profile: profile.value,
    entries,
    selection: selectionOf(flags),
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.resume !== undefined && { resumeFrom: flags.resume }),
    ...(shard && durations && { shard: { ...shard, durations: durations.value } }),
  });
}

/** A run that goes on has its scenarios, profile and name already: naming others would be ignored, so it is refused. */
function misusedWithRun(flags: RunFlags): Result<Answer> | undefined {
  const fixed = (
    ['only', 'class', 'category', 'tag', 'profile', 'name', 'resume', 'shard', 'durations'] as const
  ).filter((name) => flags[name] !== undefined);
  if (fixed.length === 0) return undefined;
  const names = fixed.map((name) => `--${name}`).join(', ');
  return refuse(
    `--run goes on with a run as it was planned; ${names} cannot change it`,
    'Leave them out, or start a new run.',
  );
}

/** A number of scenarios in flight, 1 to 8 (behaviour §14); undefined leaves it to the profile. */
function readConcurrency(text: string | undefined): Result<number | undefined> {
  if (text === undefined) return ok(undefined);
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= 8) return ok(value);
  return refuse(`--concurrency must be a whole number from 1 to 8, found ${text || 'nothing'}`, 'Nothing was run.');
}

/** The part of the selection that is to run; undefined for all of it. Durations without shards would be ignored. */
function readShardFlag(flags: RunFlags): Result<Shard | undefined> {
  if (flags.shard !== undefined) return parseShard(flags.shard);
  if (flags.durations === undefined) return ok(undefined);
  return refuse('--durations says how to cut shards, and --shard is missing', 'Nothing was run.');
}

function selectionOf(flags: RunFlags): Selection {
  return {
    ...(flags.only && { only: flags.only }),
    ...(flags.class && { classes: flags.class }),
    ...(flags.category && { categories: flags.category }),
    ...(flags.tag && { tags: flags.tag }),
  };
}

function answerOf(outcome: RunOutcome, rows: RunRows, signalCode: number | undefined): Answer {
  const { runId, runDir, halted, reason, report } = outcome;
  return {
    document: {
      ok: true,
      run_id: runId,
      halted,
      ...(reason !== undefined && { reason }),
      discarded: null,
      ...(outcome.shard && { shard: outcome.shard }),
      unrunnable: outcome.unrunnable.map(({ id, title, why }) => ({ scenario_id: id, title, why })),
      credits: 0,
      report,
    },
    text: (paper) =>
      verdictPage(
        { rows, report, runDir, ...(halted && { stopped: reason ?? 'halted' }), next: report.next ?? nextSteps(rows) },
        paper,
      ),
    ...(reason === 'interrupted' && signalCode !== undefined && { exitCode: signalCode }),
  };
}
