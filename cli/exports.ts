import { type Command, Option } from 'commander';
import type { ExportedRun, GateWithoutRun } from '../engine/report/exports/exported-run';
import type { Result } from '../schemas/result';

/** Where the reports of a run are written; each is a path relative to the current folder. */
export interface ExportFlags {
  junit?: string;
  sarif?: string;
  markdown?: string;
  html?: string;
  /** Of `rook report` alone, with what it takes. */
  bundle?: string;
  /** How JUnit XML tells what has no decision: Unable to Verify, not judged, not run, cannot run. */
  junitUnverifiable?: 'skipped' | 'error';
}

/** Declares the flags of the exports on a command. What writes them is loaded when one is used. */
export function exportFlags(command: Command): Command {
  return command
    .option('--junit <file>', 'write JUnit XML, one test case for each scenario')
    .addOption(
      new Option('--junit-unverifiable <how>', 'what Unable to Verify, and whatever has no verdict, is in JUnit XML')
        .choices(['skipped', 'error'])
        .default('skipped'),
    )
    .option('--sarif <file>', "write SARIF 2.1.0, each finding at its criterion's line")
    .option('--markdown <file>', 'write a Markdown report for people')
    .option('--html <file>', 'write one self-contained page for people, with all evidence');
}

/**
 * Writes the reports that the flags name, and says so on standard error.
 * @param writeBundle for --bundle, where there is such a flag.
 * @returns the absolute path of each file by the name of its flag; empty when none was asked for.
 */
export async function writeExports(
  flags: ExportFlags,
  run: ExportedRun,
  writeBundle?: WriteBundle,
): Promise<Result<Record<string, string>>> {
  const { writeExportFiles } = await import('./actions/export-files');
  return writeExportFiles(flags, run, writeBundle);
}

/** Writes the run as an archive to this file. */
export type WriteBundle = (file: string) => Promise<Result<unknown>>;

/** What became of the summary of a GitHub step. */
export interface GithubSummary {
  /** The file that was appended to; absent when GITHUB_STEP_SUMMARY is not set, or has no room left. */
  summary?: string;
  annotations: number;
}

/**
 * Appends the job summary to the file that GITHUB_STEP_SUMMARY names, and prints annotations when GITHUB_ACTIONS is "true".
 * @param say gets the workflow commands, a line each without its end: GitHub reads both standard streams.
 */
export async function writeGithubSummary(
  env: NodeJS.ProcessEnv,
  shown: ExportedRun | GateWithoutRun,
  say: (line: string) => void,
): Promise<Result<GithubSummary>> {
  const { appendGithubSummary } = await import('./actions/github-summary');
  return appendGithubSummary(env, shown, say);
}
