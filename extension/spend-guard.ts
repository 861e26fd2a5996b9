const hourMs = 3_600_000;

/** Counts runs within the last hour, so that watching cannot spend without end. */
export class SpendGuard {
  private runs: { at: number; count: number }[] = [];

  /** @param limitOf the most scenario runs within an hour, as the settings say now. */
  constructor(
    private readonly limitOf: () => number,
    private readonly now: () => number = Date.now,
  ) {}

  get limit(): number {
    return this.limitOf();
  }

  /** Runs within the last hour. */
  get spent(): number {
    const since = this.now() - hourMs;
    this.runs = this.runs.filter(({ at }) => at > since);
    return this.runs.reduce((sum, { count }) => sum + count, 0);
  }

  /** Whether `count` more runs stay within the limit; if so, they are counted. */
  allows(count: number): boolean {
    if (this.spent + count > this.limit) return false;
    this.runs.push({ at: this.now(), count });
    return true;
  }
}

/** Whether a profile's id or name says that it reaches production. */
export function soundsLikeProduction(...names: (string | undefined)[]): boolean {
  return names.some((name) => /(^|[^a-z])(prod(uction)?|live)([^a-z]|$)/i.test(name ?? ''));
}
