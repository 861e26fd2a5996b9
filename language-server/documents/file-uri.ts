import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

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
