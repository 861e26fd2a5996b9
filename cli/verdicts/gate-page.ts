import { redWords } from '../../engine/report/exports/gate-block';
import type { GateReason, GateResult, GateTotals, RedKind } from '../../schemas/gate';
import { padTo, truncate } from '../terminal/display-width';
import type { Paper } from '../terminal/paper';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine } from '../terminal/visible-text';

/** Columns of a reason: the whole of it is in the document, and in the verdict. */
const widest = 400;

/** The decision of a gate in words: first whether it is open, then why, what was counted, and by which policy. */
export function gatePage(result: GateResult, { paint }: Paper): string {
  const { reasons, policy, totals } = result;
  const verdict = result.ok
    ? paint(['green', 'bold'], `Gate open: ${totals?.passed ?? 0} of ${totals?.planned ?? 0} passed.`)
    : `${paint(['red', 'bold'], 'Gate closed')}: ${sentence(shown(result.error ?? ''))}`;
  const lines = [verdict];
  if (result.kind) lines.push(`  ${capital(redWords(result.kind))}. ${whatToDo(result.kind)}`);
  lines.push('', ...(reasons.length > 0 ? [...reasons.flatMap(reasonLines), ''] : []));
  if (totals) lines.push(...countLines(totals), '');
  if (result.run_id !== undefined) lines.push(`Run      ${shown(result.run_id)}`);
  if (result.dir !== undefined) lines.push(`Evidence ${shown(shownPath(result.dir))}`);
  const { comparison } = result;
  if (comparison)
    lines.push(
      `Base     ${shown(comparison.base)}: ${comparison.newly_failing.length} newly failing, ${comparison.newly_unverifiable.length} not verifiable any more, ${comparison.fixed.length} fixed, ${comparison.flaky.length} flaky, ${comparison.redefined.length} redefined`,
    );
  const source = policy.source === policy.name ? '' : ` (${shown(policy.source)})`;
  lines.push(`Policy   ${shown(policy.name)}${source}`, ...policy.rules.map((rule) => `- ${shown(rule)}`));
  return lines.map((line) => `${line}\n`).join('');
}

/** What a kind of red calls for (seed 004): only a finding says something about the agent. */
function whatToDo(kind: RedKind): string {
  switch (kind) {
    case 'setup':
      return 'Mend the setup first: this says nothing about the agent.';
    case 'incomplete':
      return 'Let the run come to its end: what it has so far decides nothing.';
    case 'inconsistent':
      return 'Do not rely on any count in it: see which file is stale, torn or changed.';
    case 'finding':
      return 'Read the verdicts and their evidence.';
    case 'blocked':
      return 'This is no failure of the agent: it is what the policy does not accept.';
    default:
      return kind satisfies never;
  }
}

/** A reason and its remedy, each on one line that does not begin with words of an agent: runners read commands there. */
function reasonLines({ message, remedy }: GateReason): string[] {
  return [`- ${shown(message)}`, ...(remedy === undefined ? [] : [`  > ${shown(remedy)}`])];
}

/** Every count on a line of its own, so that Unable to Verify is never summed up with anything else. */
function countLines(totals: GateTotals): string[] {
  const counts: [name: string, count: number][] = [
    ['Planned', totals.planned],
    ['Executed', totals.executed],
    ['Pass', totals.passed],
    ['Fail', totals.failed],
    ['Unable to Verify', totals.unverifiable],
    ['Unjudged', totals.unjudged],
    ['Not run', totals.not_run],
    ['Unrunnable', totals.unrunnable],
  ];
  return counts.map(([name, count]) => `${padTo(name, 18)}${count}`);
}

/** Text that may be an agent's, on one line; `##[…]` would be a command to the runner of a pipeline. */
function shown(text: string): string {
  return truncate(visibleInOneLine(text), widest).replaceAll('##[', '# #[');
}

function sentence(text: string): string {
  return /[.!?…]"?$/.test(text) ? text : `${text}.`;
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
