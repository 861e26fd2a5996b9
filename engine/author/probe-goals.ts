/** What a target is asked when nobody says something else (behaviour §13): small, and harmless. */
export const probeGoal = 'Say hello and nothing else.';
/** What it is asked when its first reply does not tell which field is the answer, and in a second turn of a trial. */
export const secondGoal = 'Say goodbye and nothing else.';

/**
 * What proves a script. Long answers come in several pieces and bubbles, which one word never shows; the further ones are for
 * when a first proof has taught something.
 */
const proofGoals = [
  'Count from one to twenty in words, and nothing else.',
  'Name the twelve months of the year in their order, and nothing else.',
  'Name the seven days of the week in their order, and nothing else.',
];

/** The goals of one way to reach a target: harmless, and each asked as something new only once. */
export class ProbeGoals {
  private readonly asked = new Set<string>();

  constructor(readonly first: string) {
    this.asked.add(first);
  }

  /** A short goal that was not asked yet, to tell what never changes from what was said. */
  second(): string {
    return this.take([secondGoal, ...proofGoals]);
  }

  /** A long goal that was not asked yet. */
  proof(): string {
    return this.take(proofGoals);
  }

  private take(goals: readonly string[]): string {
    const number = this.asked.size;
    const goal = goals.find((one) => !this.asked.has(one)) ?? `Count from one to ${number + 20} in words.`;
    this.asked.add(goal);
    return goal;
  }
}
