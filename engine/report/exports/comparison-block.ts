import {
  type Change,
  type Comparison,
  type ComparisonGroup,
  comparisonGroups,
  type StandingStatus,
} from '../../../schemas/comparison';
import { inline } from './markdown-blocks';

/** The groups of a comparison that have something in them, in their order. */
export function comparisonBlock(comparison: Comparison): string {
  const groups = comparisonGroups.flatMap((group) => {
    const changes = comparison[group];
    if (changes.length === 0) return [];
    const lines = changes.map(changeLine);
    return [`**${groupWords(group)}** (${changes.length})\n\n${lines.join('\n')}`];
  });
  return [
    '### Compared with an earlier run',
    `Base ${inline(comparison.base)}, head ${inline(comparison.head)}.`,
    ...(comparison.notes ?? []).map((note) => inline(note)),
    ...(groups.length > 0 ? groups : ['Nothing differs.']),
  ].join('\n\n');
}

function changeLine({ scenario_id: id, title, base, head, flaky, definition_unknown: unknown }: Change): string {
  const limits = [
    ...(flaky ? ['attempts disagree'] : []),
    ...(unknown ? ['whether its definition changed is unknown'] : []),
  ];
  const more = limits.length === 0 ? '' : ` (${limits.join('; ')})`;
  return `- ${inline(id)} ${inline(title)}: ${standingWords(base)} → ${standingWords(head)}${more}`;
}

/** A group of a comparison in words. */
export function groupWords(group: ComparisonGroup): string {
  switch (group) {
    case 'newly_failing':
      return 'Newly failing';
    case 'still_failing':
      return 'Still failing';
    case 'fixed':
      return 'Fixed';
    case 'newly_unverifiable':
      return 'Not verifiable any more';
    case 'flaky':
      return 'Flaky: it flipped, and its definition is the same';
    case 'redefined':
      return 'Redefined: not comparable';
    case 'added':
      return 'Added';
    case 'removed':
      return 'Removed';
    default:
      return group satisfies never;
  }
}

/** How a scenario stands in words; null where it is not in a run. */
export function standingWords(standing: StandingStatus | null): string {
  switch (standing) {
    case 'unjudged':
      return 'not judged';
    case 'not_run':
      return 'not run';
    case 'unrunnable':
      return 'cannot run';
    case null:
      return 'absent';
    case 'Pass':
    case 'Fail':
    case 'Unable to Verify':
      return standing;
    default:
      return standing satisfies never;
  }
}
