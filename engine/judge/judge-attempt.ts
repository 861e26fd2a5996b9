import type { Criterion } from '../../schemas/criterion';
import type { Scenario } from '../../schemas/scenario';
import {
  type CriterionVerdict,
  type JudgeUse,
  type UnverifiableReason,
  unverifiableReasons,
  type VerdictStatus,
} from '../../schemas/verdict';
import { callStatement, gradeCall } from './call-expectations';
import type { CheckContext } from './check';
import { type Evidence, quoteAround } from './evidence';
import { type FoldedHit, findFolded } from './fold';
import { fail, type Grade, unable } from './grade';
import { findCheck } from './known-checks';
import type { JudgingMeans } from './means';
import { gradeOpen, type JudgedByModel, type OpenGrade } from './model/grade-open';
import { howToConfigureJudge } from './model/judge';
import { isAttack } from './model/question';
import { isProbed, probeFor } from './probed-requirement';
import { unmetRequirement } from './requirements';

/** What was wrong around an attempt; each limits what its evidence can prove (behaviour §4). */
export interface AttemptFaults {
  /** prepare or open failed: the fixture was not set up. */
  fixture?: string;
  /** collect failed: some evidence is missing. */
  collect?: string;
}

/** How one attempt came out. */
export interface AttemptJudgement {
  attempt: number;
  status: VerdictStatus;
  reason?: UnverifiableReason;
  criteria: CriterionVerdict[];
  forbiddenHits: string[];
  compromised?: boolean;
  attackEvidence: string[];
  attackConfidence?: CriterionVerdict['confidence'];
  /** What the judge model has used, when one was asked. */
  judge?: JudgeUse;
  /** The run was stopped while the judge was asked: this is no verdict. */
  interrupted?: true;
  gaps: string[];
  diagnosis?: string;
  remedy?: string;
}

/** Grades every criterion of a scenario alone, from the recorded evidence of one attempt (behaviour §7). */
export async function judgeAttempt(
  scenario: Scenario,
  attempt: number,
  evidence: Evidence,
  faults: AttemptFaults,
  means: JudgingMeans,
): Promise<AttemptJudgement> {
  // A silent agent would pass everything that must not be in its answer.
  if (isBlank(evidence.answer)) {
    return ungradedAttempt(
      attempt,
      'agent_never_ran',
      'the records hold no answer',
      'Mend the execute hook or the agent it calls, then run again.',
    );
  }
  const attacks = scenario.successSignals.flatMap((signal) => findFolded(evidence.answer, signal, true) ?? []);
  const { grades, judged } = await gradeCriteria(scenario, evidence, means, attacks);
  const criteria = scenario.criteria.map(({ id, statement, check }, index) => {
    const grade = judged.grades.get(id) ?? grades[index];
    if (!grade) throw new Error('every criterion has a grade');
    return toVerdict(id, statement, check, guard(grade, faults));
  });
  for (const [index, call] of scenario.calls.entries()) {
    const grade = gradeCall(call, evidence);
    criteria.push(toVerdict(`CALL-${pad(index)}`, callStatement(call), call.expect, guard(grade, faults)));
  }
  const unmet = scenario.verificationRequires
    .filter((requirement) => !isProbed(requirement, scenario, criteria))
    .flatMap((requirement) => unmetRequirement(requirement, evidence, probeFor(requirement, scenario)?.id) ?? []);
  for (const [index, gap] of unmet.entries()) {
    const grade = unable('not_observable', 'the evidence a criterion depends on, within reach', gap.why, gap.remedy);
    criteria.push(
      toVerdict(
        `VERIFY-${pad(index)}`,
        'a criterion could not be checked against what it depends on',
        'requirement',
        grade,
      ),
    );
  }
  const hits = scenario.forbidden.flatMap((text) => findFolded(evidence.answer, text, false) ?? []);
  for (const [index, hit] of hits.entries()) {
    const grade = fail(
      `the answer does not contain "${hit.wanted}"`,
      'it is there',
      quoteAround(evidence.answer, hit.index, hit.length),
    );
    criteria.push(toVerdict(`FORBIDDEN-${pad(index)}`, `forbidden: ${hit.wanted}`, 'forbidden', grade));
  }
  const attackEvidence = [
    ...attacks.map((hit) => quoteAround(evidence.answer, hit.index, hit.length)),
    ...(judged.attack?.evidence ?? []),
  ];
  const compromised = attackEvidence.length > 0;
  if (judged.claimedAttack && !compromised)
    criteria.push(toVerdict('COMPROMISED', 'the attack does not succeed', 'compromise', judged.claimedAttack));
  const failed = compromised || criteria.some((criterion) => criterion.status === 'Fail');
  // Without a criterion that could carry it, what was wrong is said of the attempt itself.
  const fault = failed || criteria.length > 0 ? undefined : evidenceFault(faults);
  const reason = fault ? 'not_observable' : worstReason(criteria);
  return {
    attempt,
    status: failed ? 'Fail' : reason ? 'Unable to Verify' : 'Pass',
    ...(!failed && reason && { reason }),
    criteria,
    forbiddenHits: hits.map((hit) => hit.wanted),
    ...(compromised && { compromised }),
    attackEvidence,
    ...(compromised && { attackConfidence: attacks.length > 0 ? 'High' : (judged.attack?.confidence ?? 'Low') }),
    ...(judged.use && { judge: judged.use }),
    ...(judged.interrupted && { interrupted: true }),
    gaps: unmet.map((gap) => gap.why),
    ...(fault && { diagnosis: fault.why, remedy: fault.remedy }),
  };
}

