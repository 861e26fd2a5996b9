import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ok, type Result, refuse } from '../../../schemas/result';
import { messageOf, readTextIfPresent } from '../../workspace/read-text';

/** Reads the files that a piece of material names, within its own folder and nowhere else. */
export class MaterialFiles {
  /** @param folder absolute path. */
  constructor(private readonly folder: string) {}

  /**
   * The text of a file as UTF-8.
   * @param path as the material names it, relative to its folder or absolute.
   * @param wherefore what names it, for the message: `-d @body.json`.
   * @returns a refusal that names the file when it is not there, lies outside of the folder, or is no text.
   */
  async read(path: string, wherefore: string): Promise<Result<string>> {
    const file = resolve(this.folder, path);
    if (!isInside(this.folder, file)) return outside(path, wherefore);
    try {
      const text = await readTextIfPresent(file);
      if (text === undefined)
        return refuse(
          `${wherefore} names the file ${path}, which is not there`,
          'Put it beside the material, or write what it holds in its place.',
        );
      // A link may lead out of the folder.
      if (!isInside(await realpath(this.folder), await realpath(file))) return outside(path, wherefore);
      if (text.includes('\uFFFD') || text.includes('\0'))
        return refuse(`${wherefore} names the file ${path}, which is not text in UTF-8`, 'Only text can be sent.');
      return ok(text);
    } catch (error) {
      return refuse(`${wherefore} names ${path}, which cannot be read: ${messageOf(error)}`);
    }
  }
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function outside(path: string, wherefore: string): Result<never> {
  return refuse(
    `${wherefore} names the file ${path}, which lies outside of the material's folder`,
    'Copy it beside the material: nothing else is read.',
  );
}
