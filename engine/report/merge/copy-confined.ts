import { copyFile, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { ok, type Result, refuse } from '../../../schemas/result';
import { isMissing } from '../../workspace/read-text';

/**
 * Copies a folder with everything in it, byte for byte. Links are kept when they lead to something in the same folder; one
 * that leads out of it would bring a file of this machine into the evidence, so it is refused, as is what is no file.
 * @param from has no link in its own path.
 */
export async function copyConfined(from: string, to: string, root = from): Promise<Result<void>> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      const copied = await copyConfined(source, target, root);
      if (!copied.ok) return copied;
    } else if (entry.isFile()) await copyFile(source, target);
    else if (entry.isSymbolicLink() && (await staysWithin(source, root))) await symlink(await readlink(source), target);
    else {
      const what = entry.isSymbolicLink() ? 'a link that leads out of the records of its scenario' : 'no file';
      return refuse(`${source} is ${what}`, 'Remove it from the shard: it is no evidence. Nothing was merged.');
    }
  }
  return ok(undefined);
}

/** Whether a link leads to something below the folder, by a path that will still do so in a copy. */
async function staysWithin(link: string, root: string): Promise<boolean> {
  if (isAbsolute(await readlink(link))) return false;
  try {
    const inside = relative(await realpath(root), await realpath(link));
    return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
  } catch (error) {
    if (isMissing(error)) return false; // it leads nowhere
    throw error;
  }
}
