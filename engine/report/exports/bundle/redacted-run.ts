import type { ExportedRun } from '../exported-run';
import type { Redaction } from '../redaction';
import { ownWords } from './own-words';
import type { RedactedNames } from './redacted-names';

/** A run as it may leave, and what its scenarios are called here. */
export interface RedactedRun {
  run: ExportedRun;
  /** The id on disk of a scenario by the one it has now. */
  originalId: ReadonlyMap<string, string>;
}

/**
 * Everything that reports are made from, masked before they are made: a report cuts long texts, and what is left of a secret
 * that was cut in two could not be found any more. Paths of this machine become those in the bundle.
 */
export async function redactedRun(run: ExportedRun, redaction: Redaction, names: RedactedNames): Promise<RedactedRun> {
  const originalId = new Map<string, string>();
  for (const { id } of run.outcomes) originalId.set(await names.name(id), id);
  const nameOf = new Map([...originalId].map(([name, id]) => [id, name]));
  const rename = (id: string): string => nameOf.get(id) ?? id;
  const { placeOf, gate: _decided, comparison: _compared, ...data } = run;
  const folder = await names.name(run.id);
  const named = {
    ...data,
    outcomes: data.outcomes.map((outcome) => ({ ...outcome, id: rename(outcome.id) })),
    report: {
      ...data.report,
      clusters: data.report.clusters.map((cluster) => ({
        ...cluster,
        scenarios: cluster.scenarios.map((one) => ({ ...one, scenario_id: rename(one.scenario_id) })),
      })),
    },
  };
  const masked = await redaction.value(named, undefined, ownWords());
  const placeFiles = new Map<string, string>();
  for (const { id } of [...run.outcomes, ...run.unrunnable]) {
    const file = placeOf(id)?.file;
    if (file !== undefined) placeFiles.set(file, await names.path(file));
  }
  return {
    run: {
      ...masked,
      id: folder,
      dir: folder,
      dirInRepository: folder,
      // Names are masked already, and as they stand in the bundle.
      outcomes: masked.outcomes.map((outcome, index) => ({ ...outcome, id: named.outcomes[index]?.id ?? outcome.id })),
      placeOf: (id, criterionId) => {
        const place = placeOf(originalId.get(id) ?? id, criterionId);
        const file = place && placeFiles.get(place.file);
        return place && file !== undefined ? { ...place, file } : undefined;
      },
    },
    originalId,
  };
}
