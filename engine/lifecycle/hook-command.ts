import type { HookPhase } from '../../schemas/phase';
import { interpreterOf } from '../workspace/script-path';

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
  const interpreter = interpreterOf(script);
  switch (interpreter) {
    case 'node':
      return [node.path, script, phase];
    case undefined:
      return [script, phase];
    default:
      return [interpreter, script, phase];
  }
}
