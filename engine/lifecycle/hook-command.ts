import { extname } from 'node:path';
import type { HookPhase } from '../../schemas/phase';

/** The Node.js that runs hooks, and what it needs in its environment (an editor's own binary acts as Node only when told). */
export interface NodeProgram {
  path: string;
  env: Record<string, string>;
}

/** The Node.js that this process runs on. */
export function currentNode(): NodeProgram {
  return { path: process.execPath, env: process.versions.electron ? { ELECTRON_RUN_AS_NODE: '1' } : {} };
}

/** Program and arguments for a hook, by the script's extension (behaviour §3). */
export function hookCommand(script: string, phase: HookPhase | 'check', node: NodeProgram): string[] {
  switch (extname(script).toLowerCase()) {
    case '.mjs':
    case '.cjs':
    case '.js':
    case '.ts':
    case '.mts':
    case '.cts':
      return [node.path, script, phase];
    case '.py':
      return ['python3', script, phase];
    case '.sh':
      return ['bash', script, phase];
    default:
      return [script, phase];
  }
}
