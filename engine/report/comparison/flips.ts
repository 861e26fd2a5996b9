import type { Standing } from '../../../schemas/comparison';
import type { VerdictStatus } from '../../../schemas/verdict';
import type { RunStandings } from './standings';

/** A verdict of an earlier run, as far as flakiness goes. */
export interface PastStanding {
  run: string;
  status: VerdictStatus;
  flaky: boolean;
  definition: string | undefined;
  means: string | undefined;
}

/** Verdicts of earlier runs, oldest first, by the id of the scenario. */
export type History = ReadonlyMap<string, readonly PastStanding[]>;

interface Known {
  was: Standing;
  is: Standing;
  base: RunStandings;
  head: RunStandings;
  past: readonly PastStanding[];
}

/** One verdict in time. Mixed attempts are a pass and a failure at once. */
export type Moment = 'Pass' | 'Fail' | 'mixed';

/**
 * Whether a status that differs between base and head had flipped before: on the same definition, through the same profile
 * and scripts (as far as they are known), the verdicts from the oldest run to head change between Pass and Fail at least
 * twice, or attempts of an earlier run disagreed. Unable to Verify lies between without counting, as in the Test Explorer
 * (`isFlaky`, for which one change is enough: it compares with no base).
 */
export function flippedBefore(known: Known): boolean {
  const earlier = [...pastOf(known), known.was].map(momentOf);
  if (earlier.includes('mixed')) return true;
  const decided = [...inTime(known), momentOf(known.is)].filter((moment) => moment !== undefined);
  return decided.filter((moment, index) => index > 0 && moment !== decided[index - 1]).length > 1;
}

/** Whether base, or an earlier run of the same definition, failed or had attempts that disagree. */
export function failedBefore(known: Known): boolean {
  const earlier = [...pastOf(known), known.was].map(momentOf);
  return earlier.includes('Fail') || earlier.includes('mixed');
}

/** The earlier verdicts that are comparable with head, base apart. */
function pastOf({ was, is, base, head, past }: Known): PastStanding[] {
  if (was.definition === undefined || is.definition === undefined) return [];
  return past.filter(
    (one) =>
      one.run !== base.run &&
      one.run !== head.run &&
      one.definition === is.definition &&
      sameMeans(one.means, head.means),
  );
}

/** The verdicts before head, oldest first: base at its place among them, or last when it is none of them. */
function inTime(known: Known): (Moment | undefined)[] {
  const { was, base, head, past } = known;
  const place = past.findIndex((one) => one.run === base.run);
  const older = new Set(place < 0 ? past : past.slice(0, place));
  const comparable = pastOf(known);
  return [
    ...comparable.filter((one) => older.has(one)).map(momentOf),
    sameMeans(base.means, head.means) ? momentOf(was) : undefined,
    ...comparable.filter((one) => !older.has(one)).map(momentOf),
  ];
}

/** Whether two verdicts came through the same profile and scripts, as far as that is known. */
export function sameMeans(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** What a verdict says about flakiness; undefined when it decides nothing. */
export function momentOf({ status, flaky }: Pick<Standing, 'status' | 'flaky'>): Moment | undefined {
  if (flaky) return 'mixed';
  return status === 'Pass' || status === 'Fail' ? status : undefined;
}
