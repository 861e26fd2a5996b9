import { isAbsolute, join } from 'node:path';
import type { JudgeTool } from '../judge/model/judge-model';
import type { ToolRequest } from '../workspace/permission-rule';
import { declareTool, guarded, type ToolParts } from './guarded-tools';
import { readFileTool } from './read-file-tool';
import { closedReason, listFiles } from './readable-files';

export interface AuthorToolParts extends ToolParts {
  /** The workspace's root. */
  root: string;
}

/**
 * The tools of a model that helps to write a profile: it may look at the workspace's files, as far as rules and hooks let
 * it (behaviour §9). Sending something to the target is not among them: the author does that itself, behind `probe(<id>)`.
 */
export function authorTools(parts: AuthorToolParts): JudgeTool[] {
  return [listWorkspace(parts), readWorkspaceFile(parts)];
}

/** Folders in which nothing is written by the user. */
const notOfTheUser = new Set(['node_modules', 'dist', 'build', 'target', '__pycache__', '.venv', 'venv', 'cache']);

function listWorkspace(parts: AuthorToolParts): JudgeTool {
  return declareTool(parts, {
    name: 'list_files',
    description: 'Lists the files below a folder of the workspace, with their sizes.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', description: 'A relative path; . is the workspace itself.' } },
      additionalProperties: false,
    },
    run: async (args, signal) => {
      const path = typeof args.path === 'string' && args.path !== '' ? args.path : '.';
      if (isAbsolute(path) || path.split(/[\\/]/).includes('..'))
        return { ok: false, reason: `${path} leads out of the workspace: give a path within it` };
      const request: ToolRequest = { tool: 'list_files', subject: path, phase: 'author', within: ['.'] };
      const closed = closedReason(path);
      const step = {
        request,
        what: `List the files in ${path}`,
        path,
        ...(closed !== undefined && { refused: closed }),
      };
      return guarded(parts, step, signal, async () => {
        const { files, more } = await listFiles(join(parts.root, path), notOfTheUser);
        return { files, ...(more && { more: true }) };
      });
    },
  });
}

function readWorkspaceFile(parts: AuthorToolParts): JudgeTool {
  return readFileTool(parts, {
    description: 'Reads the beginning of a text file of the workspace.',
    phase: 'author',
    root: parts.root,
  });
}
