import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { findJudgedFile, type NamedFolder } from '../judge/judged-files';
import type { Redactor } from '../lifecycle/redactor';
import { isMissing } from '../workspace/read-text';

/** Most that a tool returns of one file, in bytes. */
export const longestRead = 64 * 1024;
/** Most files that are listed, and most folders that are looked into for them. */
const longestList = 200;
const mostFolders = 200;

/** Names under which secrets lie: no tool of a model reads them, whatever the rules allow. */
const secretNames = [
  /^\.env($|\.)/i,
  /\.env$/i,
  /^\.(npmrc|netrc|pypirc|pgpass|git-credentials|htpasswd|dockercfg)$/i,
  /^(id_(rsa|dsa|ecdsa|ed25519)|credentials|secrets?)(\..*)?$/i,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|token)$/i,
];
/** Folders with secrets, or with what is not meant for a reader. */
const closedFolders = new Set([
  '.git',
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.kube',
  '.docker',
  'run-state',
  'hook-state',
]);

/** Why a path is closed to the tools of a model; undefined when it is not. */
export function closedReason(path: string): string | undefined {
  const parts = path.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  const folder = parts.find((part) => closedFolders.has(part.toLowerCase()));
  if (folder) return `nothing in ${folder}/ is read`;
  const name = parts.at(-1) ?? '';
  return secretNames.some((pattern) => pattern.test(name)) ? `${name} is where secrets lie` : undefined;
}

/** A file that may be read: where it really lies, and the folder that it lies in. */
export type OpenFile = { ok: true; path: string; folder: string } | { ok: false; why: string };

/**
 * Finds a file within the folders, links followed only as long as they stay inside. Where the file really lies must be
 * open, too: a harmless name that links to `.env` is not.
 */
export async function findOpenFile(path: string, folders: NamedFolder[]): Promise<OpenFile> {
  const closed = closedReason(path);
  if (closed) return { ok: false, why: closed };
  const found = await findJudgedFile(path, folders);
  if (found.kind === 'missing') return { ok: false, why: `there is no ${path} in ${found.looked}` };
  if (found.kind === 'refused') return { ok: false, why: found.why };
  if (found.kind === 'other') return { ok: false, why: `${path} is ${found.what}, not a file` };
  const folder = folders.find(({ name }) => name === found.where)?.folder;
  if (folder === undefined) throw new Error(`${found.where} is none of the folders`);
  const root = await realpath(folder);
  const behind = closedReason(relative(root, found.path));
  return behind
    ? { ok: false, why: `${path} leads there where ${behind}` }
    : { ok: true, path: found.path, folder: root };
}

/** The beginning of a text file, as {@link findOpenFile} has found it, secrets masked; a note says what was cut. */
export async function readBeginning(path: string, redactor: Redactor): Promise<string> {
  // Not to wait for a writer, should the file have become a pipe meanwhile.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await beginningOf(file, redactor);
  } finally {
    await file.close();
  }
}

async function beginningOf(file: FileHandle, redactor: Redactor): Promise<string> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(longestRead);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = (await file.read(bytes, length, bytes.length - length)).bytesRead;
  const part = bytes.subarray(0, length);
  if (part.includes(0)) return `(a binary file of ${size} bytes)`;
  // A character that is cut in two at the end is left out.
  const text = new TextDecoder('utf-8').decode(part, { stream: size > length });
  let masked = '';
  const stream = redactor.stream((piece) => {
    masked += piece;
  });
  stream.append(text);
  // A secret that begins just before the cut is left out: half of it would not be known as one.
  if (size <= length) stream.flush();
  return size > length ? `${masked}\n[the first ${length} of ${size} bytes]` : masked;
}

/** The open files below a folder with their sizes, sorted; links are not followed. @param skipped names of folders. */
export async function listFiles(
  root: string,
  skipped: ReadonlySet<string> = new Set(),
): Promise<{ files: { path: string; bytes: number }[]; more: boolean }> {
  const files: { path: string; bytes: number }[] = [];
  const folders = [root];
  let looked = 0;
  let more = false;
  while (folders.length > 0) {
    const folder = folders.shift() ?? root;
    if (++looked > mostFolders) return { files, more: true };
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(folder, entry.name);
      const path = relative(root, full).split(sep).join('/');
      if (closedReason(path)) continue;
      if (entry.isDirectory()) folders.push(...(skipped.has(entry.name) ? [] : [full]));
      else if (entry.isFile() && files.length < longestList) files.push({ path, bytes: (await lstat(full)).size });
      else if (entry.isFile()) more = true;
    }
  }
  return { files, more };
}
