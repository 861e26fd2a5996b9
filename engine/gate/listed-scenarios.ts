import * as z from 'zod';
import { Standing, type StandingStatus } from '../../schemas/comparison';
import type { GateReason, GateTotals } from '../../schemas/gate';
import { checkShape } from '../workspace/check-shape';
import { type NamedDocument, reason } from './evidence';

export interface ListReading {
  /** Each scenario with how it came out; absent when the document has no list, as hand-written and older ones. */
  scenarios?: Standing[];
  reasons: GateReason[];
}

const Listed = z.array(Standing);

/**
 * Reads the scenarios that `rook report --json` lists beside the report. Where the folder of the run is out of reach, they are
 * all that says which scenarios the counts are of; a list that counts otherwise is a contradiction.
 */
export function readListed(document: NamedDocument | undefined, totals: GateTotals): ListReading {
  const written = document?.document.scenarios;
  if (!document || written === undefined) return { reasons: [] };
  const fault = (message: string): GateReason => reason('inconsistent', `${document.file}: ${message}`);
  const { value: scenarios, problems } = checkShape(Listed, written, ['scenarios']);
  if (!scenarios) return { reasons: [fault(problems[0]?.message ?? 'scenarios has another shape')] };
  const ids = scenarios.map(({ scenario_id: id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) return { reasons: [fault(`${twice} stands in scenarios twice`)] };
  return { scenarios, reasons: miscounts(scenarios, totals).map(fault) };
}

/** Ids of the listed scenarios that were planned. */
export function plannedOf(scenarios: readonly Standing[]): string[] {
  return scenarios.filter(({ status }) => status !== 'unrunnable').map(({ scenario_id: id }) => id);
}

/** What has no verdict is counted as one: a run that was killed cannot always tell the two apart. */
function miscounts(scenarios: readonly Standing[], totals: GateTotals): string[] {
  const count = (...wanted: StandingStatus[]): number =>
    scenarios.filter(({ status }) => wanted.includes(status)).length;
  const pairs: [name: string, written: number, listed: number][] = [
    ['passed', totals.passed, count('Pass')],
    ['failed', totals.failed, count('Fail')],
    ['unverifiable', totals.unverifiable, count('Unable to Verify')],
    ['unjudged + not_run', totals.unjudged + totals.not_run, count('unjudged', 'not_run')],
    ['unrunnable', totals.unrunnable, count('unrunnable')],
  ];
  return pairs
    .filter(([, written, listed]) => written !== listed)
    .map(([name, written, listed]) => `${name} is ${written}, but its list of scenarios shows ${listed}`);
}
