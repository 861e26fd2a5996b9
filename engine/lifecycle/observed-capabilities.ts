import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { hookPhases } from '../../schemas/phase';
import type { LoadedProfile } from '../workspace/agent-files';
import { readStored, storedValue } from '../workspace/runs';
import { writeFileAtomically } from '../workspace/write-file';
import type { AttemptRecords } from './attempt-records';
import { observe } from './observation';

/** What hooks were seen to return. */
export interface ObservedCapabilities {
  multi_turn: boolean;
  calls: boolean;
  usage: boolean;
}

const ObservedFile = z.looseObject({
  revision: z.string(),
  at: z.string(),
  observed: z.object({ multi_turn: z.boolean(), calls: z.boolean(), usage: z.boolean() }),
});

/** What one attempt's records show. */
export function capabilitiesIn(records: AttemptRecords): ObservedCapabilities {
  const { calls, usage } = observe(records.hooks);
  return { multi_turn: records.conversation !== undefined, calls: calls !== undefined, usage: usage !== undefined };
}

/** What was seen at any time. */
export function anyObserved(list: ObservedCapabilities[]): ObservedCapabilities {
  return {
    multi_turn: list.some(({ multi_turn }) => multi_turn),
    calls: list.some(({ calls }) => calls),
    usage: list.some(({ usage }) => usage),
  };
}

/** Capabilities that a profile declares and that nothing showed, in words; undefined when there are none. */
export function declaredNotObserved(
  profile: LoadedProfile['profile'],
  observed: ObservedCapabilities,
): string | undefined {
  const names = (['multi_turn', 'calls', 'usage'] as const).filter(
    (name) => profile.capabilities[name] && !observed[name],
  );
  if (names.length === 0) return undefined;
  return `declared, not observed: profile ${profile.id} declares ${names.join(', ')}, and no hook of this run returned what shows it`;
}

/**
 * The revision that an observation belongs to: hooks, environment and scripts, but neither the profile's name nor its
 * capabilities, so that correcting a declaration does not make the observation old (behaviour §13).
 */
export async function observationRevision({ profile, scripts }: LoadedProfile): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([profile.id, profile.hooks, profile.env, profile.hookEnv]));
  for (const phase of hookPhases) {
    const script = scripts[phase];
    if (script !== undefined) hash.update(`\0${phase}\0`).update(await readFile(script));
  }
  return `sha256:${hash.digest('hex')}`;
}

/** Keeps what was observed beside the profile. What the same revision was seen to do before stays true. */
export async function keepObserved(
  profilesDir: string,
  loaded: LoadedProfile,
  seen: ObservedCapabilities,
): Promise<void> {
  const revision = await observationRevision(loaded);
  const earlier = await readObserved(profilesDir, loaded.profile.id);
  const known = earlier?.revision === revision ? earlier.observed : undefined;
  const observed = known ? anyObserved([known, seen]) : seen;
  if (known && JSON.stringify(known) === JSON.stringify(observed)) return;
  const content = { revision, at: new Date().toISOString(), observed };
  await writeFileAtomically(observedFile(profilesDir, loaded.profile.id), `${JSON.stringify(content, null, 2)}\n`);
}

/** What is kept of a profile's observations; undefined when there are none. */
export async function readObserved(
  profilesDir: string,
  profileId: string,
): Promise<z.infer<typeof ObservedFile> | undefined> {
  return storedValue(await readStored(observedFile(profilesDir, profileId), ObservedFile));
}

function observedFile(profilesDir: string, profileId: string): string {
  return join(profilesDir, '.observed', `${profileId}.json`);
}
