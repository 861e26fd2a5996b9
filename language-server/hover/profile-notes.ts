import { relative } from 'node:path';
import { code } from '../../engine/report/text/markdown';
import type { ProfileReading } from '../../engine/workspace/profile-file';
import { lastObservation } from '../../engine/workspace/rules/observed-rules';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import { findHookScripts, resolveScript } from '../../engine/workspace/script-path';
import { closeFloorSeconds, defaultTimeoutSeconds, type HookPhase } from '../../schemas/phase';
import type { Profile } from '../../schemas/profile';
import type { AgentFile } from '../workspace/script-mentions';

/** What the last test of the profile observed of a capability. */
export function observedNote(
  capability: string,
  { profile, document }: ProfileReading,
  file: AgentFile,
  { files }: RuleContext,
): string | undefined {
  if (!profile || (capability !== 'multi_turn' && capability !== 'calls' && capability !== 'usage')) return undefined;
  const scripts = findHookScripts(document.value, file.agentDir, file.workspaceRoot, (path) => files.isFile(path));
  const kept = lastObservation(profile, scripts, file.agentDir, files);
  if (!kept) return `Not observed yet with these hooks and scripts: \`rook profile test ${profile.id}\`.`;
  return `Last test (${code(kept.at)}): ${kept.observed[capability] ? 'observed' : 'not observed'}.`;
}

/** The limit that a hook really gets, in seconds. */
export function effectiveTimeout(profile: Profile, phase: HookPhase): number {
  const limit = profile.hooks[phase]?.timeoutSeconds ?? defaultTimeoutSeconds[phase];
  return phase === 'close' ? Math.max(limit, closeFloorSeconds) : limit;
}

/** Where a script is, or where it was looked for. */
export function scriptNote(script: string, file: AgentFile, { files }: RuleContext): string {
  const { resolved, tried } = resolveScript(script, file.agentDir, file.workspaceRoot, (path) => files.isFile(path));
  const shown = (path: string): string => code(relative(file.workspaceRoot, path).replaceAll('\\', '/') || path);
  return resolved === undefined
    ? `Not found: looked for ${tried.map(shown).join(' and ')}.`
    : `Found: ${shown(resolved)}`;
}
