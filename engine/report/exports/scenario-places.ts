import { basename, extname } from 'node:path';
import type { DocumentPath } from '../../../schemas/criterion';
import { asRecord } from '../../workspace/plain-value';
import { readTextIfPresent } from '../../workspace/read-text';
import { readScenarioText, type ScenarioReading } from '../../workspace/scenario-file';
import { yamlFiles } from '../../workspace/workspace';
import type { ScenarioPlace } from './exported-run';
import { repositoryPath } from './repository';

/** An agent's scenarios as they are today, for the titles and places that a run's records do not have. */
export interface TodaysScenarios {
  titleOf(id: string): string | undefined;
  /** Categories of the scenarios, one for each that has one. */
  categories: string[];
  placeOf(id: string, criterionId?: string): ScenarioPlace | undefined;
}

/**
 * Reads where the scenarios of an agent, and what they demand, stand today. The file that is named like an id counts.
 * @param root the folder that the paths are relative to.
 */
export async function todaysScenarios(scenariosDir: string, root: string): Promise<TodaysScenarios> {
  const readings = new Map<string, ScenarioReading>();
  for (const file of await yamlFiles(scenariosDir)) {
    const text = await readTextIfPresent(file);
    if (text !== undefined) readings.set(basename(file, extname(file)), readScenarioText(text, file));
  }
  return {
    categories: [...readings.values()].flatMap(({ scenario }) => scenario?.category ?? []),
    titleOf: (id) => readings.get(id)?.title,
    placeOf: (id, criterionId) => {
      const reading = readings.get(id);
      if (!reading) return undefined;
      const path = criterionId === undefined ? ['title'] : pathOf(reading, criterionId);
      const { line, column } = reading.document.locate({ code: '', severity: 'hint', message: '', path, at: 'key' });
      return { file: repositoryPath(root, reading.document.file), line, column };
    },
  };
}

/** The place of a criterion by the names of behaviour §12; that of the scenario when it does not have it any more. */
function pathOf({ scenario, document }: ScenarioReading, criterionId: string): DocumentPath {
  const [, prefix, number = ''] = /^(CALL|VERIFY|FORBIDDEN)-(\d+)$/.exec(criterionId) ?? [];
  const own = scenario?.criteria.find(({ id }) => id === criterionId);
  if (own) return own.path;
  switch (prefix) {
    case 'CALL':
      return scenario?.calls[Number(number) - 1]?.path ?? ['title'];
    case 'VERIFY':
      return ['verification_requires'];
    case 'FORBIDDEN':
      return asRecord(document.value)?.forbidden == null ? ['expectation', 'forbidden'] : ['forbidden'];
    default:
      return criterionId === 'COMPROMISED' ? ['redteam', 'success_signals'] : ['title'];
  }
}
