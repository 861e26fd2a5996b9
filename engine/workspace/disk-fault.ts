import { refuse } from '../../schemas/result';
import { messageOf } from './read-text';

const causes: Record<string, { what: string; remedy: string }> = {
  ENOSPC: { what: 'the disk is full', remedy: 'Free some space' },
  EDQUOT: { what: 'the disk quota is used up', remedy: 'Free some space' },
  EROFS: { what: 'the file system is read-only', remedy: 'Make the folder writable' },
  EACCES: { what: 'permission is denied', remedy: 'Make the folder writable for you' },
  EPERM: { what: 'the operation is not permitted', remedy: 'Make the folder writable for you' },
  EIO: { what: 'the disk reports an error', remedy: 'Check the disk' },
  EMFILE: { what: 'too many files are open', remedy: 'Raise the limit (ulimit -n)' },
  ENAMETOOLONG: { what: 'the path is too long', remedy: 'Move the workspace to a shorter path' },
  EEXIST: { what: 'a file stands where a folder belongs', remedy: 'Move the file away' },
  ENOTDIR: { what: 'a file stands where a folder belongs', remedy: 'Move the file away' },
};

/**
 * A fault of the disk as a refusal that says what it was, on which file, and what to do; undefined for anything else.
 * @param then what to do afterwards, and what is safe.
 */
export function diskRefusal(error: unknown, then: string): ReturnType<typeof refuse> | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const cause = causes[code];
  if (!cause) return undefined;
  const file = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  return refuse(
    `cannot write${file ? ` ${file}` : ''}: ${cause.what} (${messageOf(error)})`,
    `${cause.remedy}, then ${then}`,
  );
}
