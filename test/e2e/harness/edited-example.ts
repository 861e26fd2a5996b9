import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyExample } from '../../../scripts/lib/example-copy.mjs';

/** A copy of an example whose files a test changes beside the editor. Names are relative to its folder. */
export interface EditedExample {
  folder: string;
  read: (file: string) => string;
  /** Writes a file, and its folders. */
  write: (file: string, text: string) => void;
  /** Where a text begins first, line and column from 1, as it is on disk; fails when it is not there. */
  placeOf: (file: string, text: string) => { line: number; column: number };
  remove: () => void;
}

export function editedExample(name: string): EditedExample {
  const { folder, remove } = copyExample(name);
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  return {
    folder,
    read,
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    },
    placeOf: (file, text) => {
      const content = read(file);
      const start = content.indexOf(text);
      if (start < 0) throw new Error(`${file} has no ${JSON.stringify(text)}`);
      const before = content.slice(0, start).split('\n');
      return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    },
    remove,
  };
}
