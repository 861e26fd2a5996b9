import type { GateReason, GateTotals } from '../../schemas/gate';
import { clusterKinds } from '../../schemas/report';
import { asRecord } from '../workspace/plain-value';
import { reason, wrong } from './evidence';

/** A scenario that a report names as having come out badly. */
export interface ClusteredScenario {
  kind: (typeof clusterKinds)[number];
  id: string;
  summary: string;
}

export interface ClustersReading {
  scenarios: ClusteredScenario[];
  /** Clusters of the kind `compromised`, whether they name scenarios or not. */
  compromised: number;
  reasons: GateReason[];
}

/**
 * Reads the clusters of a report. They must be a list, each of a known kind, and must not name more scenarios than the
 * totals count: a report whose parts disagree is not to be believed in any part.
 */
export function readClusters(value: unknown, where: string, totals: GateTotals | undefined): ClustersReading {
  const reading: ClustersReading = { scenarios: [], compromised: 0, reasons: [] };
  const fault = (message: string): void => {
    reading.reasons.push(reason('inconsistent', `${where}: ${message}`));
  };
  if (!Array.isArray(value)) {
    fault(wrong('clusters', value, 'a list'));
    return reading;
  }
  for (const [index, entry] of value.entries()) {
    const kind = clusterKinds.find((one) => one === asRecord(entry)?.kind);
    if (!kind) {
      fault(wrong(`clusters[${index}].kind`, asRecord(entry)?.kind, `one of ${clusterKinds.join(', ')}`));
      continue;
    }
    if (kind === 'compromised') reading.compromised++;
    const listed = asRecord(entry)?.scenarios ?? [];
    if (!Array.isArray(listed)) {
      fault(wrong(`clusters[${index}].scenarios`, listed, 'a list'));
      continue;
    }
    for (const [at, scenario] of listed.entries()) {
      const { scenario_id: id, summary } = asRecord(scenario) ?? {};
      if (typeof id !== 'string' || id === '')
        fault(wrong(`clusters[${index}].scenarios[${at}].scenario_id`, id, 'the id of a scenario'));
      else reading.scenarios.push({ kind, id, summary: typeof summary === 'string' ? summary : '' });
    }
  }
  if (totals) for (const message of contradictions(value, reading, totals)) fault(message);
  return reading;
}

function contradictions(clusters: unknown[], { scenarios }: ClustersReading, totals: GateTotals): string[] {
  const found: string[] = [];
  for (const [kind, count] of [
    ['failed', totals.failed],
    ['unverifiable', totals.unverifiable],
  ] as const) {
    const named = new Set(scenarios.filter((one) => one.kind === kind).map(({ id }) => id)).size;
    const any = clusters.some((entry) => asRecord(entry)?.kind === kind);
    if (any && count === 0) found.push(`it has a cluster of kind ${kind}, but totals.${kind} is 0`);
    else if (named > count)
      found.push(`its clusters of kind ${kind} name ${named} scenarios, but totals.${kind} is ${count}`);
  }
  return found;
}
