import type { RunJudge } from '../../engine/judge/model/run-judge';
import { explainRun, noModelForCauses } from '../../engine/lifecycle/root-causes';
import type { ScenarioOutcome } from '../../engine/report/outcome';
import { type StoredRun, storedValue } from '../../engine/workspace/runs';
import type { Report } from '../../schemas/report';
import { ok, type Result } from '../../schemas/result';
import type { ReportFlags } from '../commands/report';
import { Interrupts } from '../interrupts';
import { configuredJudge } from '../judge';
import type { AgentPlace } from '../locate';
import { printWarning } from '../prose';

/** A report, and the exit code when a signal cut short what was asked about it. */
export interface ToldReport {
  report: Report;
  exitCode?: number;
}

/**
 * The report with the root causes that a judge model finds, stored with the run. Without a model, and for a run that has
 * not ended, it stays as it is, and that is said.
 */
export async function withRootCauses(
  place: AgentPlace,
  run: StoredRun,
  report: Report,
  outcomes: ScenarioOutcome[],
  flags: ReportFlags,
): Promise<Result<ToldReport>> {
  const judge = await configuredJudge(place.workspace, flags.cache === false);
  if (!judge.ok) return judge;
  if (!judge.value) {
    printWarning({ message: noModelForCauses });
    return ok({ report });
  }
  if (storedValue(run.file)?.status === 'running') {
    printWarning({
      message: `run ${run.id} has not ended: no root causes are asked for`,
      remedy: `End it with rook run --run ${run.id}, then ask again.`,
    });
    return ok({ report });
  }
  return explain(place, { judge: judge.value, run, report, outcomes });
}

async function explain(
  place: AgentPlace,
  what: { judge: RunJudge; run: StoredRun; report: Report; outcomes: ScenarioOutcome[] },
): Promise<Result<ToldReport>> {
  const interrupts = new Interrupts(() => printWarning({ message: 'stopping; Ctrl+C again leaves at once' }));
  try {
    const explained = await explainRun({
      ...place,
      ...what,
      env: process.env,
      signal: interrupts.signal,
      onProcesses: (endAllNow) => {
        interrupts.endAllNow = endAllNow;
      },
      onEvent: (event) => {
        if (event.type === 'warning') printWarning({ message: event.message });
      },
    });
    const { exitCode } = interrupts;
    return explained.ok ? ok({ report: explained.value, ...(exitCode !== undefined && { exitCode }) }) : explained;
  } finally {
    interrupts.dispose();
  }
}
