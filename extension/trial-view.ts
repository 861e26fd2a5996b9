import type { Diagnosis } from '../engine/author/diagnosis';
import type { Trial } from '../engine/author/trial';
import type { LoadedProfile } from '../engine/workspace/agent-files';
import type { CapabilityView, TrialView } from '../schemas/panel-view';

/** The capabilities that a trial can show. */
const observable = ['multi_turn', 'calls', 'usage'] as const;

/** What the panel shows of a trial. */
export function trialViewOf(
  { profile }: Pick<LoadedProfile, 'profile'>,
  agentName: string,
  trial: Trial,
  diagnosis: Pick<Diagnosis, 'summary' | 'next'> | undefined,
): TrialView {
  const { ok, goal, output, error, conversation, usage, calls, cancelled, observed } = trial;
  return {
    profileId: profile.id,
    profileName: profile.name,
    agentName,
    ok,
    cancelled: cancelled === true,
    running: false,
    goal,
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
    ...(diagnosis && { diagnosis: { summary: diagnosis.summary, next: diagnosis.next } }),
    ...(conversation !== undefined && { conversation }),
    ...(usage && { usage: { input: usage.input_tokens, output: usage.output_tokens } }),
    ...(calls && { calls: calls.map(({ name }) => name) }),
    capabilities: observable.map(
      (name): CapabilityView => ({ name, declared: profile.capabilities[name], observed: observed[name] }),
    ),
    phases: trial.phases.map(({ phase, turn, ok: went, durationMs, exitCode, stderr, error: why }) => ({
      phase,
      ...(turn !== undefined && { turn }),
      ok: went,
      durationMs,
      exitCode,
      ...(stderr && { stderr }),
      ...(why !== undefined && { error: why }),
    })),
  };
}
