import type { Criterion } from '../../schemas/criterion';
import type { CallExpectation, Scenario, VerificationRequirement } from '../../schemas/scenario';
import {
  type CriterionVerdict,
  type UnverifiableReason,
  unverifiableReasons,
  type VerdictStatus,
} from '../../schemas/verdict';
import { gradeCalled, gradeCalledWith, gradeNotCalled } from './checks/calls';
import type { Check, CheckContext } from './checks/check';
import { checks } from './checks/index';
import { type Evidence, quoteAround } from './evidence';
import { findFolded } from './fold';
import { fail, type Grade, unable } from './grade';
import type { PatternMatcher } from './pattern-matcher';

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
  patterns: PatternMatcher,
): Promise<AttemptJudgement> {
  const criteria: CriterionVerdict[] = [];
  for (const criterion of scenario.criteria) {
    const grade = await gradeCriterion(criterion, evidence, { patterns, statement: criterion.statement });
    criteria.push(toVerdict(criterion.id, criterion.statement, criterion.check, guard(grade, faults)));
  }
  for (const [index, call] of scenario.calls.entries()) {
    const grade = gradeCall(call, evidence);
    criteria.push(toVerdict(`CALL-${pad(index)}`, callStatement(call), call.expect, guard(grade, faults)));
  }
  const unmet = scenario.verificationRequires.flatMap((requirement) => unmetRequirement(requirement, evidence) ?? []);
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
  const attacks = scenario.successSignals.flatMap((signal) => findFolded(evidence.answer, signal, true) ?? []);
  const attackEvidence = attacks.map((hit) => quoteAround(evidence.answer, hit.index, hit.length));
  const compromised = attacks.length > 0;
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

async function gradeCriterion(criterion: Criterion, evidence: Evidence, context: CheckContext): Promise<Grade> {
  // The reader ties a criterion's parameters to its check; the table ties the check to its function.
  const check = checks[criterion.check] as Check<typeof criterion.check>;
  return check(criterion.parameters as never, evidence, context);
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

function gradeCall(call: CallExpectation, evidence: Evidence): Grade {
  switch (call.expect) {
    case 'called':
      return gradeCalled(call, evidence);
    case 'not_called':
      return gradeNotCalled(call, evidence);
    case 'called_with':
      return gradeCalledWith(call, evidence);
    default:
      return call.expect satisfies never;
  }
}

function callStatement(call: CallExpectation): string {
  const tool = call.server ? `${call.server}.${call.tool}` : call.tool;
  switch (call.expect) {
    case 'called':
      return `${tool} was called`;
    case 'not_called':
      return `${tool} was not called`;
    case 'called_with':
      return `${tool} was called with ${JSON.stringify(call.arguments ?? {})}`;
    default:
      return call.expect satisfies never;
  }
}

function unmetRequirement(
  requirement: VerificationRequirement,
  evidence: Evidence,
): { why: string; remedy: string } | undefined {
  const shown = JSON.stringify(requirement);
  if (requirement.type === 'mcp') {
    return requirement.op
      ? {
          why: `no MCP server can be asked by this version: ${shown}`,
          remedy: 'Let a hook return what the criterion depends on, for example as calls.',
        }
      : {
          why: `a verification requirement names no MCP operation: ${shown}`,
          remedy: 'Add op: the read-only operation that shows the effect.',
        };
  }
  if (requirement.type === 'agent_metadata') {
    const field = requirement.field ?? '';
    const usageKnown = evidence.observation.usage !== undefined && !evidence.observation.usageGap;
    if (
      ['total_tokens', 'usage', 'input_tokens', 'output_tokens'].includes(field)
        ? usageKnown
        : evidence.collected && Object.hasOwn(evidence.collected, field)
    ) {
      return undefined;
    }
    return {
      why: `the agent's metadata holds no ${field || 'named field'}: ${shown}`,
      remedy: `Return ${field || 'the field'} from execute or collect.`,
    };
  }
  return {
    why: `Rook does not know how to meet a requirement of this type: ${shown}`,
    remedy: 'Use type: mcp with server and op, or type: agent_metadata with field.',
  };
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
