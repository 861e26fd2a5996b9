import type { LocatedProblem } from '../../../schemas/problem';
import { messageOf } from '../read-text';

/** A rule that could not be applied, since it has a fault itself. */
export interface RuleFault {
  /** Its name, as it is told. */
  rule: string;
  error: unknown;
}

/** Rules by their names, each with its work. */
export type NamedRules<T> = Readonly<Record<string, () => readonly T[]>>;

/** Applies rules one by one: a fault in one of them takes nothing away from what the others find, and is told by its name. */
export class RuleRun {
  readonly faults: RuleFault[] = [];

  /** What all rules find, in their order. */
  all<T>(rules: NamedRules<T>): T[] {
    return Object.entries(rules).flatMap(([rule, work]) => this.one(rule, work) ?? []);
  }

  /** What one rule finds; undefined when it has a fault. */
  one<T>(rule: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.faults.push({ rule, error });
      return undefined;
    }
  }

  /** One notice for each fault, at the beginning of the file: silence would look as if the rule had found nothing. */
  notices(file: string): LocatedProblem[] {
    return this.faults.map(({ rule, error }) => ({
      code: 'not-checked',
      severity: 'information',
      message: `Rook could not apply its rule “${rule}” to this file: ${messageOf(error)}`,
      remedy: 'All other rules were applied.',
      path: [],
      file,
      line: 1,
      column: 1,
      range: { start: 0, end: 0 },
    }));
  }
}
