import { stringify } from 'yaml';
import type { ScenarioEntry } from '../../../engine/workspace/agent-files';
import { readScenarioText } from '../../../engine/workspace/scenario-file';
import { type Profile, ProfileFile, toProfile } from '../../../schemas/profile';

const plain = {
  title: 'A greeting',
  goal: 'Say hello.',
  acceptance_criteria: [{ statement: 'The answer greets.', check: 'contains', value: 'hello' }],
  class: 'functional',
  category: 'happy_path',
};

/** An entry as readScenarios gives it, for a scenario that is fine but for the changes. */
export function entryOf(id: string, changes: Record<string, unknown> = {}): ScenarioEntry {
  const text = stringify({ local_id: id, ...plain, ...changes });
  const file = `scenarios/${id}.yaml`;
  const { document: _document, ...reading } = readScenarioText(text, file);
  return { ...reading, file, text };
}

/** A profile with an execute hook and the changes. */
export function profileWith(changes: object = {}): Profile {
  return toProfile(ProfileFile.parse({ id: 'local', hooks: { execute: 'a.mjs' }, ...changes }));
}
