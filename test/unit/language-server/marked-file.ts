import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { analyseHookScript } from '../../../engine/workspace/hook-contract/entry';
import { type RookFile, rookFileAt } from '../../../engine/workspace/rook-file';
import type { Derivation, FileView } from '../../../engine/workspace/rules/file-view';
import type { RuleContext } from '../../../engine/workspace/rules/rule-context';
import { agentDir, workspaceRoot } from './check';

/** Files that are not on disk, by name: below the agent's folder, or from the workspace's root when it begins with `/`. */
export type Files = Record<string, string>;

export function pathOfName(name: string): string {
  return name.startsWith('/') ? join(workspaceRoot, name) : join(agentDir, name);
}

/** A view of files that are not on disk. */
export function viewOf(files: Files): FileView {
  const byPath = new Map(Object.entries(files).map(([name, text]) => [pathOfName(name), text]));
  const kept = new Map<object, Map<string, unknown>>();
  return {
    isFile: (path) => byPath.has(path),
    isExecutable: (path) => byPath.has(path),
    isUtf8: () => true,
    names: (folder) => {
      const below = folder.endsWith('/') ? folder : `${folder}/`;
      const inside = [...byPath.keys()].filter((path) => path.startsWith(below));
      return [...new Set(inside.map((path) => path.slice(below.length).split('/')[0] ?? ''))].sort();
    },
    derive: <T>(path: string, derivation: Derivation<T>): T | undefined => {
      const text = byPath.get(path);
      if (text === undefined) return undefined;
      const made = kept.get(derivation) ?? new Map<string, unknown>();
      kept.set(derivation, made);
      if (!made.has(path)) made.set(path, derivation.of(text, path));
      return made.get(path) as T; // put there by this very derivation
    },
  };
}

/** A text with `¦` where the cursor is, as if it were open; the other files are as saved. */
export function markedFile(name: string, marked: string, files: Files = {}, env: NodeJS.ProcessEnv = {}) {
  const offset = marked.indexOf('¦');
  const source = offset === -1 ? marked : marked.slice(0, offset) + marked.slice(offset + 1);
  const path = pathOfName(name);
  const file: RookFile = rookFileAt(path) ?? { kind: 'script', path, workspaceRoot };
  const text = TextDocument.create(pathToFileURL(path).href, 'yaml', 1, source);
  const saved = viewOf({ [name]: source, ...files });
  const context: RuleContext = {
    files: saved,
    env: { ROOK_HOME: '/home/parrot/rook', ...env },
    analyse: analyseHookScript,
  };
  return { file, text, offset: Math.max(offset, 0), context };
}
