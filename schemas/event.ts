import type { HookPhase } from './phase';
import type { Report } from './report';
import type { RunFile } from './run';
import type { CriterionVerdict, Verdict } from './verdict';

/** What an event is about: nothing = the run itself (prepare). */
export interface EventSubject {
  scenarioId?: string;
  attempt?: number;
}

/** What happens in a run, in the order in which it happens. Surfaces render these; none of them computes a verdict. */
export type RunEvent =
  | { type: 'planned'; runId: string; runDir: string; plan: RunFile; titles: Record<string, string> }
  | ({ type: 'phaseStarted'; phase: HookPhase; turn?: number; at: string; command: string[] } & EventSubject)
  | ({ type: 'waiting'; phase: HookPhase; untilMs: number; remainingMs: number } & EventSubject)
  | ({ type: 'output'; phase: HookPhase; text: string } & EventSubject)
  | ({
      type: 'phaseEnded';
      phase: HookPhase;
      turn?: number;
      ok: boolean;
      durationMs: number;
      error?: string;
    } & EventSubject)
  | { type: 'scenarioStarted'; scenarioId: string; attempts: number }
  | { type: 'criterionGraded'; scenarioId: string; criterion: CriterionVerdict }
  | { type: 'verdict'; scenarioId: string; title: string; verdict: Verdict }
  | { type: 'notRun'; scenarioId: string; title: string; why: string; unjudged: boolean }
  | { type: 'warning'; message: string }
  | { type: 'halted'; reason: string }
  /** A judge model is asked for the root causes of so many clusters. */
  | { type: 'explaining'; clusters: number }
  | { type: 'finished'; report: Report; halted: boolean; reason?: string };
