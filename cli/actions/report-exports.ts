import type { RedactionList } from '../../engine/report/exports/bundle/redaction-list';
import type { ExportedRun } from '../../engine/report/exports/exported-run';
import { readExportedRun } from '../../engine/report/exports/read-exported-run';
import type { StoredRun } from '../../engine/workspace/runs';
import type { Report } from '../../schemas/report';
import { ok, type Result } from '../../schemas/result';
import type { ReportFlags } from '../commands/report';
import { type GithubSummary, writeExports, writeGithubSummary } from '../exports';
import type { AgentPlace } from '../locate';
import { printWarning } from '../prose';
import { version } from '../version';

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
  const place = { workspace, agent };
  const written = await writeExports(flags, exported, (file) => writeBundle(flags, place, run, exported, file));
  if (!written.ok) return written;
  const some = Object.keys(written.value).length > 0;
  const github = flags.github ? await tellGithub(exported) : undefined;
  if (github && !github.ok) return github;
  return ok({ ...(some && { written: written.value }), ...(github && { github: github.value }) });
}

/** The run as an archive in which everything secret is masked, and a word on what was. */
async function writeBundle(
  flags: ReportFlags,
  { workspace }: AgentPlace,
  run: StoredRun,
  exported: ExportedRun,
  file: string,
): Promise<Result<RedactionList>> {
  const { knownSecrets, readPatterns, writeRunBundle } = await import('../../engine/report/exports/entry');
  const patterns = readPatterns(flags.redact ?? [], '--redact');
  if (!patterns.ok) return patterns;
  const secrets = await knownSecrets({ workspace, env: process.env, profileFile: run.layout.profileFile });
  if (!secrets.ok) return secrets;
  const written = await writeRunBundle(run, exported, file, {
    secrets: secrets.value,
    patterns: patterns.value,
    version,
    ...(flags.includeBinary && { includeBinary: true }),
  });
  if (written.ok) process.stderr.write(`${maskedWords(written.value)}\n`);
  return written;
}

function maskedWords({ files, left_out: leftOut, looked_for: { too_short: short } }: RedactionList): string {
  const places = files.reduce((sum, { masked }) => sum + masked.reduce((inner, { count }) => inner + count, 0), 0);
  return [
    `masked ${places} ${places === 1 ? 'place' : 'places'} in ${files.length} ${files.length === 1 ? 'file' : 'files'}, left out ${leftOut.length}; REDACTION.md lists them`,
    ...(short.length === 0 ? [] : [`not masked, values of fewer than six characters: ${short.join(', ')}`]),
  ].join('\n');
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
