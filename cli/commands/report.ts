import { type Command, Option } from 'commander';
import type { GlobalFlags } from '../answer';
import { type ExportFlags, exportFlags } from '../exports';
import type { Deliver } from '../program';

export interface ReportFlags extends ExportFlags {
  /** Has a judge model look for root causes. */
  rca?: boolean;
  /** False with --no-cache. */
  cache?: boolean;
  /** Where to keep how long the scenarios took. */
  durations?: string;
  /** What else is masked in the bundle, each a regular expression. */
  redact?: string[];
  /** Takes what is no text into the bundle, as it is. */
  includeBinary?: boolean;
  /** Tells GitHub: a step summary and annotations. */
  github?: boolean;
}

const examples = `
Examples:
  rook report                        the newest run
  rook report 2026-10-04T21-07-16Z   this one
  rook report --json                 with coverage gaps, for a program
  rook report --rca                  has the judge model look for root causes, and keeps them
  rook report --junit rook.xml --sarif rook.sarif --markdown rook.md   for other programs and for people
  rook report --html run.html        one page with all evidence, to be opened anywhere
  rook report --bundle run.zip --redact 'ACME-\\d+'   everything in one archive, secrets masked, to be sent
  rook report --github               in GitHub Actions: the step summary, and annotations on the scenarios

Without --rca nothing is asked, and the run is left as it is: a report is read from the records of its run.
In JUnit XML Unable to Verify is skipped, with its reason and remedy; --junit-unverifiable error makes it an error.
In SARIF it is an open result, which is no failure. Paths in both are relative to the folder with .git in it.
In a bundle the values of environment variables that profiles need, literal credentials and what --redact matches are masked
in every text; its REDACTION.md lists what was. Look before you send it: what nobody has named is not found.
`;

/** `rook report [id]` (behaviour §8, §10). */
export function addReport(program: Command, deliver: Deliver): void {
  const command = program
    .command('report')
    .summary('show a run again: verdicts, evidence, coverage')
    .description('Shows a run of the active agent again, the newest unless an id is given.')
    .argument('[run-id]', 'which run')
    .option('--rca', 'root cause analysis: ask the judge model why scenarios came out badly, and keep what it shows')
    .option('--no-cache', 'with --rca: ask the judge model anew, whatever it answered before')
    .option('--durations <file>', 'keep how long each scenario took, for shards of equal length')
    .option('--bundle <file.zip>', 'pack the records, the page and the reports into an archive, with secrets masked')
    .addOption(
      new Option(
        '--redact <pattern>',
        'with --bundle: mask what this regular expression matches, too; may be repeated',
      ).argParser((pattern: string, before: string[] | undefined) => [...(before ?? []), pattern]),
    )
    .option('--include-binary', 'with --bundle: take in what is no text, such as images, as it is')
    .option('--github', 'append to the summary of the GitHub step (GITHUB_STEP_SUMMARY), and print annotations');
  exportFlags(command)
    .addHelpText('after', examples)
    .action(async (runId: string | undefined, flags: ReportFlags, command: Command) => {
      const { report } = await import('../actions/report');
      await deliver(report(runId, flags, command.optsWithGlobals<GlobalFlags>()));
    });
}
