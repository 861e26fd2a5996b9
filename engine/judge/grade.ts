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
