import { relative } from 'node:path';

/** A path as short as it can be from where the user is. */
export function shownPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short !== '' && short.length < path.length ? short : path;
}
