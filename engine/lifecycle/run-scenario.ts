import { stringify } from 'yaml';
import type { RunPhase } from '../../schemas/phase';
import type { Scenario } from '../../schemas/scenario';
import type { Verdict } from '../../schemas/verdict';
import { type AttemptJudgement, judgeAttempt, ungradedAttempt } from '../judge/judge-attempt';
import type { PatternMatcher } from '../judge/pattern-matcher';
import { scenarioVerdict } from '../judge/scenario-verdict';
import type { ScenarioOutcome } from '../report/outcome';
import { attemptLayout, scenarioLayout } from '../workspace/layout';
import { writeFileAtomically } from '../workspace/write-file';
import { type AttemptRun, runAttempt } from './attempt';
import { evidenceOf, measuresOf } from './attempt-evidence';
import { AttemptRecords } from './attempt-records';
import type { RunContext } from './run-context';

export interface ScenarioRun {
  run: RunContext;
  phases: ReadonlySet<RunPhase>;
  patterns: PatternMatcher;
  /** Why prepare failed, when it did: then nothing may pass. */
  prepareError?: string;
  /** Told after each attempt whether the agent was reached. */
  onAttempt: (reached: boolean, diagnosis: string) => void;
}

/** Runs all attempts of a scenario, judges them and writes the verdict. */
export async function runScenario(scenario: Scenario, context: ScenarioRun): Promise<ScenarioOutcome> {
  const { run, phases } = context;
  const dir = run.run.scenarioDir(scenario.id);
  const attempts: AttemptRun[] = [];
  run.emit({ type: 'scenarioStarted', scenarioId: scenario.id, attempts: scenario.repeat });
  for (let n = 1; n <= scenario.repeat && !run.stop.aborted; n++) {
    const records = new AttemptRecords(scenario, n, attemptLayout(dir, n));
    await records.writeRequest(run.loaded.profile.id, run.loaded.profile.hooks.execute?.script ?? '');
    const attempt = await runAttempt(run, records, phases);
    attempts.push(attempt);
    if (attempt.turns !== 'cancelled') context.onAttempt(attempt.turns !== 'failed', attempt.error ?? '');
  }
  const outcome = outcomeBase(scenario);
  const undone =
    attempts.length < scenario.repeat ||
    attempts.some((attempt) => attempt.interrupted && attempt.turns === 'cancelled');
  if (undone || attempts.some((attempt) => needsCollect(attempt, context))) {
    const answered = attempts.some((attempt) => attempt.turns !== 'cancelled');
    return { ...outcome, state: answered ? 'unjudged' : 'not_run', why: 'the run was stopped before it was finished' };
  }
  if (!phases.has('execute')) return { ...outcome, state: 'not_run', why: 'execute was not selected' };
  if (!phases.has('judge')) return { ...outcome, state: 'unjudged', why: 'judge was not selected' };

  const verdict = await judge(scenario, attempts, context);
  await writeFileAtomically(scenarioLayout(dir).verdictFile, stringify(verdict, { lineWidth: 100 }));
  for (const criterion of verdict.criteria) run.emit({ type: 'criterionGraded', scenarioId: scenario.id, criterion });
  run.emit({ type: 'verdict', scenarioId: scenario.id, title: scenario.title, verdict });
  return { ...outcome, state: 'verdict', verdict };
}

/** A scenario's part of an outcome that does not depend on how it went. */
export function outcomeBase(scenario: Scenario): Omit<ScenarioOutcome, 'state'> {
  return {
    id: scenario.id,
    title: scenario.title,
    ...(scenario.featureId && { featureId: scenario.featureId }),
    ...(scenario.class && { class: scenario.class }),
    ...(scenario.category && { category: scenario.category }),
  };
}

/** An attempt that was stopped before the evidence was collected is not judged on half of it. */
function needsCollect(attempt: AttemptRun, { run }: ScenarioRun): boolean {
  return (
    attempt.interrupted && run.loaded.profile.hooks.collect !== undefined && !attempt.records.hooks.phases.collect?.ok
  );
}

async function judge(scenario: Scenario, attempts: AttemptRun[], context: ScenarioRun): Promise<Verdict> {
  const judgements: AttemptJudgement[] = [];
  for (const attempt of attempts) judgements.push(await judgeOne(scenario, attempt, context));
  const measures = attempts.map((attempt) => measuresOf(attempt.response));
  return scenarioVerdict(scenario.id, context.run.runId, judgements, measures);
}

async function judgeOne(scenario: Scenario, attempt: AttemptRun, context: ScenarioRun): Promise<AttemptJudgement> {
  const { records, response } = attempt;
  if (attempt.turns === 'failed' || !response) {
    return ungradedAttempt(
      records.attempt,
      'agent_never_ran',
      attempt.error ?? 'execute did not run',
      'Mend the execute hook or the agent it calls, then run again.',
    );
  }
  if (attempt.turns === 'stopped') {
    return ungradedAttempt(
      records.attempt,
      'not_observable',
      attempt.error ?? 'the scenario was stopped',
      'Return conversation from open or execute: the handle by which the agent knows the session.',
    );
  }
  const fixture = context.prepareError ?? attempt.openError;
  return judgeAttempt(
    scenario,
    records.attempt,
    evidenceOf(records, response, attempt.collectError !== undefined),
    {
      ...(fixture !== undefined && { fixture }),
      ...(attempt.collectError !== undefined && { collect: attempt.collectError }),
    },
    context.patterns,
  );
}
