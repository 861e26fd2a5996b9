import type { FailureChanges } from '../../engine/report/comparison/criterion-changes';
import type { Compared } from '../../engine/report/comparison/read-compared';
import {
  type Change,
  type Comparison,
  type ComparisonGroup,
  comparisonGroups,
  type StandingStatus,
} from '../../schemas/comparison';
import { displayWidth, padTo, truncate } from '../terminal/display-width';
import type { Style } from '../terminal/paint';
import type { Paper } from '../terminal/paper';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine } from '../terminal/visible-text';
import { wrap } from '../terminal/wrap';

export interface ComparisonPage {
  comparison: Comparison;
  base: Compared;
  head: Compared;
  /** What differs beneath the scenarios that fail, where the records say it. */
  failures: ReadonlyMap<string, FailureChanges>;
}

const widestId = 24;
const widestTitle = 48;
/** Criteria of one scenario that are shown; the rest is counted and stands in verdict.yaml. */
const mostCriteria = 8;

/** Two runs as a person compares them: the groups that have someone in them, then what it comes to. */
export function comparisonPage(page: ComparisonPage, paper: Paper): string {
  const { comparison, base, head } = page;
  const lines = [`Base  ${runWords(base)}`, `Head  ${runWords(head)}`];
  for (const group of comparisonGroups) {
    const changes = comparison[group];
    if (changes.length === 0) continue;
    const { name, style } = groupWords(group);
    lines.push('', paper.paint(style, `${name} (${changes.length})`), ...changeLines(changes, page, paper));
  }
  lines.push('', ...wrap(closing(page), paper.width));
  return lines.map((line) => `${line}\n`).join('');
}

function runWords({ standings, stored, from }: Compared): string {
  return `${visibleInOneLine(standings.run)}${stored ? '' : `, from ${visibleInOneLine(shownPath(from))}`}`;
}

function groupWords(group: ComparisonGroup): { name: string; style: Style } {
  switch (group) {
    case 'newly_failing':
      return { name: 'Newly failing', style: ['red', 'bold'] };
    case 'still_failing':
      return { name: 'Still failing', style: 'red' };
    case 'fixed':
      return { name: 'Fixed', style: 'green' };
    case 'newly_unverifiable':
      return { name: 'Decided before, and not any more', style: 'yellow' };
    case 'flaky':
      return { name: 'Flaky: flips on an unchanged definition, or attempts disagree', style: 'yellow' };
    case 'redefined':
      return { name: 'Redefined: the definition changed, so its history is not comparable', style: 'bold' };
    case 'added':
      return { name: 'Only in head', style: 'bold' };
    case 'removed':
      return { name: 'Only in base', style: 'bold' };
    default:
      return group satisfies never;
  }
}

function changeLines(changes: readonly Change[], { head, failures }: ComparisonPage, paper: Paper): string[] {
  const cells = changes.map((change) => ({
    change,
    id: truncate(visibleInOneLine(change.scenario_id), widestId),
    title: truncate(visibleInOneLine(change.title), widestTitle),
  }));
  const idWidth = Math.max(...cells.map(({ id }) => displayWidth(id)));
  const titleWidth = Math.max(...cells.map(({ title }) => displayWidth(title)));
  const compromised = new Set(
    head.standings.scenarios.filter((standing) => standing.compromised).map(({ scenario_id }) => scenario_id),
  );
  return cells.flatMap(({ change, id, title }) => {
    const remarks = [
      ...(compromised.has(change.scenario_id) ? ['compromised'] : []),
      ...(change.flaky ? ['attempts disagree'] : []),
      ...(change.definition_unknown ? ['definition not on record'] : []),
    ];
    const words = [step(change.base, change.head), ...remarks].join(', ');
    const row = `  ${paper.paint('bold', padTo(id, idWidth))}  ${padTo(title, titleWidth)}  ${words}`;
    return [row, ...failureLines(failures.get(change.scenario_id), idWidth + 4, paper)];
  });
}

function failureLines(failure: FailureChanges | undefined, indent: number, { width, paint }: Paper): string[] {
  if (!failure) return [];
  const { criteria, forbidden } = failure;
  const margin = ' '.repeat(indent);
  const room = Math.max(20, width - indent);
  const lines = criteria.slice(0, mostCriteria).flatMap(({ criterion_id, criterion, base, head, achieved }) => {
    const what = `${criterion_id}: ${criterion} (${step(base, head)})`;
    const found = achieved === undefined || head === 'Pass' ? [] : wrap(visibleInOneLine(achieved), room - 2, 2);
    return [...wrap(visibleInOneLine(what), room, 3), ...found.map((line) => paint('dim', `  ${line}`))];
  });
  if (criteria.length > mostCriteria) lines.push(`… and ${criteria.length - mostCriteria} more, in verdict.yaml`);
  for (const hit of forbidden) lines.push(...wrap(visibleInOneLine(`forbidden, and new: ${hit}`), room, 2));
  return lines.map((line) => `${margin}${line}`);
}

function step(base: StandingStatus | null, head: StandingStatus | null): string {
  const words = [base, head].flatMap((status) => (status === null ? [] : statusName(status)));
  return words.join(' → ');
}

function statusName(status: StandingStatus): string {
  switch (status) {
    case 'Pass':
    case 'Fail':
    case 'Unable to Verify':
      return status;
    case 'unjudged':
      return 'Not judged';
    case 'not_run':
      return 'Not run';
    case 'unrunnable':
      return 'Cannot run';
    default:
      return status satisfies never;
  }
}

/** What it comes to. Scenarios in no group are named by what is known of them: nothing is fixed that did not fail. */
function closing({ comparison, base, head }: ComparisonPage): string {
  const before = new Map(base.standings.scenarios.map((standing) => [standing.scenario_id, standing.status]));
  const grouped = new Set(comparisonGroups.flatMap((group) => comparison[group].map(({ scenario_id }) => scenario_id)));
  const rest = head.standings.scenarios.filter(({ scenario_id }) => !grouped.has(scenario_id));
  const decidedNow = rest.filter(({ scenario_id, status }) => status === 'Pass' && before.get(scenario_id) !== 'Pass');
  const counts: [count: number, words: string][] = [
    ...comparisonGroups
      .filter((group) => group !== 'added' && group !== 'removed')
      .map((group): [number, string] => [comparison[group].length, group.replace('_', ' ')]),
    [decidedNow.length, 'passing that could not be decided before'],
    [rest.length - decidedNow.length, 'as before'],
  ];
  const told = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  const shared = head.standings.scenarios.length - comparison.added.length;
  const both = `${shared} ${shared === 1 ? 'scenario is' : 'scenarios are'} in both runs`;
  return `${failing(comparison.newly_failing.length)} ${[both, told.join(', ')].filter((part) => part !== '').join(': ')}.`;
}

function failing(count: number): string {
  if (count === 0) return 'Nothing newly fails.';
  return count === 1 ? '1 scenario newly fails.' : `${count} scenarios newly fail.`;
}
