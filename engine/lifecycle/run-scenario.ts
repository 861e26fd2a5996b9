import { join } from 'node:path';
import { stringify } from 'yaml';
import type { RunPhase } from '../../schemas/phase';
import type { Scenario } from '../../schemas/scenario';
import { Verdict } from '../../schemas/verdict';
import { type AttemptJudgement, judgeAttempt, ungradedAttempt } from '../judge/judge-attempt';
import type { PatternMatcher } from '../judge/pattern-matcher';
import { scenarioVerdict } from '../judge/scenario-verdict';
import type { ScenarioOutcome } from '../report/outcome';
import { attemptLayout, scenarioLayout } from '../workspace/layout';
import { readStored, storedValue } from '../workspace/runs';
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
  /** Told after each attempt that ran just now and came to an end. */
  onAttempt: (attempt: AttemptRun) => void;
}

/** Runs all attempts of a scenario as far as they are not on record yet, judges them and writes the verdict. */
export async function runScenario(scenario: Scenario, context: ScenarioRun): Promise<ScenarioOutcome> {
  const { run, phases } = context;
  const { verdictFile } = scenarioLayout(run.run.scenarioDir(scenario.id));
  run.emit({ type: 'scenarioStarted', scenarioId: scenario.id, attempts: scenario.repeat });
  const attempts = await runAttempts(scenario, context);
  const outcome = outcomeBase(scenario);
  const unfinished = unfinishedState(scenario, attempts, context);
  if (unfinished) return { ...outcome, ...unfinished };

  const known = storedValue(await readStored(verdictFile, Verdict));
  const worked = attempts.some((attempt) => attempt.worked);
  // What was judged before is judged again only when there is new evidence, or when just that was asked for.
  const keep = known && !worked && (phases.has('execute') || !phases.has('judge'));
  if (!keep && !phases.has('judge')) return { ...outcome, state: 'unjudged', why: 'judge was not selected' };
  const verdict = keep ? known : run.redactor.maskJson(await judge(scenario, attempts, context));
  if (!keep) await writeFileAtomically(verdictFile, stringify(verdict, { lineWidth: 100 }), { durable: true });
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

async function runAttempts(scenario: Scenario, { run, phases, onAttempt }: ScenarioRun): Promise<AttemptRun[]> {
  const attempts: AttemptRun[] = [];
  for (let attempt = 1; attempt <= scenario.repeat && !run.stop.aborted; attempt++) {
    const records = await AttemptRecords.load({
      scenario,
      attempt,
      layout: attemptLayout(run.run.scenarioDir(scenario.id), attempt),
      unmaskedDir: join(run.run.runStateDir, 'unmasked', `${scenario.id}-${attempt}`),
      redactor: run.redactor,
    });
    await records.writeRequest(run.loaded.profile.id, run.loaded.profile.hooks.execute?.script ?? '');
    const result = await runAttempt(run, records, phases);
    attempts.push(result);
    const ended = result.turns !== 'cancelled' && result.turns !== 'not_run';
    if (result.worked && ended) onAttempt(result);
  }
  return attempts;
}

/** Why a scenario cannot be judged now; undefined when it can (behaviour §14, "Interrupted scenario"). */
function unfinishedState(
  scenario: Scenario,
  attempts: AttemptRun[],
  { run, phases }: ScenarioRun,
): Pick<ScenarioOutcome, 'state' | 'why'> | undefined {
  const ended = attempts.filter(({ turns }) => turns !== 'cancelled' && turns !== 'not_run');
  const why = run.stop.aborted ? 'the run was stopped before it was finished' : 'execute has not run';
  if (ended.length < scenario.repeat) return { state: ended.length > 0 ? 'unjudged' : 'not_run', why };
  const { collect } = run.loaded.profile.hooks;
  const collected = (attempt: AttemptRun): boolean => {
    const record = attempt.records.hooks.phases.collect;
    return record !== undefined && !record.cancelled;
  };
  // An attempt that was stopped before its evidence was collected is not judged on half of it.
  if (collect && phases.has('collect') && !attempts.every(collected)) return { state: 'unjudged', why };
  return undefined;
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
  const evidence = await evidenceOf(records, response, attempt.collectError !== undefined);
  if (!evidence) {
    return ungradedAttempt(
      records.attempt,
      'not_observable',
      'the answer held a secret, which is masked on record, and what it was before is no longer there',
      'Run the scenario again: run-state/, where it was kept, does not travel with a run.',
    );
  }
  const fixture = context.prepareError ?? attempt.openError;
  return judgeAttempt(
    scenario,
    records.attempt,
    evidence,
    {
      ...(fixture !== undefined && { fixture }),
      ...(attempt.collectError !== undefined && { collect: attempt.collectError }),
    },
    context.patterns,
  );
}
