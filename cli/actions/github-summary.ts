import { appendFileSync, readFileSync } from 'node:fs';
import { annotationLines } from '../../engine/report/exports/annotations';
import type { ExportedRun, GateWithoutRun } from '../../engine/report/exports/exported-run';
import { jobSummary, summaryLimit } from '../../engine/report/exports/job-summary';
import { diskRefusal } from '../../engine/workspace/disk-fault';
import { isMissing } from '../../engine/workspace/read-text';
import { ok, type Result } from '../../schemas/result';
import type { GithubSummary } from '../exports';
import { printWarning } from '../prose';

/** Appends the job summary and prints the annotations, each where GitHub wants it (see cli/exports.ts). */
export async function appendGithubSummary(
  env: NodeJS.ProcessEnv,
  shown: ExportedRun | GateWithoutRun,
  say: (line: string) => void,
): Promise<Result<GithubSummary>> {
  const annotations = env.GITHUB_ACTIONS === 'true' ? annotationLines(shown) : [];
  for (const line of annotations) say(line);
  const file = env.GITHUB_STEP_SUMMARY;
  if (!file) return ok({ annotations: annotations.length });
  try {
    const appended = appendSummary(file, shown);
    return ok({ ...(appended && { summary: file }), annotations: annotations.length });
  } catch (error) {
    const refusal = diskRefusal(error, 'run the command again');
    if (refusal) return refusal;
    throw error;
  }
}

/** Whether there was room for a summary behind what other commands of the step have written. */
function appendSummary(file: string, shown: ExportedRun | GateWithoutRun): boolean {
  const present = presentIn(file);
  const gap = present.length === 0 ? '' : present.at(-1) === lineFeed ? '\n' : '\n\n';
  const summary = jobSummary(shown, summaryLimit - present.length - gap.length);
  if (!summary) {
    printWarning({
      message: 'the step summary is full: GitHub takes 1 MiB for a step',
      remedy: 'Use a step of its own.',
    });
    return false;
  }
  appendFileSync(file, gap + summary.text);
  return true;
}

const lineFeed = '\n'.charCodeAt(0);

function presentIn(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0);
    throw error;
  }
}
