import { dirname, join, resolve, sep } from 'node:path';
import type { FileEdit } from '../../../engine/workspace/edits/file-edit';
import { changed } from '../../../engine/workspace/edits/text-change';
import type { FileView } from '../../../engine/workspace/rules/file-view';

export const root = resolve('/workspace');
export const agentFolder = join(root, '.testmuai/rook/projects/desk/agents/parrot');

/** Files that are not on disk. Names are relative to the agent's folder, or begin with `/` for the workspace. */
export class MemoryFiles implements FileView {
  readonly #texts: Map<string, string>;

  constructor(files: Record<string, string>) {
    this.#texts = new Map(Object.entries(files).map(([name, text]) => [pathIn(name), text]));
  }

  isFile(path: string): boolean {
    return this.#texts.has(path);
  }

  isExecutable(): boolean {
    return true;
  }

  isUtf8(): boolean {
    return true;
  }

  names(folder: string): readonly string[] {
    const below = [...this.#texts.keys()].filter((path) => path.startsWith(folder + sep));
    return [...new Set(below.map((path) => path.slice(folder.length + 1).split(sep)[0] ?? ''))].sort();
  }

  derive<T>(path: string, derivation: { of(text: string, path: string): T }): T | undefined {
    const text = this.#texts.get(path);
    return text === undefined ? undefined : derivation.of(text, path);
  }

  text(path: string): string | undefined {
    return this.#texts.get(path);
  }

  /** The files after edits, by their names as above. A file that is made or renamed must not be there. */
  after(edits: readonly FileEdit[]): Record<string, string> {
    const texts = new Map(this.#texts);
    const must = (holds: boolean, edit: FileEdit): void => {
      if (!holds) throw new Error(`this edit cannot be made: ${JSON.stringify(edit)}`);
    };
    for (const edit of edits) {
      if (edit.kind === 'change') {
        must(texts.has(edit.file), edit);
        texts.set(edit.file, changed(texts.get(edit.file) ?? '', ...edit.changes));
      } else if (edit.kind === 'create') {
        must(!texts.has(edit.file), edit);
        texts.set(edit.file, edit.text);
      } else {
        must(texts.has(edit.from) && !texts.has(edit.to), edit);
        texts.set(edit.to, texts.get(edit.from) ?? '');
        texts.delete(edit.from);
      }
    }
    return Object.fromEntries([...texts].map(([path, text]) => [nameOf(path), text]));
  }
}

export function pathIn(name: string): string {
  return name.startsWith('/') ? join(root, name) : join(agentFolder, name);
}

function nameOf(path: string): string {
  const folder = path.startsWith(agentFolder + sep) ? agentFolder : dirname(join(root, 'x'));
  const name = path
    .slice(folder.length + 1)
    .split(sep)
    .join('/');
  return folder === agentFolder ? name : `/${name}`;
}
