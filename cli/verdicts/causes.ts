import type { Cluster } from '../../schemas/report';
import type { Paper } from '../terminal/paper';
import { visibleInOneLine } from '../terminal/visible-text';
import { wrap } from '../terminal/wrap';
import type { RunRows } from './rows';

/**
 * Causes that several scenarios share, those of scenarios whose records are not here, and those that a judge model has
 * found. Another cause of one scenario that stands in the table says nothing new.
 */
export function sharedCauses(clusters: Cluster[], rows: RunRows, paper: Paper): string {
  const shown = new Set(rows.map(({ id }) => id));
  const telling = clusters.filter(
    ({ scenarios, cause }) =>
      cause !== undefined || scenarios.length > 1 || scenarios.some(({ scenario_id }) => !shown.has(scenario_id)),
  );
  const lines = telling.flatMap((cluster) => {
    const ids = cluster.scenarios.map(({ scenario_id }) => scenario_id).join(', ');
    const [first = '', ...more] = wrap(visibleInOneLine(`${cluster.why}: ${ids}`), paper.width - 4);
    return [
      `  ${paper.paint(cluster.kind === 'unverifiable' ? 'yellow' : 'red', '•')} ${first}`,
      ...more.map((line) => `    ${line}`),
      ...rootCause(cluster, paper),
    ];
  });
  return lines.length === 0
    ? ''
    : ['', `  ${paper.paint('dim', 'Causes')}`, ...lines].map((line) => `${line}\n`).join('');
}

/** What a judge model says of a cluster, beneath it. */
function rootCause({ cause, remedy, confidence, fault, where }: Cluster, paper: Paper): string[] {
  if (cause === undefined) return [];
  const notes = [
    ...(fault === undefined ? [] : [`fault: ${fault}`]),
    ...(where === undefined ? [] : [`at ${where}`]),
    ...(confidence === undefined ? [] : [`confidence: ${confidence}`]),
  ];
  const said = notes.length === 0 ? cause : `${cause} (${notes.join(', ')})`;
  return [...hanging('Cause', said, paper), ...(remedy === undefined ? [] : hanging('Remedy', remedy, paper))];
}

const labelWidth = 7;

function hanging(label: string, text: string, paper: Paper): string[] {
  const lines = wrap(visibleInOneLine(text), paper.width - 4 - labelWidth);
  return lines.map(
    (line, index) =>
      `    ${index === 0 ? paper.paint('dim', label.padEnd(labelWidth)) : ' '.repeat(labelWidth)}${line}`,
  );
}
