import type { Cluster } from '../../schemas/report';
import type { Paper } from '../terminal/paper';
import { visibleInOneLine } from '../terminal/visible-text';
import { wrap } from '../terminal/wrap';
import type { RunRows } from './rows';

/**
 * Causes that several scenarios share, and those of scenarios whose records are not here. A cause of one scenario that
 * stands in the table says nothing new.
 */
export function sharedCauses(clusters: Cluster[], rows: RunRows, paper: Paper): string {
  const shown = new Set(rows.map(({ id }) => id));
  const telling = clusters.filter(
    ({ scenarios }) => scenarios.length > 1 || scenarios.some(({ scenario_id }) => !shown.has(scenario_id)),
  );
  const lines = telling.flatMap((cluster) => {
    const ids = cluster.scenarios.map(({ scenario_id }) => scenario_id).join(', ');
    const [first = '', ...more] = wrap(visibleInOneLine(`${cluster.why}: ${ids}`), paper.width - 4);
    return [
      `  ${paper.paint(cluster.kind === 'unverifiable' ? 'yellow' : 'red', '•')} ${first}`,
      ...more.map((line) => `    ${line}`),
    ];
  });
  return lines.length === 0
    ? ''
    : ['', `  ${paper.paint('dim', 'Causes')}`, ...lines].map((line) => `${line}\n`).join('');
}
