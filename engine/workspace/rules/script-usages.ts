import { join } from 'node:path';
import { type HookPhase, hookPhases } from '../../../schemas/phase';
import { agentLayout, rookFolder } from '../layout';
import { asRecord, firstText } from '../plain-value';
import { resolveScript } from '../script-path';
import { parseYaml } from '../yaml-document';
import type { Derivation, FileView } from './file-view';

/** A place where a profile maps a phase to a script. */
export interface ScriptUsage {
  profile: string;
  file: string;
  phase: HookPhase;
  /** 1-based. */
  line: number;
  column: number;
  /** Variables that the profile declares or sets. */
  variables: readonly string[];
}

type HookPlace = Omit<ScriptUsage, 'profile' | 'file'> & { script: string };

const hookPlaces: Derivation<HookPlace[]> = {
  of: (text, path) => {
    const document = parseYaml(text, path);
    const profile = asRecord(document.value);
    const hooks = asRecord(profile?.hooks) ?? {};
    const env: unknown[] = Array.isArray(profile?.env) ? profile.env : [];
    const declared = env.flatMap((entry) => firstText(asRecord(entry)?.variable) ?? []);
    const variables = [...declared, ...Object.keys(asRecord(profile?.hook_env) ?? {})];
    return hookPhases.flatMap((phase): HookPlace[] => {
      const entry = hooks[phase];
      const script = asRecord(entry)?.script ?? entry;
      if (typeof script !== 'string' || script === '') return [];
      const place = asRecord(entry) ? ['hooks', phase, 'script'] : ['hooks', phase];
      const { line, column } = document.locate({ code: '', severity: 'hint', message: '', path: place });
      return [{ phase, script, line, column, variables }];
    });
  },
};

/** Where the profiles of a workspace, as they are saved, use a script as a hook. */
export function usagesOf(files: FileView, workspaceRoot: string, script: string): ScriptUsage[] {
  return agentDirs(files, workspaceRoot).flatMap((agentDir) => {
    const { profilesDir } = agentLayout(agentDir);
    return files
      .names(profilesDir)
      .filter((name) => /^[^.].*\.ya?ml$/.test(name))
      .flatMap((name) => {
        const file = join(profilesDir, name);
        return (files.derive(file, hookPlaces) ?? []).flatMap(({ script: written, ...place }): ScriptUsage[] => {
          const { resolved } = resolveScript(written, agentDir, workspaceRoot, (path) => files.isFile(path));
          return resolved === script ? [{ profile: name.replace(/\.ya?ml$/, ''), file, ...place }] : [];
        });
      });
  });
}

/** The folders of all agents of a workspace. */
export function agentDirs(files: FileView, workspaceRoot: string): string[] {
  const projects = join(workspaceRoot, rookFolder, 'projects');
  return files
    .names(projects)
    .flatMap((project) =>
      files.names(join(projects, project, 'agents')).map((agent) => join(projects, project, 'agents', agent)),
    );
}

/** The phases that a script is used for, in their order. */
export function phasesOfUsages(usages: readonly ScriptUsage[]): HookPhase[] {
  return hookPhases.filter((phase) => usages.some((usage) => usage.phase === phase));
}
