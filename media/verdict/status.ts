import type { ScenarioView } from '../../schemas/panel-view';
import type { UnverifiableReason, VerdictStatus } from '../../schemas/verdict';
import { recordState } from '../evidence/record-state';
import type { IconName } from '../frame/icon';

/** How a status looks: its tone (a colour), its icon, its words. Colour never stands alone. */
export interface StatusLook {
  tone: 'pass' | 'fail' | 'unable' | 'muted';
  icon: IconName;
  words: string;
}

export function statusLook(status: VerdictStatus): StatusLook {
  switch (status) {
    case 'Pass':
      return { tone: 'pass', icon: 'pass', words: 'Pass' };
    case 'Fail':
      return { tone: 'fail', icon: 'error', words: 'Fail' };
    case 'Unable to Verify':
      return { tone: 'unable', icon: 'question', words: 'Unable to Verify' };
    default:
      return status satisfies never;
  }
}

/** The status of a scenario, or that there is none. */
export function statusOf(view: ScenarioView): StatusLook {
  if (view.verdict) return statusLook(view.verdict.status);
  return recordState(view.missing, 'verdict.yaml').kind === 'broken'
    ? { tone: 'fail', icon: 'warning', words: 'Verdict unreadable' }
    : { tone: 'muted', icon: 'circle-large-outline', words: 'No verdict' };
}

/** What stands beside the status: why it is so, where the status alone does not say it. */
export function reasonOf(view: ScenarioView): string | undefined {
  const { verdict } = view;
  if (!verdict) {
    const record = recordState(view.missing, 'verdict.yaml');
    return record.kind === 'broken' ? `verdict.yaml ${record.why}` : view.state;
  }
  if (verdict.status !== 'Unable to Verify') return undefined;
  return verdict.unverifiable_reason ? reasonWords(verdict.unverifiable_reason) : 'No reason is on record.';
}

/** Why something could not be verified, in words. */
export function reasonWords(reason: UnverifiableReason): string {
  switch (reason) {
    case 'agent_never_ran':
      return 'The agent never ran, so there is nothing to grade.';
    case 'not_observable':
      return 'The evidence that is needed to decide was not recorded.';
    case 'undecidable':
      return 'There is evidence, but nothing could decide from it.';
    default:
      return reason satisfies never;
  }
}

/** What to do next where neither the criterion nor the verdict says it. */
export function nextStep(reason: UnverifiableReason | null | undefined): string {
  switch (reason) {
    case 'agent_never_ran':
      return 'Mend the hook that failed (the timeline says which), try it with rook profile test, then run the scenario again.';
    case 'not_observable':
      return 'Have the hooks return what is needed (calls and usage from execute, or what collect can read), then run the scenario again.';
    case 'undecidable':
      return 'Let a check decide it (contains, regex, json_path, called, …) or configure a judge model, then run the scenario again.';
    case null:
    case undefined:
      return 'Look at the evidence and the records below, then run the scenario again: a newer run says why.';
    default:
      return reason satisfies never;
  }
}
