import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { rookFileAt } from '../../../engine/workspace/rook-file';
import type { FileView } from '../../../engine/workspace/rules/file-view';
import type { RuleContext } from '../../../engine/workspace/rules/rule-context';
import { checkDocument } from '../../../language-server/diagnostics/check-document';
import { readOpenDocument } from '../../../language-server/documents/rook-document';

export const workspaceRoot = resolve('/workspace');
export const agentDir = join(workspaceRoot, '.testmuai/rook/projects/desk/agents/parrot');
const scripts = [join(agentDir, 'scripts/agent.mjs'), join(workspaceRoot, 'hooks/shared.mjs')];

/** What rules see of a workspace that is not on disk: which files there are, and nothing of what is in them. */
export function contextWith(exists: (path: string) => boolean): RuleContext {
  const files: FileView = {
    isFile: exists,
    isExecutable: () => true,
    isUtf8: () => true,
    names: () => [],
    derive: () => undefined,
  };
  return { files, env: { ROOK_HOME: resolve('/home/parrot/rook') } };
}

/**
 * Checks a text as if it were open in an agent's folder of a workspace that is not on disk.
 * @param name place below the agent's folder.
 * @param exists which paths hold a file; the two of the golden files when absent.
 * @throws what a rule throws: no text may bring one to it
 */
export function check(name: string, text: string, exists = (path: string): boolean => scripts.includes(path)) {
  const path = join(agentDir, name);
  const file = rookFileAt(path);
  if (!file) throw new Error(`${path} is none of our files`);
  const document = readOpenDocument(file, TextDocument.create(pathToFileURL(path).href, 'yaml', 1, text));
  const result = checkDocument(document, contextWith(exists));
  for (const { error } of result.faults) throw error;
  return result;
}
