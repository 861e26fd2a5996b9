import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export type RookFileKind = 'profile' | 'scenario';

/** A file that the server knows, by its place in a Rook workspace. */
export interface RookFile {
  kind: RookFileKind;
  path: string;
  /** The agent's folder, from which script paths are tried first. */
  agentDir: string;
  /** The folder that holds `.testmuai`, known from the path alone: the client need not say it. */
  workspaceRoot: string;
}

/** The files that are checked, as clients watch them. */
export const rookFileGlob = '**/.testmuai/rook/projects/*/agents/*/{profiles,scenarios}/*.{yaml,yml}';

// The last `.testmuai` of the path counts: an agent under test may hold a Rook workspace of its own.
const pattern =
  /^(.*)[\\/]\.testmuai[\\/]rook[\\/]projects[\\/]([^\\/]+)[\\/]agents[\\/]([^\\/]+)[\\/](profiles|scenarios)[\\/](?!\.)[^\\/]+\.ya?ml$/;

/** What the file at an absolute path is; undefined for a file that is none of ours, runs' copies among them. */
export function rookFileAt(path: string): RookFile | undefined {
  const match = pattern.exec(path);
  if (!match) return undefined;
  const [, root = '', project = '', agent = '', folder = ''] = match;
  const workspaceRoot = root === '' || root.endsWith(':') ? root + sep : root;
  return {
    kind: folder === 'profiles' ? 'profile' : 'scenario',
    path,
    agentDir: join(workspaceRoot, '.testmuai', 'rook', 'projects', project, 'agents', agent),
    workspaceRoot,
  };
}

/** The path of a `file:` URI. Undefined for any other: the two sides of a diff and unsaved texts have no place on disk. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return withUpperDrive(fileURLToPath(uri));
  } catch {
    return undefined; // a URI of another platform, or one that escapes a slash
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** VS Code writes `c:`, Node.js writes `C:`; one file must have one name. */
function withUpperDrive(path: string): string {
  return /^[a-z]:/.test(path) ? path.charAt(0).toUpperCase() + path.slice(1) : path;
}

/** True when `path` is `folder` or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
