import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { currentNode, type NodeProgram } from '../engine/lifecycle/hook-command';

/**
 * The Node.js that runs hooks: the one that the settings name, else `node` on PATH, as the user's own terminal would
 * find it, else the editor's own, told to act as Node.
 */
export function nodeForHooks(setting: string | undefined, env: NodeJS.ProcessEnv = process.env): NodeProgram {
  const path = setting ?? findOnPath('node', env);
  return path === undefined ? currentNode() : { path, env: {} };
}

function findOnPath(program: string, env: NodeJS.ProcessEnv): string | undefined {
  const name = process.platform === 'win32' ? `${program}.exe` : program;
  const path = Object.entries(env).find(([key]) => key.toUpperCase() === 'PATH')?.[1] ?? '';
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // absent, or not for us
  }
}

const editorVariables = /^(VSCODE_|ELECTRON_)|^NODE_OPTIONS$/i;

/** The environment that hooks start from: the host's own without what the editor put there for itself. */
export function environmentForHooks(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !editorVariables.test(name)));
}
