import { visibleText } from '../engine/report/text/visible-characters';
import type { Cluster, Report } from '../schemas/report';
import { forTerminal } from './run-output';

/**
 * What a judge model says of a run and of its clusters, for the output of the run; nothing when it was not asked. Its words
 * may be the agent's: no control character gets to the terminal.
 */
export function rootCauseLines({ clusters, narrative, next = [] }: Report): string {
  const lines = [
    ...(narrative === undefined ? [] : [narrative]),
    ...clusters.flatMap(clusterLines),
    ...next.map((step) => `Next: ${step}`),
  ];
  return lines.map((line) => forTerminal(`${visibleText(line)}\n`)).join('');
}

function clusterLines({ cause, remedy, confidence, fault, where, scenarios }: Cluster): string[] {
  if (cause === undefined) return [];
  const ids = scenarios.map(({ scenario_id }) => scenario_id).join(', ');
  const notes = [fault, where, confidence && `${confidence} confidence`].filter(Boolean).join(', ');
  return [`Cause of ${ids}: ${cause}${notes === '' ? '' : ` (${notes})`}`, ...(remedy ? [`  Remedy: ${remedy}`] : [])];
}
