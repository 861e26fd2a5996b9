import { basename, dirname, resolve } from 'node:path';
import type { DocumentPath } from '../../../schemas/criterion';
import type { Problem } from '../../../schemas/problem';
import { asRecord } from '../plain-value';
import type { FileView } from './file-view';

/** Attachments that are not there: hooks get their paths all the same (behaviour §6). */
export function attachmentProblems(value: unknown, workspaceRoot: string, files: FileView): Problem[] {
  return writtenAttachments(value).flatMap(({ path, entry }): Problem[] => {
    // An address, or what another tool fills in, is no path that could be looked for.
    if (typeof entry !== 'string' || /^\w[\w+.-]+:\/\/|\$\{|\{\{/.test(entry)) return [];
    const place = resolve(workspaceRoot, entry);
    if (entry !== '' && isThere(place, files)) return [];
    return [
      {
        code: 'attachment-not-found',
        severity: 'error',
        message: `attachment not found: ${entry} (looked for ${place})`,
        remedy: "Put the file there, or mend its path: it is relative to the workspace's root.",
        path,
      },
    ];
  });
}

/** The entries of the list that counts: the flat form goes before the nested one, as where scenarios are read. */
function writtenAttachments(value: unknown): { path: DocumentPath; entry: unknown }[] {
  const raw = asRecord(value);
  const flat = raw?.attachments;
  const [base, list] = Array.isArray(flat)
    ? [['attachments'], flat]
    : [['input', 'attachments'], asRecord(raw?.input)?.attachments];
  return Array.isArray(list) ? list.map((entry: unknown, index) => ({ path: [...base, index], entry })) : [];
}

/** A folder may be attached, too. */
function isThere(path: string, files: FileView): boolean {
  return files.isFile(path) || files.names(dirname(path)).includes(basename(path));
}
