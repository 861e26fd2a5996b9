import { basename, join } from 'node:path';
import type { Profile } from '../../../schemas/profile';
import { FeatureFile } from '../../../schemas/workspace';
import { agentLayout } from '../layout';
import { firstText } from '../plain-value';
import { readProfileText } from '../profile-file';
import { parseYaml } from '../yaml-document';
import type { Derivation, FileView } from './file-view';

const pointer: Derivation<string> = { of: (text) => text.trim() };
const profile: Derivation<Profile | undefined> = { of: (text, path) => readProfileText(text, path).profile };

/** Names of the YAML files in a folder, without their ending. A name can stand twice: with `.yaml` and with `.yml`. */
export function yamlNames(files: FileView, folder: string): string[] {
  return files
    .names(folder)
    .filter((name) => /^[^.].*\.ya?ml$/.test(name))
    .map((name) => name.replace(/\.ya?ml$/, ''));
}

/** The id in a pointer file; undefined when there is none or it is blank. */
export function pointerIn(files: FileView, path: string): string | undefined {
  return files.derive(path, pointer) || undefined;
}

/** The profile that the pointer names, or the only one (behaviour §1); undefined when none is, or it cannot run. */
export function activeProfile(files: FileView, agentDir: string): Profile | undefined {
  const file = fileOfActiveProfile(files, agentDir);
  return file === undefined ? undefined : files.derive(file, profile);
}

/** Where the active profile stands. */
export function fileOfActiveProfile(files: FileView, agentDir: string): string | undefined {
  const { profilesDir, activeProfileFile } = agentLayout(agentDir);
  const names = yamlNames(files, profilesDir);
  const id = pointerIn(files, activeProfileFile) ?? (names.length === 1 ? names[0] : undefined);
  if (id === undefined || !names.includes(id)) return undefined;
  return ['.yaml', '.yml'].map((ending) => join(profilesDir, id + ending)).find((path) => files.isFile(path));
}

/** The id that a feature's file claims, else its name. */
const featureId: Derivation<string> = {
  of: (text, path) => {
    const read = FeatureFile.safeParse(parseYaml(text, path).value);
    return firstText(read.data?.local_id, read.data?.id) ?? basename(path).replace(/\.ya?ml$/, '');
  },
};

/** Ids of an agent's features, each with the name of its file. */
export function featureIds(files: FileView, agentDir: string): { id: string; file: string }[] {
  const { featuresDir } = agentLayout(agentDir);
  return files
    .names(featuresDir)
    .filter((name) => /^[^.].*\.ya?ml$/.test(name))
    .flatMap((file) => {
      const id = files.derive(join(featuresDir, file), featureId);
      return id === undefined ? [] : [{ id, file }];
    });
}
