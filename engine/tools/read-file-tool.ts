import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, posix, relative, sep } from 'node:path';
import type { JudgeTool } from '../judge/model/judge-model';
import type { RulePhase, ToolRequest } from '../workspace/permission-rule';
import { declareTool, guarded, type ToolParts } from './guarded-tools';
import { findOpenFile, type OpenFile, readBeginning } from './readable-files';

/** What one model may read. */
export interface ReadableScope {
  description: string;
  phase: RulePhase;
  /** The workspace's root. */
  root: string;
  /** A folder whose files are looked for first, and what rules call it. */
  own?: { folder: string; name: string; subject: string };
}

/** The tool `read_file` of a model: the beginning of a text file, behind the gate and the tool hooks (behaviour §9). */
export function readFileTool(parts: ToolParts, { description, phase, root, own }: ReadableScope): JudgeTool {
  const folders = [...(own ? [own] : []), { folder: root, name: 'the workspace' }];
  return declareTool(parts, {
    name: 'read_file',
    description,
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', description: 'A relative path, with / between folders.' } },
      required: ['path'],
      additionalProperties: false,
    },
    run: async (args, signal) => {
      const { path } = args;
      if (typeof path !== 'string' || path === '') return { ok: false, reason: 'read_file needs a path' };
      if (isAbsolute(path)) return { ok: false, reason: `${path} is absolute: give a path within the workspace` };
      const found = await findOpenFile(path, folders);
      const request = await fileRequest(found, path, root, phase);
      if (own && found.ok && found.folder === (await realpath(own.folder))) request.within.push(own.subject);
      const refused = found.ok ? {} : { refused: found.why };
      const step = { request, what: `Read the file ${request.subject}`, path, ...refused };
      return guarded(parts, step, signal, async () => (found.ok ? readBeginning(found.path, parts.redactor) : ''));
    },
  });
}

/**
 * The request for a file: by its path in the workspace and the folders that it lies in, so that `read_file(.)` covers the
 * workspace and `read_file(docs)` what is below docs. What is not there is asked for as it was written.
 */
async function fileRequest(
  found: OpenFile,
  path: string,
  root: string,
  phase: RulePhase,
): Promise<ToolRequest & { within: string[] }> {
  const realRoot = await realpath(root);
  const subject = found.ok ? relative(realRoot, found.path).split(sep).join('/') : posix.normalize(path);
  const within: string[] = [];
  for (let folder = dirname(subject); folder !== '.' && folder !== '/'; folder = dirname(folder)) within.push(folder);
  if (!subject.startsWith('..')) within.push('.');
  return { tool: 'read_file', subject, phase, within };
}
