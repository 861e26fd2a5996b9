import type { ProbeParameters } from './checks/mcp-probe';
import type { Evidence } from './evidence';
import type { Grade } from './grade';
import type { Judge } from './model/judge';
import type { PatternMatcher } from './pattern-matcher';

/** Folders that a criterion may look into; nothing outside them is read. */
export interface JudgedFolders {
  workspace: string;
  agent: string;
  /** The attempt's own state folder. */
  state: string;
}

/** Runs a check of the user's own: a program that gets the evidence on standard input. */
export type RunScriptCheck = (script: string, evidence: Evidence, statement: string) => Promise<Grade>;

/** Asks a read-only tool of an MCP server. Never rejects: what could not be asked is an Unable to Verify. */
export type ProbeMcp = (parameters: ProbeParameters, statement: string) => Promise<Grade>;

/** What judging may use besides the records of the attempt. */
export interface JudgingMeans {
  patterns: PatternMatcher;
  folders: JudgedFolders;
  runScript?: RunScriptCheck;
  probe?: ProbeMcp;
  /** Decides what no check decides; without one such criteria are Unable to Verify. */
  judge?: Judge;
}
