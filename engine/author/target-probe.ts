import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from '../../schemas/result';
import { diagnose, diagnosisContext } from './diagnosis';
import type { Draft } from './draft';
import type { ProbeRequest, Unproven } from './probe-loop';
import { type Staged, stage } from './staging';
import type { Trial } from './trial';
import { tryProfile } from './try-profile';

/** The longest that a target may ask to be left alone for, in seconds, to be asked once more. */
const longestWait = 10;

/** Invokes a target with one draft after the other, and remembers what was tried. */
export class TargetProbe {
  attempts = 0;
  staged: Staged | undefined;
  private askedAgain = false;

  constructor(private readonly request: Omit<ProbeRequest, 'options' | 'hints' | 'goal'>) {}

  /** Invokes a draft. A target that says that it is busy just now is asked a second time, once. */
  async run(draft: Draft, goals: readonly [string, ...string[]]): Promise<Result<Trial>> {
    const trial = await this.invoke(draft, goals);
    const seconds = trial.ok && !this.askedAgain ? waitOf(trial.value) : undefined;
    if (seconds === undefined) return trial;
    this.askedAgain = true;
    const status = trial.ok ? trial.value.exchange?.status : undefined;
    this.learn(`the target is busy (status ${status}): it is asked once more in ${seconds} s`);
    const { signal } = this.request;
    const waited = await pause(seconds * 1000, true, { signal }).catch(() => false); // stopped while waiting
    return waited ? this.invoke(draft, goals) : trial;
  }

  private async invoke(draft: Draft, goals: readonly [string, ...string[]]): Promise<Result<Trial>> {
    const { workspace, agent, profileId, node, env, hidden, signal, surface, onProcesses } = this.request;
    this.attempts += 1;
    const staged = await stage(workspace, profileId, draft);
    if (!staged.ok) return staged;
    this.staged = staged.value;
    surface.onEvent({ type: 'probing', attempt: this.attempts, goal: goals[0], goals, turns: goals.length });
    return tryProfile({
      loaded: this.staged.loaded,
      workspaceRoot: workspace.root,
      agent,
      node,
      env,
      goals,
      signal,
      ...(hidden && { hidden }),
      ...(onProcesses && { onProcesses }),
      onEvent: (event) => surface.onEvent({ type: 'hook', event }),
    });
  }

  learn(what: string): void {
    this.request.surface.onEvent({ type: 'learned', what });
  }

  /** What a trial that came to nothing says. */
  failed(trial: Trial): Unproven {
    const { shown, repairs = false, signal } = this.request;
    const { exchange } = trial;
    // A trial that ended well just before somebody stopped the work is not the end of it, either.
    const cancelled = trial.cancelled || signal.aborted;
    const context = this.staged && { ...diagnosisContext(this.staged.loaded, shown), staged: !repairs };
    const diagnosis = context && !cancelled && diagnose(trial, context);
    return {
      error: cancelled ? 'it was stopped' : (trial.error ?? 'the agent gave no answer'),
      ...(diagnosis && { diagnosis }),
      ...(exchange && { exchange }),
      ...(cancelled && { cancelled }),
      ...this.soFar(),
    };
  }

  soFar(): Pick<Unproven, 'attempts' | 'staged'> {
    return { attempts: this.attempts, ...(this.staged && { staged: this.staged }) };
  }
}

/** How long to wait, in seconds, for a target that is busy for a moment; undefined when it is not, or for longer. */
function waitOf({ exchange, ok, cancelled }: Trial): number | undefined {
  if (ok || cancelled || !exchange) return undefined;
  const header = exchange.headers?.['retry-after'];
  const seconds = header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
  if (seconds !== undefined && seconds > longestWait) return undefined;
  if (exchange.status === 503) return header === undefined ? 1 : seconds;
  return exchange.status === 429 ? seconds : undefined;
}
