import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { type HookPhase, hookPhases } from '../../schemas/phase';
import type { Profile } from '../../schemas/profile';

/** What hooks were seen to return. */
export interface ObservedCapabilities {
  multi_turn: boolean;
  calls: boolean;
  usage: boolean;
}

/** `profiles/.observed/<id>.json` (behaviour §14). */
export const ObservedFile = z.looseObject({
  revision: z.string(),
  at: z.string(),
  observed: z.object({ multi_turn: z.boolean(), calls: z.boolean(), usage: z.boolean() }),
});
export type ObservedFile = z.infer<typeof ObservedFile>;

/** Where what was observed of a profile is kept. */
export function observedFile(profilesDir: string, profileId: string): string {
  return join(profilesDir, '.observed', `${profileId}.json`);
}

/**
 * The revision that an observation belongs to: hooks, environment and scripts, but neither the profile's name nor its
 * capabilities, so that correcting a declaration does not make the observation old (behaviour §13).
 * @param scripts what is in the script of each phase that has one.
 */
export function revisionOf(
  { id, hooks, env, hookEnv }: Profile,
  scripts: Partial<Record<HookPhase, Buffer | string>>,
): string {
  const hash = createHash('sha256').update(JSON.stringify([id, hooks, env, hookEnv]));
  for (const phase of hookPhases) {
    const content = scripts[phase];
    if (content !== undefined) hash.update(`\0${phase}\0`).update(content);
  }
  return `sha256:${hash.digest('hex')}`;
}
