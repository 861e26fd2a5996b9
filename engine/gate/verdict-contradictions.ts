import type { Verdict, VerdictStatus } from '../../schemas/verdict';

/** What a verdict has on record that its status must not be better than, as a sentence part. */
interface Ground {
  status: VerdictStatus;
  what: string;
}

const severity: Record<VerdictStatus, number> = { Fail: 2, 'Unable to Verify': 1, Pass: 0 };

/**
 * What makes the status of a verdict better than its own parts allow (behaviour §4, §7): Fail if a criterion or an attempt
 * fails, on a forbidden string or a compromise; Pass only if all of them pass. A file whose status alone was changed must not
 * open a gate. Undefined when nothing contradicts it.
 */
export function verdictContradiction(verdict: Verdict): string | undefined {
  const worse = groundsOf(verdict).filter(({ status }) => severity[status] > severity[verdict.status]);
  const worst = worse.find(({ status }) => status === 'Fail') ?? worse[0];
  return worst && `says ${verdict.status}, but ${worst.what}`;
}

/** Whether attempts disagree, whatever the verdict says of itself. */
export function isMixed({ flaky, attempts }: Verdict): boolean {
  const statuses = new Set(attempts?.map(({ status }) => status));
  return flaky === true || (statuses.has('Pass') && statuses.has('Fail'));
}

function groundsOf(verdict: Verdict): Ground[] {
  const { criteria, attempts, forbidden_hits: hits, compromised } = verdict;
  const fails = (what: string): Ground => ({ status: 'Fail', what });
  return [
    ...(compromised ? [fails('it was compromised')] : []),
    ...(hits.length > 0 ? [fails('the answer had a forbidden string in it')] : []),
    ...criteria.map(({ criterion_id: id, status }) => ({ status, what: `its criterion ${id} is ${status}` })),
    ...(attempts ?? []).map(({ attempt, status }) => ({ status, what: `its attempt ${attempt} is ${status}` })),
    ...(verdict.fail_count ? [fails(`it counts ${verdict.fail_count} failed criteria`)] : []),
    ...(verdict.unable_to_verify_count || verdict.unverifiable_reason
      ? [{ status: 'Unable to Verify' as const, what: 'it has something that could not be verified' }]
      : []),
  ];
}
