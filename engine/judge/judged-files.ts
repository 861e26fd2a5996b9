import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import type { UnverifiableReason } from '../../schemas/verdict';
import { isMissing, messageOf } from '../workspace/read-text';
import type { JudgedFolders } from './means';

/** Most that is read of one file. */
const longestFile = 8 * 1024 * 1024;

/** A folder that a path may be relative to, and what messages call it. */
export interface NamedFolder {
  folder: string;
  name: string;
}

export type JudgedFile =
  | { kind: 'file'; path: string; size: number; where: string }
  /** Something stands there that is no regular file. */
  | { kind: 'other'; what: string; where: string }
  | { kind: 'missing'; looked: string }
  | RefusedFile;

/** Nothing was looked at, or could be. */
export interface RefusedFile {
  kind: 'refused';
  why: string;
  remedy: string;
  reason: UnverifiableReason;
}

export type JudgedText =
  | { kind: 'text'; text: string; where: string }
  | Exclude<JudgedFile, { kind: 'file' | 'other' }>;

/** Where the files are that an agent made: the attempt's own state folder, then the workspace. */
export function agentFolders({ state, workspace }: JudgedFolders): NamedFolder[] {
  return [
    { folder: state, name: "the attempt's state folder" },
    { folder: workspace, name: 'the workspace' },
  ];
}

/**
 * Looks for a file in each folder in turn. A path that leads out of its folder, also by a symbolic link, is refused:
 * what is out there is nobody's evidence.
 */
export async function findJudgedFile(path: string, folders: NamedFolder[]): Promise<JudgedFile> {
  const outside = leadsOutside(path);
  if (outside) return refusal(outside, 'Name a file by its path within the workspace or the state folder.');
  let unreachable: string | undefined;
  for (const { folder, name } of folders) {
    try {
      const root = await realpathIfThere(folder);
      if (root === undefined) {
        unreachable ??= `${name} is not there`;
        continue;
      }
      const found = await lookWithin(root, path, name);
      if (found) return found;
    } catch (error) {
      return unreadable(`${name} could not be looked into`, error);
    }
  }
  return unreachable === undefined
    ? { kind: 'missing', looked: folders.map(({ name }) => name).join(' and ') }
    : refusal(unreachable, 'Run the scenario again: state folders do not travel with a run.', 'not_observable');
}

/** The text of a file that is found so; what is too long, or no text, is refused. */
export async function readJudgedText(path: string, folders: NamedFolder[]): Promise<JudgedText> {
  const found = await findJudgedFile(path, folders);
  if (found.kind === 'other') return refusal(`${path} is ${found.what}, not a file`, 'Name a file.');
  if (found.kind !== 'file') return found;
  try {
    // Not to wait for a writer, should the file have become a pipe meanwhile.
    const file = await open(found.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const bytes = Buffer.allocUnsafe(longestFile + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = (await file.read(bytes, length, bytes.length - length)).bytesRead;
      if (length > longestFile) {
        const limit = `${longestFile / 1024 / 1024} MiB`;
        return refusal(`${path} is longer than ${limit}`, 'Let the agent write a shorter file, or use check: script.');
      }
      return asText(path, bytes.subarray(0, length), found.where);
    } finally {
      await file.close();
    }
  } catch (error) {
    return unreadable(`${path} could not be read`, error);
  }
}

function asText(path: string, bytes: Buffer, where: string): JudgedText {
  const remedy = 'Use check: script for what is not text.';
  if (bytes.includes(0)) return refusal(`${path} is binary: byte ${bytes.indexOf(0)} is 0`, remedy);
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), where };
  } catch {
    return refusal(`${path} is not valid UTF-8`, remedy);
  }
}

function leadsOutside(path: string): string | undefined {
  if (path.includes('\0')) return 'the path holds a NUL character';
  if (isAbsolute(path) || /^[A-Za-z]:[\\/]|^\\\\/.test(path)) return `${path} is an absolute path`;
  return isWithin(normalize(path)) ? undefined : `${path} leads out of its folder`;
}

/** True for a relative path that stays below where it starts. */
function isWithin(path: string): boolean {
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

async function lookWithin(root: string, path: string, where: string): Promise<JudgedFile | undefined> {
  const target = join(root, path);
  const real = await realpathIfThere(target);
  if (real === undefined) {
    if (await isLink(target))
      return refusal(`${path} in ${where} is a symbolic link that leads nowhere`, 'Let the agent write a file.');
    // What does not exist must not exist within the folder: a linked folder on the way may lead out.
    return escapes(root, await nearestReal(dirname(target))) ? linkedOut(path, where) : undefined;
  }
  if (escapes(root, real)) return linkedOut(path, where);
  const info = await stat(real);
  if (info.isFile()) return { kind: 'file', path: real, size: info.size, where };
  return { kind: 'other', what: info.isDirectory() ? 'a folder' : 'a device, pipe or socket', where };
}

function escapes(root: string, real: string): boolean {
  return !isWithin(relative(root, real));
}

function linkedOut(path: string, where: string): JudgedFile {
  return refusal(`${path} leads out of ${where} by a symbolic link`, 'Let the agent write the file itself there.');
}

/** The real path of the nearest ancestor that exists. */
async function nearestReal(path: string): Promise<string> {
  return (await realpathIfThere(path)) ?? nearestReal(dirname(path));
}

async function realpathIfThere(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function refusal(why: string, remedy: string, reason: UnverifiableReason = 'undecidable'): RefusedFile {
  return { kind: 'refused', why, remedy, reason };
}

function unreadable(what: string, error: unknown): RefusedFile {
  return refusal(`${what}: ${messageOf(error)}`, 'Mend the path or its permissions.', 'not_observable');
}
