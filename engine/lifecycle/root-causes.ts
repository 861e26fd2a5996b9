import type { Report } from '../../schemas/report';
import { ok, type Result } from '../../schemas/result';
import type { Model } from '../judge/model/ask-model';
import { howToConfigureJudge } from '../judge/model/judge';
import type { RunJudge } from '../judge/model/run-judge';
import type { ScenarioOutcome } from '../report/outcome';
import { explainReport } from '../report/rca/explain-report';
import { diskRefusal } from '../workspace/disk-fault';
import type { RunLayout } from '../workspace/layout';
import { neededVariables } from '../workspace/needed-variables';
import { readProfileText } from '../workspace/profile-file';
import { readTextIfPresent } from '../workspace/read-text';
import type { StoredRun } from '../workspace/runs';
import { writeFileAtomically } from '../workspace/write-file';
import { connectJudge } from './attempt-judge';
import { toJson } from './attempt-records';
import { effectiveEnvironment } from './effective-environment';
import { Redactor } from './redactor';
import { writeReport } from './run-files';
import type { RunHost } from './run-request';
import { underLock } from './under-lock';

/** Said where root causes are asked for, and nobody can be asked. */
export const noModelForCauses = `there is no judge model to look for root causes. ${howToConfigureJudge}`;

/** Asks a model for the root causes of a report, and keeps what came of it with the run. */
export async function addRootCauses(
  model: Model,
  run: RunLayout,
  report: Report,
  outcomes: readonly ScenarioOutcome[],
  warn: (message: string) => void,
): Promise<Report> {
  const explained = await explainReport(model, report, outcomes);
  for (const warning of explained.warnings) warn(warning);
  if (explained.working.questions.length === 0) return report;
  await writeFileAtomically(run.rcaWorkingFile, toJson(explained.working));
  await writeReport(run, explained.report);
  return explained.report;
}

/** A run that has ended, whose root causes are asked for. */
export interface ExplainRequest
  extends Pick<RunHost, 'workspace' | 'agent' | 'env' | 'secrets' | 'signal' | 'onProcesses' | 'onEvent'> {
  judge: RunJudge;
  run: StoredRun;
  report: Report;
  outcomes: readonly ScenarioOutcome[];
}

/** Adds root causes to the report of a run that has ended, from its records: the agent is not reached. */
export async function explainRun(request: ExplainRequest): Promise<Result<Report>> {
  const { judge, run, workspace } = request;
  return underLock(request, async (processes) => {
    const redactor = await redactorOf(request);
    if (!redactor.ok) return redactor;
    const { model, timeoutMs, cache } = connectJudge(judge, undefined, processes, workspace.rookDir);
    const mask = (text: string): string => redactor.value.mask(text);
    const asked: Model = { model, timeoutMs, cache, mask, stop: request.signal };
    const warn = (message: string): void => request.onEvent({ type: 'warning', message });
    try {
      return ok(await addRootCauses(asked, run.layout, request.report, request.outcomes, warn));
    } catch (error) {
      const refusal = diskRefusal(error, `ask again: rook report ${run.id} --rca.`);
      if (refusal) return refusal;
      throw error;
    }
  });
}

/** Records are masked already; the values that there are now are masked in whatever a model is sent, too. */
async function redactorOf(request: ExplainRequest): Promise<Result<Redactor>> {
  const { run, judge } = request;
  const text = (await readTextIfPresent(run.layout.profileFile)) ?? '';
  const { profile } = readProfileText(text, run.layout.profileFile);
  const names = profile ? neededVariables(profile).map(({ variable }) => variable) : [];
  const effective = await effectiveEnvironment(names, request);
  if (!effective.ok) return effective;
  const values = names.map((name) => [name, effective.value.env[name] ?? '']);
  const secrets: Record<string, string> = Object.fromEntries(values);
  return ok(new Redactor({ ...secrets, ...(judge.key && { [judge.key.variable]: judge.key.value }) }));
}
