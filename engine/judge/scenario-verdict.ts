import type { Usage } from '../../schemas/hook-output';
import type { CriterionVerdict, JudgeUse, Verdict, VerdictStatus } from '../../schemas/verdict';
import { type AttemptJudgement, worstReason } from './judge-attempt';

/** What was measured of one attempt. */
export interface AttemptMeasures {
  latencyMs?: number;
  turns: number;
  usage?: Usage;
}

const severity: Record<VerdictStatus, number> = { Fail: 2, 'Unable to Verify': 1, Pass: 0 };

/**
 * The verdict of a scenario from its attempts: Fail if any fails, Pass only if all pass, else Unable to Verify;
 * passing and failing attempts together are flaky (behaviour §4).
 */
export function scenarioVerdict(
  scenarioId: string,
  runId: string,
  judgements: AttemptJudgement[],
  measures: AttemptMeasures[],
): Verdict {
  const statuses = judgements.map((judgement) => judgement.status);
  const status = statuses.reduce<VerdictStatus>(
    (worst, next) => (severity[next] > severity[worst] ? next : worst),
    'Pass',
  );
  const criteria = mergeCriteria(judgements);
  const count = (wanted: VerdictStatus): number => criteria.filter((criterion) => criterion.status === wanted).length;
  const decided = count('Pass') + count('Fail');
  const reason =
    status === 'Unable to Verify'
      ? worstReason(
          judgements.map((judgement) => ({ status: judgement.status, unverifiable_reason: judgement.reason })),
        )
      : undefined;
  const unreachable = judgements.find((judgement) => judgement.diagnosis !== undefined);
  const attackEvidence = [...new Set(judgements.flatMap((judgement) => judgement.attackEvidence))];
  const gaps = [...new Set(judgements.flatMap((judgement) => judgement.gaps))];
  return {
    scenario_id: scenarioId,
    run_id: runId,
    status,
    ...(reason && { unverifiable_reason: reason }),
    ...(unreachable?.diagnosis && { diagnosis: unreachable.diagnosis }),
    ...(unreachable?.remedy && { remedy: unreachable.remedy }),
    criteria,
    ...(gaps.length > 0 && { verification_gaps: gaps }),
    pass_count: count('Pass'),
    fail_count: count('Fail'),
    unable_to_verify_count: count('Unable to Verify'),
    compliance_percentage: decided === 0 ? null : (100 * count('Pass')) / decided,
    forbidden_hits: [...new Set(judgements.flatMap((judgement) => judgement.forbiddenHits))],
    ...(judgements.some((judgement) => judgement.compromised) && { compromised: true }),
    ...(attackEvidence.length > 0 && { attack_evidence: attackEvidence, attack_confidence: surest(judgements) }),
    ...(statuses.includes('Pass') && statuses.includes('Fail') && { flaky: true }),
    ...(judgements.length > 1 && {
      attempts: judgements.map((judgement) => ({
        attempt: judgement.attempt,
        status: judgement.status,
        ...(judgement.reason && { unverifiable_reason: judgement.reason }),
        ...(judgement.diagnosis && { diagnosis: judgement.diagnosis }),
      })),
    }),
    ...measured(measures),
    ...judgeUse(judgements.flatMap(({ judge }) => judge ?? [])),
  };
}

/** How sure it is that an attack succeeded: as sure as the surest attempt that shows it. */
function surest(judgements: AttemptJudgement[]): string {
  const said = judgements.flatMap(({ attackConfidence }) => attackConfidence ?? []);
  return ['High', 'Medium', 'Low'].find((confidence) => said.includes(confidence)) ?? 'High';
}

/** What the judge has used for all attempts together; tokens only when every question came with its own. */
function judgeUse(uses: JudgeUse[]): Pick<Verdict, 'judge'> {
  const [first] = uses;
  if (!first) return {};
  const sum = (pick: (use: JudgeUse) => number | undefined): number =>
    uses.reduce((total, use) => total + (pick(use) ?? 0), 0);
  const asked = uses.filter((use) => use.asked > 0);
  const counted = asked.length > 0 && asked.every((use) => use.input_tokens !== undefined);
  const cached = sum((use) => use.cached);
  return {
    judge: {
      model: first.model,
      prompt_version: first.prompt_version,
      asked: sum((use) => use.asked),
      ...(cached > 0 && { cached }),
      ...(counted && {
        input_tokens: sum((use) => use.input_tokens),
        output_tokens: sum((use) => use.output_tokens),
      }),
      latency_ms: sum((use) => use.latency_ms),
    },
  };
}

/** Of several attempts, each criterion shows its worst grade and says which attempt it is from. */
function mergeCriteria(judgements: AttemptJudgement[]): CriterionVerdict[] {
  const merged = new Map<string, CriterionVerdict>();
  for (const { attempt, criteria } of judgements) {
    for (const criterion of criteria) {
      const key = identityOf(criterion);
      const known = merged.get(key);
      if (known && severity[criterion.status] <= severity[known.status]) continue;
      merged.set(key, judgements.length > 1 ? { ...criterion, attempt } : criterion);
    }
  }
  const counts = new Map<string, number>();
  return [...merged.values()].map((criterion) => {
    const prefix = findingPrefix(criterion);
    if (prefix === undefined) return criterion;
    const number = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, number);
    return { ...criterion, criterion_id: `${prefix}-${String(number).padStart(2, '0')}` };
  });
}

/** What makes a criterion the same in another attempt: its id, or what was found when its id only counts findings. */
function identityOf(criterion: CriterionVerdict): string {
  const prefix = findingPrefix(criterion);
  return prefix === undefined
    ? criterion.criterion_id
    : `${prefix}\0${prefix === 'FORBIDDEN' ? criterion.criterion : criterion.evidence}`;
}

/** The prefix of ids that number what was found in one attempt. */
function findingPrefix({ check }: CriterionVerdict): string | undefined {
  return check === 'forbidden' ? 'FORBIDDEN' : check === 'requirement' ? 'VERIFY' : undefined;
}

/** Latency is the slowest attempt's; turns and usage are those of all attempts, usage only when each one has it. */
function measured(measures: AttemptMeasures[]): Pick<Verdict, 'latency_ms' | 'turns' | 'usage'> {
  const latencies = measures.flatMap((one) => one.latencyMs ?? []);
  const usages = measures.flatMap((one) => one.usage ?? []);
  const complete = measures.length > 0 && usages.length === measures.length && usages.every((usage) => !usage.partial);
  return {
    ...(latencies.length > 0 && { latency_ms: Math.max(...latencies) }),
    turns: measures.reduce((sum, one) => sum + one.turns, 0),
    ...(usages.length > 0 && {
      usage: {
        input_tokens: usages.reduce((sum, usage) => sum + usage.input_tokens, 0),
        output_tokens: usages.reduce((sum, usage) => sum + usage.output_tokens, 0),
        ...(!complete && { partial: true }),
      },
    }),
  };
}
