import type { Verdict } from '../schemas/verdict';
import { lineOfCriterion, type ScenarioOutline } from './scenario-outline';

/** A criterion that could not be decided, for the Problems panel. Lines and columns are 0-based. */
export interface UnverifiedCriterion {
  line: number;
  /** Where the line's text begins and ends: its indentation is not underlined. */
  start: number;
  end: number;
  reason: string;
  message: string;
}

/** The criteria of a verdict that are Unable to Verify, each at its line, with what would make it decidable. */
export function unverifiedCriteria({ criteria }: Verdict, outline: ScenarioOutline): UnverifiedCriterion[] {
  const lines = outline.entry.text.split(/\r?\n/);
  return criteria
    .filter(({ status }) => status === 'Unable to Verify')
    .map(({ criterion_id: id, criterion, unverifiable_reason, evidence, achieved, remedy }) => {
      const line = lineOfCriterion(outline, id);
      const text = lines[line] ?? '';
      const reason = unverifiable_reason ?? 'undecidable';
      const what = `${id} is Unable to Verify (${reason}): ${evidence || achieved || criterion}`;
      return {
        line,
        start: text.length - text.trimStart().length,
        end: text.trimEnd().length,
        reason,
        message: remedy ? `${what}\n${remedy}` : what,
      };
    });
}
