import type { UnverifiableReason, VerdictStatus } from '../../schemas/verdict';

/** How one criterion came out. */
export interface Grade {
  status: VerdictStatus;
  expected: string;
  achieved: string;
  /** A quotation from the records, or what is missing in them. */
  evidence: string;
  confidence: 'High' | 'Medium' | 'Low';
  reason?: UnverifiableReason;
  remedy?: string;
  /** Not decided here, but a judge model could tell: it is asked when there is one, else this grade stands. */
  openToJudge?: boolean;
}

export function pass(expected: string, achieved: string, evidence: string): Grade {
  return { status: 'Pass', expected, achieved, evidence, confidence: 'High' };
}

export function fail(expected: string, achieved: string, evidence: string): Grade {
  return { status: 'Fail', expected, achieved, evidence, confidence: 'High' };
}

/** Neither a pass nor a failure: `evidence` says what is missing, `remedy` what would make it decidable. */
export function unable(reason: UnverifiableReason, expected: string, evidence: string, remedy: string): Grade {
  const achieved = reason === 'undecidable' ? 'not decided' : 'not observed';
  return { status: 'Unable to Verify', expected, achieved, evidence, confidence: 'High', reason, remedy };
}

/** What only a judge model could decide; `evidence` says why, and stands when there is none. */
export function forJudge(expected: string, evidence: string, remedy: string): Grade {
  return { ...unable('undecidable', expected, evidence, remedy), openToJudge: true };
}
