import type { ScriptNode } from './script-node';
import type { StdoutWrite } from './stdout-writes';

/** A phase that no script knows: what runs in it runs in every phase that a script does not tell apart. */
export const otherPhase = '(other)';

/** A write to standard output, with the branches that lead to it. */
export interface TracedWrite extends StdoutWrite {
  /** Ids of the branches, outermost first; negative ones are callbacks, which run at a time of their own. */
  branches: readonly number[];
  /** Whether it runs whenever the phase does, unless something fails before. */
  sure: boolean;
  /** Whether it stands in a loop that goes on after it. */
  repeated: boolean;
}

/** What may run when Rook starts a script for one phase. */
export interface Trace {
  phase: string;
  /** Every expression and statement that may run; true for those that surely do. */
  live: ReadonlyMap<ScriptNode, boolean>;
  writes: readonly TracedWrite[];
  /** Where the script tells this phase from one that it does not know. */
  taken: readonly ScriptNode[];
  /** Whether code of other files or unknown packages runs. */
  foreign: boolean;
  /** Whether there was too much to follow: then nothing can be said. */
  gaveUp: boolean;
}

/** Where in a script the tracing is: behind which branches, and whether it surely gets there. */
export interface Place {
  branches: readonly number[];
  sure: boolean;
}
