import type { Paper } from './terminal/paper';

/** What a command came to: one document for programs, the same in words for people. */
export interface Answer {
  document: object;
  text: (paper: Paper) => string;
  /** 0 unless given: the command completed, whatever it found (behaviour §10). */
  exitCode?: number;
  /** What goes on after it was printed, to its end; gives the exit code. */
  goesOn?: () => Promise<number>;
}

/** What every command understands, before or after its name. */
export interface GlobalFlags {
  /** -C: the folder to work in. */
  C?: string;
  project?: string;
  agent?: string;
  json?: boolean;
}
