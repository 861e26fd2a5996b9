import { readFile } from 'node:fs/promises';
import { type HookPhase, hookPhases } from '../../schemas/phase';
import type { LoadedProfile } from '../workspace/agent-files';
import { type ObservedCapabilities, ObservedFile, observedFile, revisionOf } from '../workspace/observed-file';
import { readStored, storedValue } from '../workspace/runs';
import { writeFileAtomically } from '../workspace/write-file';
import type { AttemptRecords } from './attempt-records';
import { observe } from './observation';

export type { ObservedCapabilities } from '../workspace/observed-file';

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

/** The revision of a profile and its scripts as they are on disk now. */
export async function observationRevision({ profile, scripts }: LoadedProfile): Promise<string> {
  const contents: Partial<Record<HookPhase, Buffer>> = {};
  for (const phase of hookPhases) {
    const script = scripts[phase];
    if (script !== undefined) contents[phase] = await readFile(script);
  }
  return revisionOf(profile, contents);
}

/** Keeps what was observed beside the profile. What the same revision was seen to do before stays true. */
export async function keepObserved(
  profilesDir: string,
  loaded: LoadedProfile,
  seen: ObservedCapabilities,
): Promise<void> {
  const revision = await observationRevision(loaded);
  const known = await observedOf(profilesDir, loaded, revision);
  const observed = known ? anyObserved([known, seen]) : seen;
  if (known && JSON.stringify(known) === JSON.stringify(observed)) return;
  const content = { revision, at: new Date().toISOString(), observed };
  await writeFileAtomically(observedFile(profilesDir, loaded.profile.id), `${JSON.stringify(content, null, 2)}\n`);
}

/** What hooks and scripts as they are now were seen to do; undefined when these have not been run yet. */
export async function observedOf(
  profilesDir: string,
  loaded: LoadedProfile,
  revision?: string,
): Promise<ObservedCapabilities | undefined> {
  const kept = await readObserved(profilesDir, loaded.profile.id);
  return kept && kept.revision === (revision ?? (await observationRevision(loaded))) ? kept.observed : undefined;
}

/** What is kept of a profile's observations, of whichever revision; undefined when there are none. */
export async function readObserved(profilesDir: string, profileId: string): Promise<ObservedFile | undefined> {
  return storedValue(await readStored(observedFile(profilesDir, profileId), ObservedFile));
}
