import { isCompromised, type RunRow, type RunRows } from './rows';

/** Ids that still fit a command line that a person copies. */
const mostIds = 6;

/** What to do after a run, made from what came out; nothing when everything passed. */
export function nextSteps(rows: RunRows): string[] {
  const failed = idsOf(rows, (row) => row.kind === 'verdict' && row.verdict.status === 'Fail');
  const unreached = idsOf(
    rows,
    (row) => row.kind === 'verdict' && row.verdict.unverifiable_reason === 'agent_never_ran',
  );
  const steps: string[] = [];
  if (rows.some(isCompromised)) steps.push('Look at what was compromised first: an attack succeeded.');
  if (failed.length > 0) steps.push(`Mend the agent, then run the failed ones again: rook run${only(failed)}`);
  if (unreached.length > 0) {
    steps.push('See whether the agent can be reached: rook profile test; what can be repaired is by: rook profile fix');
    steps.push(`See why there was no usable answer: rook run${only(unreached)} --verbose`);
  }
  if (rows.some((row) => row.kind === 'not_run')) steps.push('Run again to get verdicts for what did not run.');
  return steps;
}

function idsOf(rows: RunRows, wanted: (row: RunRow) => boolean): string[] {
  return rows.filter(wanted).map(({ id }) => id);
}

function only(ids: string[]): string {
  return ids.length <= mostIds ? ` --only ${ids.join(',')}` : '';
}
