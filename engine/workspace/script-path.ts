import { statSync } from 'node:fs';
import { extname, isAbsolute, join, normalize, relative } from 'node:path';
import type { DocumentPath } from '../../schemas/criterion';
import { type HookPhase, hookPhases } from '../../schemas/phase';
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

/** The program that a script is handed to, by its extension; undefined when it is started itself (behaviour §3). */
export function interpreterOf(script: string): 'node' | 'python3' | 'bash' | undefined {
  switch (extname(script).toLowerCase()) {
    case '.mjs':
    case '.cjs':
    case '.js':
    case '.ts':
    case '.mts':
    case '.cts':
      return 'node';
    case '.py':
      return 'python3';
    case '.sh':
      return 'bash';
    default:
      return undefined;
  }
}

/** What to do about a script that is not found. */
export const mendScript =
  "Write the script, or mend its path: it is relative to the agent's folder or to the workspace.";

/** "script not found" with both places named. */
export function scriptNotFound(script: string, tried: string[]): string {
  return `script not found: ${script} (tried ${tried.join(' and ')})`;
}

/** The outcome of looking for every script that a profile names. */
export interface HookScripts {
  problems: Problem[];
  /** Every place that was looked at: what appears or vanishes there changes the outcome. */
  tried: string[];
  /** The scripts that are there, each once. */
  found: string[];
  /** The script of each phase that is there. */
  byPhase: Partial<Record<HookPhase, string>>;
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
  const scripts: HookScripts = { problems: [], tried: [], found: [], byPhase: {} };
  for (const phase of hookPhases) {
    const entry = hooks[phase];
    const script = asRecord(entry)?.script ?? entry;
    if (typeof script !== 'string' || script === '') continue;
    const { resolved, tried } = resolveScript(script, agentDir, workspaceRoot, exists);
    scripts.tried.push(...tried);
    if (resolved !== undefined) {
      if (!scripts.found.includes(resolved)) scripts.found.push(resolved);
      scripts.byPhase[phase] = resolved;
      continue;
    }
    scripts.problems.push({
      code: 'script-not-found',
      severity: 'error',
      message: `hooks.${phase}: ${scriptNotFound(script, tried)}`,
      remedy: mendScript,
      path: asRecord(entry) ? ['hooks', phase, 'script'] : ['hooks', phase],
    });
  }
  return scripts;
}

/**
 * Looks for the script of every `check: script`, also in a scenario that has other errors. One outside the workspace is not
 * there for whoever else gets the workspace.
 * @param value the scenario as parsed, not necessarily of the right shape.
 * @param exists tells whether a file stands at an absolute path.
 */
export function findCheckScripts(
  value: unknown,
  agentDir: string,
  workspaceRoot: string,
  exists?: (file: string) => boolean,
): Problem[] {
  const scenario = asRecord(value);
  const lists: [DocumentPath, unknown][] = [
    [['acceptance_criteria'], scenario?.acceptance_criteria],
    [['expectation', 'acceptance_criteria'], asRecord(scenario?.expectation)?.acceptance_criteria],
  ];
  const criteria = lists.flatMap(([path, list]) =>
    Array.isArray(list) ? list.map((entry, index) => ({ path: [...path, index], criterion: asRecord(entry) })) : [],
  );
  return criteria.flatMap(({ path, criterion }): Problem[] => {
    const script = criterion?.check === 'script' ? criterion.script : undefined;
    if (typeof script !== 'string' || script === '') return [];
    const { resolved, tried } = resolveScript(script, agentDir, workspaceRoot, exists);
    const place = { severity: 'error', path: [...path, 'script'] } as const;
    if (resolved === undefined) {
      const message = `check script: ${scriptNotFound(script, tried)}`;
      return [{ ...place, code: 'script-not-found', message, remedy: mendScript }];
    }
    if ([agentDir, workspaceRoot].some((folder) => isInside(resolved, folder))) return [];
    return [
      {
        ...place,
        code: 'script-outside',
        message: `check script: ${script} lies outside the workspace (${resolved})`,
        remedy: "Move it into the agent's folder or the workspace: elsewhere it is not there for others.",
      },
    ];
  });
}

function isInside(file: string, folder: string): boolean {
  const way = relative(folder, file);
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..';
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false; // no right to look, or no path at all: a script that cannot be started
  }
}
