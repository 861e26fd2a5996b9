import { afterAll } from 'vitest';
import type { Evidence } from '../../../engine/judge/evidence';
import { type AttemptFaults, type AttemptJudgement, judgeAttempt } from '../../../engine/judge/judge-attempt';
import { PatternMatcher } from '../../../engine/judge/pattern-matcher';
import type { ObservedCall } from '../../../schemas/hook-output';
import type { Scenario } from '../../../schemas/scenario';
import type { CriterionVerdict } from '../../../schemas/verdict';
import { entryOf } from '../lifecycle/scenario-entries';

export const nowhere = { workspace: '/nowhere', agent: '/nowhere', state: '/nowhere' };

/** One matcher for a test file; it is disposed of with the file. */
export function usePatterns(limitMs?: number): PatternMatcher {
  const patterns = new PatternMatcher(limitMs);
  afterAll(() => patterns.dispose());
  return patterns;
}

/** Evidence of one turn with an answer in which everything was observed and nothing happened. */
export function evidenceWith(changes: Partial<Evidence> = {}): Evidence {
  const answer = changes.answer ?? 'Hello.';
  return {
    answer,
    rawResponse: JSON.stringify({ output: answer }),
    observation: { calls: [], usage: { input_tokens: 10, output_tokens: 5 } },
    callsComplete: true,
    latencyMs: 120,
    turns: 1,
    ...changes,
  };
}

/** Evidence in which exactly these calls were observed. */
export function evidenceOfCalls(...calls: ObservedCall[]): Evidence {
  return evidenceWith({ observation: { calls } });
}

/** Evidence in which calls were not observable. */
export const withoutCalls = evidenceWith({ observation: { callsGap: 'the hooks returned no calls' } });

/** A scenario that is read from a file, so that only what can be written is tested. */
export function scenarioWith(changes: Record<string, unknown>): Scenario {
  const { scenario, problems } = entryOf('SC-001', changes);
  if (!scenario) throw new Error(`the scenario does not load: ${problems.map(({ message }) => message).join('; ')}`);
  return scenario;
}

/** Judges one attempt of such a scenario. */
export function judge(
  changes: Record<string, unknown>,
  evidence: Evidence,
  patterns: PatternMatcher,
  faults: AttemptFaults = {},
): Promise<AttemptJudgement> {
  return judgeAttempt(scenarioWith(changes), 1, evidence, faults, { patterns, folders: nowhere });
}

/** Grades one criterion alone. */
export async function grade(
  criterion: Record<string, unknown>,
  evidence: Evidence,
  patterns: PatternMatcher,
): Promise<CriterionVerdict> {
  const { criteria } = await judge({ acceptance_criteria: [criterion] }, evidence, patterns);
  const [only] = criteria;
  if (!only || criteria.length !== 1) throw new Error('one criterion has one grade');
  return only;
}

/** `Pass`, `Fail`, or `Unable to Verify (<reason>)`. */
export function outcome({ status, unverifiable_reason: reason }: CriterionVerdict): string {
  return reason ? `${status} (${reason})` : status;
}
