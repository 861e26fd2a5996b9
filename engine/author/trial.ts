import type { ObservedCall, Usage } from '../../schemas/hook-output';
import type { HookPhase } from '../../schemas/phase';
import type { ObservedCapabilities } from '../lifecycle/observed-capabilities';
import type { Exchange } from './draft';

/** One phase of a trial. */
export interface TrialPhase {
  phase: HookPhase;
  /** From 1; `execute` alone. */
  turn?: number;
  ok: boolean;
  durationMs: number;
  exitCode: number | null;
  stderr?: string;
  error?: string;
}

/** One real invocation of a profile: prepare, open, execute for each turn, close, collect. Nothing of it is kept as a run. */
export interface Trial {
  /** Whether every turn brought an answer. */
  ok: boolean;
  goal: string;
  phases: TrialPhase[];
  /** The answer of the last turn that brought one. */
  output?: string;
  conversation?: string;
  usage?: Usage;
  calls?: ObservedCall[];
  observed: ObservedCapabilities;
  /** What the script has kept of its last exchange, when it is one that Rook has written. */
  exchange?: Exchange;
  /** Those of the turns, in their order, as far as they were kept. */
  exchanges?: Exchange[];
  /** The first failure, whole. */
  error?: string;
  cancelled?: boolean;
}
