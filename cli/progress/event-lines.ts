import type { RunEvent } from '../../schemas/event';
import type { Paint } from '../terminal/paint';
import { visibleInOneLine, visibleLine } from '../terminal/visible-text';
import { hookLines, subjectName } from './hook-lines';

/**
 * The lines that an event is worth in either kind of progress: the start of the run, warnings, hooks that failed beside
 * the answer, why it was halted and, when asked for, what hooks say.
 */
export function eventLines(event: RunEvent, paint: Paint, verbose: boolean): string[] {
  switch (event.type) {
    case 'planned': {
      const { plan } = event;
      const count = plan.included.length;
      const atOnce = Math.min(plan.concurrency ?? 1, count);
      const parts = [
        `${count} ${count === 1 ? 'scenario' : 'scenarios'} of agent ${plan.agent_id}`,
        `profile ${plan.pins?.profile_id ?? 'unknown'}`,
        ...(atOnce > 1 ? [`${atOnce} at once`] : []),
        ...(plan.shard ? [`shard ${plan.shard.index} of ${plan.shard.total}`] : []),
      ];
      return [`Run ${event.runId}: ${parts.join(', ')}`];
    }
    case 'warning':
      return [`${paint('yellow', 'warning:')} ${visibleLine(event.message)}`];
    case 'halted':
      return [`${paint('yellow', 'halted:')} ${visibleInOneLine(event.reason)}`];
    case 'explaining':
      return [
        `Asking the judge model why ${event.clusters === 1 ? 'it' : `${event.clusters} groups`} came out badly …`,
      ];
    case 'output':
      return verbose ? hookLines(event).map((line) => paint('dim', line)) : [];
    case 'phaseEnded': {
      // A failed execute or collect shows in its verdict; of these three nothing else would be seen in time.
      const beside = event.phase === 'prepare' || event.phase === 'open' || event.phase === 'close';
      if (event.ok || !beside) return [];
      const why = visibleInOneLine(event.error ?? `${event.phase} failed`);
      return [`${paint('yellow', 'warning:')} ${subjectName(event)}: ${why}`];
    }
    case 'phaseStarted':
    case 'waiting':
    case 'scenarioStarted':
    case 'criterionGraded':
    case 'verdict':
    case 'notRun':
    case 'finished':
      return [];
    default:
      return event satisfies never;
  }
}
