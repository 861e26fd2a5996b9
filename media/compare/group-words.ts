import { type ComparisonGroup, comparisonGroups } from '../../schemas/comparison';
import type { CompareView } from '../../schemas/panel-view';
import type { IconName } from '../frame/icon';
import type { StatusLook } from '../verdict/status';

/** What a group of a comparison is called, what it means, and how it looks. */
export interface GroupWords {
  name: string;
  meaning: string;
  icon: IconName;
  tone: StatusLook['tone'];
}

export function groupWords(group: ComparisonGroup): GroupWords {
  switch (group) {
    case 'newly_failing':
      return { name: 'Newly failing', meaning: 'Fails now, and did not before.', icon: 'error', tone: 'fail' };
    case 'still_failing':
      return { name: 'Still failing', meaning: 'Failed before, and fails now.', icon: 'error', tone: 'fail' };
    case 'fixed':
      return { name: 'Fixed', meaning: 'Failed before, and passes now.', icon: 'pass', tone: 'pass' };
    case 'newly_unverifiable':
      return {
        name: 'Newly unverifiable',
        meaning: 'Was decided before, and is not any more: no failure, and no pass.',
        icon: 'question',
        tone: 'unable',
      };
    case 'flaky':
      return {
        name: 'Flaky',
        meaning: 'Flips on an unchanged definition, as it did before, or its attempts disagree.',
        icon: 'sync',
        tone: 'unable',
      };
    case 'redefined':
      return {
        name: 'Redefined',
        meaning: 'Its definition changed between the runs, so the two verdicts are about different things.',
        icon: 'file-code',
        tone: 'muted',
      };
    case 'added':
      return { name: 'Added', meaning: 'Only in head.', icon: 'expand-all', tone: 'muted' };
    case 'removed':
      return { name: 'Removed', meaning: 'Only in base.', icon: 'collapse-all', tone: 'muted' };
    default:
      return group satisfies never;
  }
}

/** The group in which a scenario stands; undefined when nothing worth telling has changed. */
export function groupOf({ comparison }: CompareView, scenarioId: string): ComparisonGroup | undefined {
  return comparisonGroups.find((group) => comparison[group].some(({ scenario_id }) => scenario_id === scenarioId));
}

/** What it all comes to, in one line; what was compromised comes first. */
export function headlineOf({ comparison, compromised }: CompareView): string {
  const parts = comparisonGroups
    .filter((group) => comparison[group].length > 0)
    .map((group) => `${comparison[group].length} ${groupWords(group).name.toLowerCase()}`);
  const told = [...(compromised.length > 0 ? [`${compromised.length} compromised`] : []), ...parts].join(', ');
  return told === '' ? 'Nothing changed' : told;
}

/** What became of the scenarios that stand in no group. */
export function restWords({ comparison, shared, newlyDecided }: CompareView): string {
  const inBoth = comparisonGroups.filter((group) => group !== 'added' && group !== 'removed');
  const grouped = inBoth.reduce((sum, group) => sum + comparison[group].length, 0);
  const same = shared - grouped - newlyDecided;
  const both = `${shared} ${shared === 1 ? 'scenario is' : 'scenarios are'} in both runs`;
  const told = [
    ...(newlyDecided > 0 ? [`${newlyDecided} passing that could not be decided before`] : []),
    ...(same > 0
      ? [
          `${same === shared ? (same === 1 ? 'it stands' : 'all stand') : `${same} stand${same === 1 ? 's' : ''}`} as before`,
        ]
      : []),
  ];
  return `${[both, ...told].join('; ')}.`;
}
