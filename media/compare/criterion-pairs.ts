import type { CompareView } from '../../schemas/panel-view';
import type { CriterionVerdict } from '../../schemas/verdict';

/** A criterion as both runs graded it; a side is absent where it was not graded. */
export interface CriterionPair {
  /** The same over updates, also when a damaged record names an id twice. */
  key: string;
  base?: CriterionVerdict;
  head?: CriterionVerdict;
  /** Its grade differs, or it was graded on one side only. */
  changed: boolean;
}

/** The criteria of both sides by their ids, in the order of head; those that changed come first. */
export function criterionPairs({ base, head }: NonNullable<CompareView['scenario']>): CriterionPair[] {
  const before = byKey(base?.criteria ?? []);
  const after = byKey(head?.criteria ?? []);
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  const pairs = keys.map((key): CriterionPair => {
    const [was, is] = [before.get(key), after.get(key)];
    return { key, ...(was && { base: was }), ...(is && { head: is }), changed: was?.status !== is?.status };
  });
  return [...pairs.filter(({ changed }) => changed), ...pairs.filter(({ changed }) => !changed)];
}

function byKey(criteria: readonly CriterionVerdict[]): Map<string, CriterionVerdict> {
  const seen = new Map<string, number>();
  return new Map(
    criteria.map((criterion) => {
      const nth = (seen.get(criterion.criterion_id) ?? 0) + 1;
      seen.set(criterion.criterion_id, nth);
      return [`${criterion.criterion_id}${nth > 1 ? `#${nth}` : ''}`, criterion];
    }),
  );
}
