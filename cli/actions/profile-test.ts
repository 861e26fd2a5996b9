import { type Diagnosis, diagnose, diagnosisContext } from '../../engine/author/diagnosis';
import { probeGoal, secondGoal } from '../../engine/author/probe-goals';
import type { Trial } from '../../engine/author/trial';
import { tryProfile } from '../../engine/author/try-profile';
import { currentNode } from '../../engine/lifecycle/hook-command';
import { keepObserved, observedOf } from '../../engine/lifecycle/observed-capabilities';
import { type LoadedProfile, loadProfile } from '../../engine/workspace/agent-files';
import { withCapabilities } from '../../engine/workspace/declare-capabilities';
import { selectProfileId } from '../../engine/workspace/select';
import { writeFileAtomically } from '../../engine/workspace/write-file';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import type { TestFlags } from '../commands/profile-test';
import { Interrupts } from '../interrupts';
import { configuredJudge } from '../judge';
import { type AgentPlace, locateAgent } from '../locate';
import { trialLines } from '../progress/trial-lines';
import { toolsFor } from '../run-tools';
import { shownPath } from '../terminal/shown-path';
import { trialPage } from '../verdicts/trial-page';

const mostTurns = 20;

/**
 * `rook profile test [id]`: one real invocation of a profile, with what came back, what was observed against what is
 * declared, and why it failed (behaviour §13). Exit code 1 when the target did not answer.
 */
export async function testProfile(
  id: string | undefined,
  flags: TestFlags,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const goals = goalsOf(flags);
  if (!goals.ok) return goals;
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { workspace, agent } = place.value;
  const chosen = selectProfileId(agent, id);
  if (!chosen.ok) return chosen;
  const loaded = await loadProfile(agent, chosen.value, workspace.root);
  if (!loaded.ok) return loaded;
  const allowed = await notForbidden(chosen.value, place.value);
  if (!allowed.ok) return allowed;
  const judge = await configuredJudge(workspace, false);
  const judgeKey = judge.ok ? judge.value?.key?.variable : undefined; // a judge that cannot be had is no matter here

  const interrupts = new Interrupts(() => {
    process.stderr.write('Stopping: ending the hook, closing the session. Ctrl+C again leaves at once.\n');
  });
  try {
    const trial = await tryProfile({
      loaded: loaded.value,
      workspaceRoot: workspace.root,
      agent,
      node: currentNode(),
      env: process.env,
      goals: goals.value,
      signal: interrupts.signal,
      ...(judgeKey !== undefined && { hidden: [judgeKey] }),
      onEvent: trialLines(process.stderr, process.env),
      onProcesses: (endAllNow) => {
        interrupts.endAllNow = endAllNow;
      },
    });
    if (!trial.ok) return trial;
    const written = await keep(trial.value, loaded.value, place.value, flags.write === true);
    if (!written.ok) return written;
    return ok(answerOf(chosen.value, trial.value, loaded.value, written.value, interrupts.exitCode));
  } catch (error) {
    interrupts.abandon(); // hooks live in groups of their own: without us nobody would end them
    throw error;
  } finally {
    interrupts.dispose();
  }
}

function goalsOf({ goal = probeGoal, turns = '1' }: TestFlags): Result<[string, ...string[]]> {
  const count = /^\d+$/.test(turns) ? Number(turns) : Number.NaN;
  if (!(count >= 1 && count <= mostTurns))
    return refuse(
      `--turns must be a whole number from 1 to ${mostTurns}, found ${turns || 'nothing'}`,
      'Nothing was run.',
    );
  if (goal.trim() === '') return refuse('--goal is empty', 'Leave it out, or say what the agent is to be asked.');
  return ok([goal, ...Array.from({ length: count - 1 }, () => secondGoal)]);
}

/** Naming a reviewed profile is the authority to run it; a deny rule beats it (behaviour §9). */
async function notForbidden(profile: string, place: AgentPlace): Promise<Result<true>> {
  const tools = await toolsFor({ profile }, place, () => () => {});
  if (!tools.ok) return tools;
  const { forbidden } = tools.value;
  return forbidden
    ? { ok: false, error: { ...forbidden, message: `nothing was run: ${forbidden.message}` } }
    : ok(true);
}

/**
 * Keeps what was observed beside the profile, and with --write in it, too. Only of a trial that came to its end: what a
 * target that was not reached did not return shows nothing.
 * @returns whether the profile's file was changed.
 */
async function keep(
  trial: Trial,
  loaded: LoadedProfile,
  { agent }: AgentPlace,
  write: boolean,
): Promise<Result<boolean>> {
  if (!trial.ok || trial.cancelled) return ok(false);
  await keepObserved(agent.profilesDir, loaded, trial.observed);
  if (!write) return ok(false);
  const observed = (await observedOf(agent.profilesDir, loaded)) ?? trial.observed;
  const edited = withCapabilities(loaded.text, shownPath(loaded.file), { ...observed });
  if (!edited.ok) return edited;
  if (edited.value === loaded.text) return ok(false);
  await writeFileAtomically(loaded.file, edited.value);
  return ok(true);
}

function answerOf(
  profileId: string,
  trial: Trial,
  loaded: LoadedProfile,
  written: boolean,
  signalCode: number | undefined,
): Answer {
  const diagnosis: Diagnosis | undefined = diagnose(trial, diagnosisContext(loaded, shownPath));
  const { goal, output, conversation, usage, calls, observed, error, cancelled } = trial;
  const declared = loaded.profile.capabilities;
  const good = trial.ok && !cancelled;
  return {
    document: {
      ok: good,
      profile_id: profileId,
      goal,
      output: output ?? null,
      ...(conversation !== undefined && { conversation }),
      ...(usage && { usage }),
      ...(calls && { calls }),
      observed,
      declared,
      written,
      phases: trial.phases.map(({ phase, turn, ok, durationMs, exitCode, stderr, error }) => ({
        phase,
        ...(turn !== undefined && { turn }),
        ok,
        duration_ms: durationMs,
        exit_code: exitCode,
        ...(stderr !== undefined && { stderr }),
        ...(error !== undefined && { error }),
      })),
      ...(error !== undefined && { error }),
      ...(diagnosis && { diagnosis }),
      ...(cancelled && { cancelled }),
    },
    text: (paper) => trialPage({ profileId, trial, declared, written, ...(diagnosis && { diagnosis }) }, paper),
    ...(!good && { exitCode: cancelled && signalCode !== undefined ? signalCode : 1 }),
  };
}
