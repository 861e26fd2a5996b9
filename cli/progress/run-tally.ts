import type { EventSubject, RunEvent } from '../../schemas/event';

/** One hook that runs, or waits for its delay. */
export interface InFlight {
  scenarioId: string | undefined;
  phase: string;
  /** Set while it waits: when it will start, in milliseconds since the epoch. */
  waitsUntil?: number;
}

/** Where a run is: counts, and what is in flight. Made from events alone. */
export class RunTally {
  total = 0;
  passed = 0;
  failed = 0;
  unable = 0;
  other = 0;
  private readonly flying = new Map<string, InFlight>();

  get done(): number {
    return this.passed + this.failed + this.unable + this.other;
  }

  get inFlight(): InFlight[] {
    return [...this.flying.values()];
  }

  onEvent(event: RunEvent): void {
    switch (event.type) {
      case 'planned':
        this.total = event.plan.included.length;
        break;
      case 'phaseStarted':
        this.flying.set(keyOf(event), { scenarioId: event.scenarioId, phase: event.phase });
        break;
      case 'waiting':
        this.flying.set(keyOf(event), { scenarioId: event.scenarioId, phase: event.phase, waitsUntil: event.untilMs });
        break;
      case 'phaseEnded':
        this.flying.delete(keyOf(event));
        break;
      case 'verdict':
        this.flying.delete(event.scenarioId);
        if (event.verdict.status === 'Pass') this.passed++;
        else if (event.verdict.status === 'Fail') this.failed++;
        else this.unable++;
        break;
      case 'notRun':
        this.flying.delete(event.scenarioId);
        this.other++;
        break;
      case 'output':
      case 'scenarioStarted':
      case 'criterionGraded':
      case 'warning':
      case 'halted':
      case 'explaining':
      case 'finished':
        break;
      default:
        event satisfies never;
    }
  }
}

/** A scenario has one hook in flight at a time; the run itself (prepare) has one, too. */
function keyOf({ scenarioId }: EventSubject): string {
  return scenarioId ?? '';
}
