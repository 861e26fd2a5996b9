import { existsSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';

export interface ScriptLookup {
  /** The script that exists, absolute. */
  resolved?: string;
  /** Every place that was tried, in order. */
  tried: string[];
}

/** Finds a hook's script: absolute as is, else in the agent's folder, then in the workspace root (behaviour §2). */
export function resolveScript(script: string, agentDir: string, workspaceRoot: string): ScriptLookup {
  const tried = isAbsolute(script) ? [normalize(script)] : [join(agentDir, script), join(workspaceRoot, script)];
  const resolved = tried.find((candidate) => existsSync(candidate));
  return { ...(resolved !== undefined && { resolved }), tried };
}

/** "script not found" with both places named. */
export function scriptNotFound(script: string, tried: string[]): string {
  return `script not found: ${script} (tried ${tried.join(' and ')})`;
}
