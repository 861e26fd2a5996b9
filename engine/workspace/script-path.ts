import { statSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { hookPhases } from '../../schemas/phase';
import type { Problem } from '../../schemas/problem';
import { asRecord } from './plain-value';

export interface ScriptLookup {
  /** The script that exists, absolute. */
  resolved?: string;
  /** Every place that was tried, in order. */
  tried: string[];
}

/**
 * Finds a hook's script: absolute as is, else in the agent's folder, then in the workspace root (behaviour §2).
 * @param exists tells whether a file stands at an absolute path.
 */
export function resolveScript(
  script: string,
  agentDir: string,
  workspaceRoot: string,
  exists: (file: string) => boolean = isFile,
): ScriptLookup {
  const tried = isAbsolute(script) ? [normalize(script)] : [join(agentDir, script), join(workspaceRoot, script)];
  const resolved = tried.find(exists);
  return { ...(resolved !== undefined && { resolved }), tried };
}

/** "script not found" with both places named. */
export function scriptNotFound(script: string, tried: string[]): string {
  return `script not found: ${script} (tried ${tried.join(' and ')})`;
}

/** The outcome of looking for every script that a profile names. */
export interface HookScripts {
  problems: Problem[];
  /** Every place that was looked at: what appears or vanishes there changes the outcome. */
  tried: string[];
}

/**
 * Looks for the script of every phase, also in a profile that has other errors.
 * @param value the profile as parsed, not necessarily of the right shape.
 */
export function findHookScripts(
  value: unknown,
  agentDir: string,
  workspaceRoot: string,
  exists?: (file: string) => boolean,
): HookScripts {
  const hooks = asRecord(asRecord(value)?.hooks) ?? {};
  const found: HookScripts = { problems: [], tried: [] };
  for (const phase of hookPhases) {
    const entry = hooks[phase];
    const script = asRecord(entry)?.script ?? entry;
    if (typeof script !== 'string' || script === '') continue;
    const { resolved, tried } = resolveScript(script, agentDir, workspaceRoot, exists);
    found.tried.push(...tried);
    if (resolved !== undefined) continue;
    found.problems.push({
      code: 'script-not-found',
      severity: 'error',
      message: `hooks.${phase}: ${scriptNotFound(script, tried)}`,
      remedy: "Write the script, or mend its path: it is relative to the agent's folder or to the workspace.",
      path: asRecord(entry) ? ['hooks', phase, 'script'] : ['hooks', phase],
    });
  }
  return found;
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false; // no right to look, or no path at all: a script that cannot be started
  }
}
