import { unverifiableReasons } from '../../../schemas/verdict';
import type { ExportedRun } from './exported-run';
import { inline, table } from './markdown-blocks';

/** The table of a run by the rules for presenting results (seed 003): counts of the report, reasons of the records. */
export function summaryTable(run: ExportedRun): string {
  return table(
    ['Field', 'Result'],
    [
      ['Agent / run', agentAndRun(run)],
      ['Scope', scope(run)],
      ['Pass', String(run.report.totals.passed)],
      ['Fail', String(run.report.totals.failed)],
      ['Unable to Verify', unverifiable(run)],
      ['Pass rate', passRate(run)],
      ['Compromised', compromised(run)],
      ['Credits', credits(run)],
      ['Evidence', inline(run.dir, Number.POSITIVE_INFINITY)],
    ],
  );
}

function agentAndRun({ id, name, agentId, profileId }: ExportedRun): string {
  const parts = [`agent ${inline(agentId)}`, `run ${inline(id)}`];
  if (name !== undefined) parts.push(`name ${inline(name)}`);
  if (profileId !== undefined) parts.push(`profile ${inline(profileId)}`);
  return parts.join(', ');
}

function scope(run: ExportedRun): string {
  const { planned, executed, unjudged, not_run, unrunnable, carried_forward } = run.report.totals;
  const counts = [`${planned} planned, ${executed} executed`, `${unjudged} not judged, ${not_run} not run`];
  if (unrunnable > 0) counts.push(`${unrunnable} more cannot run`);
  if (carried_forward > 0) counts.push(`${carried_forward} carried forward from an earlier run`);
  return `${counts.join('; ')}; ${howItEnded(run)}`;
}

/** How the run ended, in words. A halt does not prove that scenarios were skipped: the counts say that. */
function howItEnded({ status, reason }: ExportedRun): string {
  switch (status) {
    case 'completed':
      return 'completed';
    case 'halted':
    case 'cancelled':
      return `**incomplete**: ${status}${reason === undefined ? '' : `, ${inline(reason)}`}`;
    case 'running':
      return '**incomplete**: it goes on, or was killed';
    case undefined:
      return 'whether it completed is not on record';
    default:
      return status satisfies never;
  }
}

/** The count with its reasons, as far as the verdicts on record give them. */
export function unverifiable({ report, outcomes }: ExportedRun): string {
  const count = report.totals.unverifiable;
  const verdicts = outcomes.flatMap(({ verdict }) => (verdict?.status === 'Unable to Verify' ? [verdict] : []));
  const reasons = unverifiableReasons.flatMap((reason) => {
    const number = verdicts.filter((verdict) => (verdict.unverifiable_reason ?? 'undecidable') === reason).length;
    return number === 0 ? [] : [`${number} ${inline(reason)}`];
  });
  const unknown = count - verdicts.length;
  if (unknown > 0) reasons.push(`the reasons of ${unknown} are not on record`);
  return reasons.length === 0 ? String(count) : `${count}: ${reasons.join(', ')}`;
}

/** A rate of an older version was made by another rule: it is shown as it was recorded (behaviour §8). */
function passRate({ report }: ExportedRun): string {
  const { pass_rate: rate } = report.totals;
  if (rate === null) return 'none: nothing has a verdict';
  const percent = `${Math.floor(rate * 1000) / 10} %`;
  return report.pass_rate_basis === 'all_verdicts'
    ? `${percent} (Pass among Pass, Fail and Unable to Verify)`
    : `${percent}, as recorded by an older version`;
}

/** Observed compromises. Where no adversarial scenario has a decision on record, nothing is known (seed 003). */
function compromised({ outcomes }: ExportedRun): string {
  const hit = outcomes.filter(({ verdict }) => verdict?.compromised);
  const adversarial = outcomes.filter((outcome) => outcome.class === 'adversarial');
  const unknown = adversarial.filter(({ verdict }) => verdict?.status !== 'Pass' && verdict?.status !== 'Fail').length;
  const decided = adversarial.length - unknown;
  const observed =
    hit.length > 0
      ? `**${hit.length}**: ${hit.map(({ id }) => inline(id)).join(', ')}`
      : decided > 0
        ? `none observed in ${decided} adversarial ${decided === 1 ? 'scenario' : 'scenarios'}`
        : undefined;
  if (observed === undefined) return 'unknown: no adversarial scenario has a decision on record';
  return unknown === 0 ? observed : `${observed}; unknown for ${unknown} more without a decision`;
}

/** What was spent on running and judging, and on the report: two amounts that do not add up to a bill (seed 003). */
function credits({ report }: ExportedRun): string {
  const run = report.metrics.credits;
  return `${run === undefined ? 'not supplied' : run} for running and judging; ${report.credits} for the report`;
}
