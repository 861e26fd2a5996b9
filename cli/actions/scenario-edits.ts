import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { readScenarios, type ScenarioEntry } from '../../engine/workspace/agent-files';
import { withExcluded } from '../../engine/workspace/excluded';
import { writeFileAtomically } from '../../engine/workspace/write-file';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { locateAgent } from '../locate';

export type ScenarioVerb = 'exclude' | 'include' | 'delete';

const done: Record<ScenarioVerb, string> = { exclude: 'Excluded', include: 'Included', delete: 'Deleted' };

/**
 * `rook scenarios exclude | include | delete` (behaviour §10). Ids that exist are worked on; unknown ones
 * are listed, and make the command fail.
 */
export async function editScenarios(
  verb: ScenarioVerb,
  ids: string[],
  flags: { yes?: boolean },
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const entries = await readScenarios(place.value.agent);
  const unknown = ids.filter((id) => !entries.some((entry) => entry.id === id));
  if (verb === 'delete' && !flags.yes)
    return refuse('deleting removes the files of scenarios for good', 'Say so with --yes. Nothing was deleted.');
  const changed: string[] = [];
  for (const entry of entries.filter(({ id }) => ids.includes(id))) {
    const edited = await edit(verb, entry);
    if (!edited.ok) return edited;
    if (edited.value) changed.push(entry.id);
  }
  const lines = [changed.length > 0 ? `${done[verb]} ${changed.join(', ')}.` : 'Nothing was changed.'];
  const complete = unknown.length === 0;
  const error = `there is no scenario ${unknown.join(', ')}`;
  const remedy = `The scenarios are ${entries.map(({ id }) => id).join(', ')}.`;
  if (!complete) lines.push(`error: ${error}`, remedy);
  return ok({
    document: { ok: complete, verb, changed, unknown, ...(!complete && { error, remedy }) },
    text: () => `${lines.join('\n')}\n`,
    ...(!complete && { exitCode: 1 }),
  });
}

/** @returns whether the file is not what it was. */
async function edit(verb: ScenarioVerb, { file, text }: ScenarioEntry): Promise<Result<boolean>> {
  if (verb === 'delete') {
    await rm(file);
    return ok(true);
  }
  const edited = withExcluded(text, basename(file), verb === 'exclude');
  if (!edited.ok) return edited;
  if (edited.value === text) return ok(false);
  await writeFileAtomically(file, edited.value);
  return ok(true);
}