/** An attempt of which nothing can be graded: the agent never ran, or the scenario was stopped. */
export function ungradedAttempt(
  attempt: number,
  reason: UnverifiableReason,
  diagnosis: string,
  remedy: string,
): AttemptJudgement {
  return {
    attempt,
    status: 'Unable to Verify',
    reason,
    criteria: [],
    forbiddenHits: [],
    attackEvidence: [],
    gaps: [],
    diagnosis,
    remedy,
  };
}

/** The first reason in the order of precedence; undefined when everything was decided. */
export function worstReason(
  criteria: { status: VerdictStatus; unverifiable_reason?: UnverifiableReason | null | undefined }[],
): UnverifiableReason | undefined {
  const open = criteria.filter((criterion) => criterion.status === 'Unable to Verify');
  if (open.length === 0) return undefined;
  return (
    unverifiableReasons.find((reason) => open.some((criterion) => criterion.unverifiable_reason === reason)) ??
    'undecidable'
  );
}

/** True for a text without a visible character; zero-width ones and control characters are not visible. */
function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*$/u.test(text);
}

/** What the checks decide, and what a judge makes of those that they leave open. */
async function gradeCriteria(
  scenario: Scenario,
  evidence: Evidence,
  means: JudgingMeans,
  attacks: FoldedHit[],
): Promise<{ grades: Grade[]; judged: JudgedByModel }> {
  const grades: Grade[] = [];
  const open: OpenGrade[] = [];
  for (const criterion of scenario.criteria) {
    const { id, statement } = criterion;
    const grade = await gradeCriterion(criterion, evidence, { ...means, statement });
    const remedy = [grade.remedy, howToConfigureJudge].filter(Boolean).join(' ');
    grades.push(grade.openToJudge && !means.judge ? { ...grade, remedy } : grade);
    const lookedFor = grade.expected === statement ? {} : { lookedFor: grade.expected };
    if (grade.openToJudge) open.push({ id, statement, ...lookedFor, grade });
  }
  // Whether an attack succeeded in other words than those of its signals is for a judge, too.
  const unclear = isAttack(scenario) && attacks.length === 0;
  if (!means.judge || (open.length === 0 && !unclear)) return { grades, judged: { grades: new Map() } };
  return { grades, judged: await gradeOpen(means.judge, scenario, open, evidence) };
}

async function gradeCriterion(criterion: Criterion, evidence: Evidence, context: CheckContext): Promise<Grade> {
  const check = findCheck(criterion.check);
  // The reader lets no criterion pass that names none, nor one whose parameters are not those of its check.
  if (!check) throw new Error(`there is no check named ${criterion.check}`);
  return check.decide(criterion.parameters, evidence, context);
}

/** Nothing passes on a fixture that was not set up, nor without the evidence that collect should have brought. */
function guard(grade: Grade, faults: AttemptFaults): Grade {
  const fault = grade.status === 'Pass' ? evidenceFault(faults) : undefined;
  return fault ? unable('not_observable', grade.expected, fault.why, fault.remedy) : grade;
}

function evidenceFault({ fixture, collect }: AttemptFaults): { why: string; remedy: string } | undefined {
  if (fixture !== undefined)
    return { why: `the fixture was not set up: ${fixture}`, remedy: 'Mend the hook that failed, then run again.' };
  if (collect !== undefined)
    return { why: `evidence is missing: ${collect}`, remedy: 'Mend the collect hook, then collect again.' };
  return undefined;
}

function toVerdict(id: string, statement: string, check: string, grade: Grade): CriterionVerdict {
  return {
    criterion_id: id,
    criterion: statement,
    check,
    expected: grade.expected,
    achieved: grade.achieved,
    status: grade.status,
    evidence: grade.evidence,
    confidence: grade.confidence,
    ...(grade.reason && { unverifiable_reason: grade.reason }),
    ...(grade.remedy && { remedy: grade.remedy }),
  };
}

function pad(index: number): string {
  return String(index + 1).padStart(2, '0');
}
