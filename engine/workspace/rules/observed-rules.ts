import { join } from 'node:path';
import { hookPhases } from '../../../schemas/phase';
import type { Problem } from '../../../schemas/problem';
import type { Profile } from '../../../schemas/profile';
import { ObservedFile, observedFile, revisionOf } from '../observed-file';
import type { HookScripts } from '../script-path';
import { parseYaml } from '../yaml-document';
import type { Derivation, FileView } from './file-view';
import type { RuleContext } from './rule-context';

const observed: Derivation<ObservedFile | undefined> = {
  of: (text, path) => ObservedFile.safeParse(parseYaml(text, path).value).data,
};
const content: Derivation<string> = { of: (text) => text };

const what = {
  multi_turn: 'no hook returned a conversation handle',
  calls: 'no hook returned calls',
  usage: 'no hook returned usage',
} as const;

/**
 * Capabilities that the profile declares and the last test did not show, and the reverse. An observation of other hooks or
 * scripts than those that are there now says nothing (behaviour §13).
 */
export function observedProblems(
  profile: Profile | undefined,
  scripts: HookScripts,
  agentDir: string,
  { files }: RuleContext,
): Problem[] {
  const kept = profile && lastObservation(profile, scripts, agentDir, files);
  if (!profile || !kept) return [];
  return (['multi_turn', 'calls', 'usage'] as const).flatMap((name): Problem[] => {
    const [declared, seen] = [profile.capabilities[name], kept.observed[name]];
    if (declared === seen) return [];
    const place = { path: ['capabilities', name], at: 'value' } as const;
    return declared
      ? [
          {
            ...place,
            code: 'capability-not-observed',
            severity: 'warning',
            message: `capabilities.${name} is declared, and in the last test ${what[name]}`,
            remedy: `Mend the hooks and test again (rook profile test ${profile.id}), or set ${name}: false.`,
          },
        ]
      : [
          {
            ...place,
            code: 'capability-not-declared',
            severity: 'information',
            message: `the last test observed ${name}, and the profile does not declare it: what needs it stays unverified or is not run`,
            remedy: `Set ${name}: true under capabilities, or have it written: rook profile test ${profile.id} --write.`,
          },
        ];
  });
}

/** What the last test of a profile observed; undefined when there was none, or it was of other hooks or scripts. */
export function lastObservation(
  profile: Profile,
  scripts: HookScripts,
  agentDir: string,
  files: FileView,
): ObservedFile | undefined {
  const kept = files.derive(observedFile(join(agentDir, 'profiles'), profile.id), observed);
  if (!kept) return undefined;
  const contents: Parameters<typeof revisionOf>[1] = {};
  for (const phase of hookPhases) {
    const script = scripts.byPhase[phase];
    const text = script === undefined ? undefined : files.derive(script, content);
    if (text !== undefined) contents[phase] = text;
  }
  return revisionOf(profile, contents) === kept.revision ? kept : undefined;
}
