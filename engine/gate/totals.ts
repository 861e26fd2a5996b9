import type { GateReason, GateTotals } from '../../schemas/gate';
import { asRecord } from '../workspace/plain-value';
import { reason, wrong } from './evidence';

const needed = [
  'planned',
  'executed',
  'passed',
  'failed',
  'unverifiable',
  'unjudged',
  'not_run',
  'unrunnable',
] as const;
/** Counts that reports of other versions leave out. */
const optional = ['decided', 'carried_forward'] as const;
/** Rates are written with fewer digits by some. */
const rateTolerance = 0.0005;

export interface TotalsReading {
  /** The counts, when each of them is a whole number of 0 or more. */
  totals?: GateTotals;
  reasons: GateReason[];
}

/**
 * Reads the totals of a report and does its sums (behaviour §8, seed 004): whole numbers ≥ 0, planned = executed +
 * not_run, executed = passed + failed + unverifiable + unjudged, and what can be derived from these.
 * @param where what the totals belong to, as messages name it.
 * @param basis the report's `pass_rate_basis`; older reports made their rate by another rule.
 */
export function readTotals(value: unknown, where: string, basis?: unknown): TotalsReading {
  const written = asRecord(value);
  if (!written) return { reasons: [inconsistent(`${where}: ${wrong('totals', value, 'an object with the counts')}`)] };
  const reasons: GateReason[] = [];
  const counts: Record<string, number> = {};
  for (const name of [...needed, ...optional]) {
    const count = written[name];
    if (count === undefined && optional.some((one) => one === name)) continue;
    if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) counts[name] = count;
    else reasons.push(inconsistent(`${where}: ${wrong(`totals.${name}`, count, 'a whole number of 0 or more')}`));
  }
  const rate = written.pass_rate;
  if (rate !== undefined && rate !== null && typeof rate !== 'number')
    reasons.push(inconsistent(`${where}: ${wrong('totals.pass_rate', rate, 'a number from 0 to 1, or null')}`));
  if (reasons.length > 0) return { reasons };
  // Each count was put there above, or is one of the optional ones.
  const totals = { ...counts, ...(rate === undefined ? {} : { pass_rate: rate }) } as GateTotals;
  return { totals, reasons: sums(totals, basis).map((message) => inconsistent(`${where}: ${message}`)) };
}

/** What does not add up, each with its numbers. */
function sums(totals: GateTotals, basis: unknown): string[] {
  const { planned, executed, passed, failed, unverifiable, unjudged, not_run: notRun, decided } = totals;
  const { carried_forward: carried, pass_rate: rate } = totals;
  const found: string[] = [];
  if (planned !== executed + notRun)
    found.push(`planned is ${planned}, and executed + not_run are ${executed} + ${notRun} = ${executed + notRun}`);
  const graded = passed + failed + unverifiable + unjudged;
  if (executed !== graded)
    found.push(
      `executed is ${executed}, and passed + failed + unverifiable + unjudged are ${passed} + ${failed} + ${unverifiable} + ${unjudged} = ${graded}`,
    );
  if (decided !== undefined && decided !== passed + failed)
    found.push(`decided is ${decided}, and passed + failed are ${passed} + ${failed} = ${passed + failed}`);
  if (carried !== undefined && carried > executed)
    found.push(`carried_forward is ${carried}, which is more than the ${executed} executed`);
  if (rate !== undefined && !rateFits(rate, totals, basis))
    found.push(
      `pass_rate is ${rate}, which does not follow from ${passed} passed, ${failed} failed, ${unverifiable} unverifiable`,
    );
  return found;
}

/** The rate of all verdicts; that of the decided ones counts too where the report is an older one. */
function rateFits(rate: number | null, { passed, failed, unverifiable }: GateTotals, basis: unknown): boolean {
  const bases = [passed + failed + unverifiable, ...(basis === 'all_verdicts' ? [] : [passed + failed])];
  return bases.some((of) =>
    of === 0 ? rate === null : rate !== null && Math.abs(rate - passed / of) <= rateTolerance,
  );
}

function inconsistent(message: string): GateReason {
  return reason('inconsistent', message);
}

/** The counts in which two totals differ, as `name a / b`. */
export function differences(a: GateTotals, b: GateTotals): string[] {
  return needed.filter((name) => a[name] !== b[name]).map((name) => `${name} ${a[name]} / ${b[name]}`);
}
