import { readExportedRun } from '../../engine/report/exports/read-exported-run';
import type { StoredRun } from '../../engine/workspace/runs';
import type { Report } from '../../schemas/report';
import { ok, type Result } from '../../schemas/result';
import type { ReportFlags } from '../commands/report';
import { type GithubSummary, writeExports, writeGithubSummary } from '../exports';
import type { AgentPlace } from '../locate';
import { printWarning } from '../prose';

/** What `rook report --json` adds when something was exported. */
export interface ReportExports {
  /** Absolute paths by the name of the flag. */
  written?: Record<string, string>;
  github?: GithubSummary;
}

/** Writes what the flags of `rook report` ask for. @param report the report as it is shown, root causes included. */
export async function writeReportExports(
  flags: ReportFlags,
  { workspace, agent }: AgentPlace,
  run: StoredRun,
  report: Report,
): Promise<Result<ReportExports>> {
  const exported = { ...(await readExportedRun(run, workspace, agent)), report };
  const written = await writeExports(flags, exported);
  if (!written.ok) return written;
  const some = Object.keys(written.value).length > 0;
  const github = flags.github ? await tellGithub(exported) : undefined;
  if (github && !github.ok) return github;
  return ok({ ...(some && { written: written.value }), ...(github && { github: github.value }) });
}

/** Workflow commands go to standard error, which GitHub reads as well: standard output has one document (--json). */
async function tellGithub(exported: Parameters<typeof writeGithubSummary>[1]): Promise<Result<GithubSummary>> {
  for (const [name, effect] of [
    ['GITHUB_STEP_SUMMARY', 'no step summary is written'],
    ['GITHUB_ACTIONS', 'no annotations are printed'],
  ] as const)
    if (!process.env[name]) printWarning({ message: `--github: ${name} is not set, so ${effect}` });
  return writeGithubSummary(process.env, exported, (line) => process.stderr.write(`${line}\n`));
}
