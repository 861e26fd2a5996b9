import type { ScenarioOutcome } from '../../../engine/report/outcome';
import { CriterionVerdict, type UnverifiableReason, Verdict, type VerdictStatus } from '../../../schemas/verdict';

/** A criterion's grade with everything that need not be said filled in. */
export function gradeOf(status: VerdictStatus, changes: Partial<CriterionVerdict> = {}): CriterionVerdict {
  return CriterionVerdict.parse({
    criterion_id: 'C1',
    criterion: 'The answer greets.',
    check: 'contains',
    expected: 'the answer contains "hello"',
    achieved: 'it is not there',
    status,
    evidence: '"bye"',
    confidence: 'High',
    ...(status === 'Unable to Verify' && { unverifiable_reason: 'undecidable' }),
    ...changes,
  });
}

/** A judged scenario whose verdict has that status. */
export function judged(id: string, status: VerdictStatus, changes: Partial<Verdict> = {}): ScenarioOutcome {
  const reason: UnverifiableReason | undefined = status === 'Unable to Verify' ? 'undecidable' : undefined;
  const verdict = Verdict.parse({
    scenario_id: id,
    run_id: 'R1',
    status,
    ...(reason && { unverifiable_reason: reason }),
    criteria: [gradeOf(status)],
    forbidden_hits: [],
    ...changes,
  });
  return { id, title: `Scenario ${id}`, state: 'verdict', verdict };
}

/** A scenario that got no verdict. */
export function unfinished(id: string, state: 'unjudged' | 'not_run'): ScenarioOutcome {
  return { id, title: `Scenario ${id}`, state, why: 'the run was stopped' };
}
