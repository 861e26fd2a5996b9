import type { GateReason, GateTotals } from '../../schemas/gate';
import { ok, type Result, refuse } from '../../schemas/result';
import { reason } from './evidence';

/**
 * Reads the list of scenarios that a release is decided by, as seed 004's script does: commas between them, no white
 * space, no empty entry, none twice. An id that a typing slip has made empty would otherwise narrow the release.
 */
export function readExpectedIds(text: string): Result<string[]> {
  const shown = JSON.stringify(text);
  const how = 'Write the ids with commas and nothing else between them: SC-001,SC-004.';
  if (text === '') return refuse('--expected names no scenario', how);
  if (/\s/.test(text)) return refuse(`--expected has white space in it: ${shown}`, how);
  const ids = text.split(',');
  if (ids.includes('')) return refuse(`--expected has an empty entry: ${shown}`, how);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return refuse(`--expected names ${twice} twice`, 'Name each scenario once.');
  return ok(ids);
}

/**
 * What the run planned must be what was expected (seed 004): the same number, and the same ids where the plan is known.
 * @param planned the ids in the plan of the run; undefined when its folder is out of reach.
 */
export function unexpectedReasons(
  expected: readonly string[] | undefined,
  totals: GateTotals,
  planned: readonly string[] | undefined,
): GateReason[] {
  if (!expected) return [];
  const reasons: GateReason[] = [];
  const absent = planned ? expected.filter((id) => !planned.includes(id)) : [];
  const more = planned ? planned.filter((id) => !expected.includes(id)) : [];
  const add = (message: string): void => {
    reasons.push(
      reason('inconsistent', message, {
        remedy: `Run exactly the expected ones: rook run --only ${expected.join(',')}.`,
      }),
    );
  };
  if (totals.planned !== expected.length)
    add(
      `the run planned ${totals.planned} ${totals.planned === 1 ? 'scenario' : 'scenarios'}, and ${expected.length} ${expected.length === 1 ? 'was' : 'were'} expected`,
    );
  if (absent.length > 0) add(`the run did not plan what was expected: ${absent.join(', ')}`);
  if (more.length > 0) add(`the run planned what was not expected: ${more.join(', ')}`);
  return reasons;
}
