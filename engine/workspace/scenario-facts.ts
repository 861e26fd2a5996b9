import * as z from 'zod';
import { ScenarioCategory, ScenarioClass } from '../../schemas/scenario';
import { readSections } from './record-sections';
import { readScenarioText } from './scenario-file';

/** What a list says of a scenario. */
export interface ScenarioFacts {
  title: string;
  featureId?: string;
  class?: ScenarioClass;
  category?: ScenarioCategory;
}

/** The entries that are looked for; each may be missing. */
const facts = {
  title: z.string().min(1),
  feature_id: z.string().nullable(),
  class: ScenarioClass.nullable(),
  category: ScenarioCategory.nullable(),
};

/**
 * Title, feature, class and category of a scenario's text, without reading its criteria, which takes a hundred times as
 * long: a run has a thousand copies. Such a text could run, so it is only read as a whole when an entry is not written plainly.
 * @param text undefined when there is none: then its id is all that is known.
 */
export function scenarioFacts(text: string | undefined, id: string): ScenarioFacts {
  if (text === undefined) return { title: id };
  const written = Object.entries(facts).filter(([key]) => new RegExp(`^${key}:`, 'm').test(text));
  const read = readSections(text, `${id}.yaml`, z.object(Object.fromEntries(written)));
  const found = read && z.object(facts).partial().safeParse(read).data;
  if (found?.title === undefined) return wholeFacts(text, id);
  return {
    title: found.title,
    ...(found.feature_id && { featureId: found.feature_id }),
    ...(found.class && { class: found.class }),
    ...(found.category && { category: found.category }),
  };
}

function wholeFacts(text: string, id: string): ScenarioFacts {
  const { scenario } = readScenarioText(text, `${id}.yaml`, { snapshot: true });
  return {
    title: scenario?.title ?? id,
    ...(scenario?.featureId && { featureId: scenario.featureId }),
    ...(scenario?.class && { class: scenario.class }),
    ...(scenario?.category && { category: scenario.category }),
  };
}
