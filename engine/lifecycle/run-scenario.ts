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
import { attemptJudge } from './attempt-judge';
import { AttemptRecords } from './attempt-records';
import type { RunContext } from './run-context';
import { scriptChecks } from './script-check';
import { simulationFault } from './simulated-turns';

export interface ScenarioRun {
  run: RunContext;
  phases: ReadonlySet<RunPhase>;
  patterns: PatternMatcher;
  /** Why prepare failed, when it did: then nothing may pass. */
  prepareError?: string;
  /** Told after each attempt that ran just now and came to an end. */
  onAttempt: (attempt: AttemptRun) => void;
}

/** A scenario that has come to its end, but for what is written and said of it. */
export interface EndedScenario {
  outcome: ScenarioOutcome;
  /** Writes the verdict, if it is a new one, and announces it. */
  conclude: () => Promise<void>;
}

/**
 * Runs all attempts of a scenario as far as they are not on record yet, and judges them. Nothing of the agent is needed any
 * more when this returns: the next scenario may begin while this one is concluded.
 */
export async function runScenario(scenario: Scenario, context: ScenarioRun): Promise<EndedScenario> {
  const { run, phases } = context;
  const { verdictFile } = scenarioLayout(run.run.scenarioDir(scenario.id));
  run.emit({ type: 'scenarioStarted', scenarioId: scenario.id, attempts: scenario.repeat });
  const attempts = await runAttempts(scenario, context);
  const base = outcomeBase(scenario);
  const without = (outcome: ScenarioOutcome): EndedScenario => ({ outcome, conclude: () => settle(attempts) });
  const unfinished = unfinishedState(scenario, attempts, context);
  if (unfinished) return without({ ...base, ...unfinished });

  const known = storedValue(await readStored(verdictFile, Verdict));
  const worked = attempts.some((attempt) => attempt.worked);
  // What was judged before is judged again only when there is new evidence, or when just that was asked for.
  const keep = known && !worked && (phases.has('execute') || !phases.has('judge'));
  if (!keep && !phases.has('judge')) return without({ ...base, state: 'unjudged', why: 'judge was not selected' });
  const judged = keep ? known : await judge(scenario, attempts, context);
  if (!judged) return without({ ...base, state: 'unjudged', why: 'the run was stopped while it was judged' });
  const verdict = keep ? judged : run.redactor.maskJson(judged);
  return {
    outcome: { ...base, state: 'verdict', verdict },
    conclude: async () => {
      await settle(attempts); // the verdict says what the records hold: they are on the disk before it is
      if (!keep) await writeFileAtomically(verdictFile, verdictText(verdict), { flushes: run.flushes });
      for (const criterion of verdict.criteria)
        run.emit({ type: 'criterionGraded', scenarioId: scenario.id, criterion });
      run.emit({ type: 'verdict', scenarioId: scenario.id, title: scenario.title, verdict });
    },
  };
}

async function settle(attempts: AttemptRun[]): Promise<void> {
  for (const { records } of attempts) await records.settle();
}

function verdictText(verdict: Verdict): string {
  return stringify(verdict, { lineWidth: 100, aliasDuplicateObjects: false });
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

/** The verdict; undefined when the run was stopped while a judge model or an MCP server was asked. */
async function judge(scenario: Scenario, attempts: AttemptRun[], context: ScenarioRun): Promise<Verdict | undefined> {
  const judgements: AttemptJudgement[] = [];
  for (const attempt of attempts) {
    const judgement = await judgeOne(scenario, attempt, context);
    if (judgement.interrupted || (context.run.stop.aborted && probeMissed(judgement))) return undefined;
    judgements.push(judgement);
  }
  const measures = attempts.map((attempt) => measuresOf(attempt.response));
  return scenarioVerdict(scenario.id, context.run.runId, judgements, measures);
}

/** A probe that was not made because the run was stopped has decided nothing, not even that nobody can tell. */
function probeMissed({ criteria }: AttemptJudgement): boolean {
  return criteria.some(({ check, status }) => check === 'mcp_probe' && status === 'Unable to Verify');
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
      simulationFault(records) === undefined
        ? 'Return conversation from open or execute: the handle by which the agent knows the session.'
        : 'See that the judge model can be reached, then go on with the run: rook run --run <id>.',
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
  const { run } = context;
  const folders = { workspace: run.workspaceRoot, agent: run.agentDir, state: records.layout.stateDir };
  return judgeAttempt(
    scenario,
    records.attempt,
    evidence,
    {
      ...(fixture !== undefined && { fixture }),
      ...(attempt.collectError !== undefined && { collect: attempt.collectError }),
    },
    {
      patterns: context.patterns,
      folders,
      ...(run.judge && { judge: attemptJudge(run.judge, run, records, folders) }),
      ...(run.tools && { probe: run.tools.probe(records.layout.evidenceDir) }),
      runScript: scriptChecks(context.run, records, response),
    },
  );
}
