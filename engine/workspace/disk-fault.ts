import { refuse } from '../../schemas/result';
import { messageOf } from './read-text';

const folderInTheWay = { what: 'a folder stands where a file belongs', remedy: 'Move the folder away' };

interface Cause {
  what: string;
  remedy: string;
  /** What to do when it was to be read. */
  toRead?: string;
}

const causes: Record<string, Cause> = {
  ENOSPC: { what: 'the disk is full', remedy: 'Free some space' },
  EDQUOT: { what: 'the disk quota is used up', remedy: 'Free some space' },
  EROFS: { what: 'the file system is read-only', remedy: 'Make the folder writable' },
  EACCES: {
    what: 'permission is denied',
    remedy: 'Make the folder writable for you',
    toRead: 'Make it readable for you',
  },
  EPERM: { what: 'the operation is not permitted', remedy: 'Make the folder writable for you' },
  EIO: { what: 'the disk reports an error', remedy: 'Check the disk' },
  EMFILE: { what: 'too many files are open', remedy: 'Raise the limit (ulimit -n)' },
  EFBIG: { what: 'a file would be larger than is allowed', remedy: 'Raise the limit (ulimit -f)' },
  EISDIR: folderInTheWay,
  ERR_FS_EISDIR: folderInTheWay,
  ELOOP: { what: 'a link leads back to itself', remedy: 'Move the link away' },
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
  const reading = error instanceof Error && 'reading' in error;
  return refuse(
    `cannot ${reading ? 'read' : 'write'}${file ? ` ${file}` : ''}: ${cause.what} (${messageOf(error)})`,
    `${(reading && cause.toRead) || cause.remedy}, then ${then}`,
  );
}
