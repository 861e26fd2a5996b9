import { type JsonRow, keyOf } from './json-rows';

/** What a key does in a tree. */
export interface TreeStep {
  /** The row to go to. */
  go?: string | undefined;
  /** Open or close the row, or show what it stands for. */
  toggle?: boolean;
  /** Open all rows of the same level under the same parent. */
  openSiblings?: boolean;
}

/** By the tree pattern of the ARIA authoring practices; undefined when the key is not the tree's. */
export function treeStep(key: string, rows: readonly JsonRow[], active: string): TreeStep | undefined {
  const index = rows.findIndex((row) => row.key === active);
  const row = rows[index];
  if (!row) return undefined;
  switch (key) {
    case 'ArrowDown':
      return { go: rows[index + 1]?.key };
    case 'ArrowUp':
      return { go: rows[index - 1]?.key };
    case 'Home':
      return { go: rows[0]?.key };
    case 'End':
      return { go: rows.at(-1)?.key };
    case 'ArrowRight': {
      if (row.kind === 'more' || row.open === undefined) return {};
      if (!row.open) return { toggle: true };
      const child = rows[index + 1];
      return { go: child && child.level > row.level ? child.key : undefined };
    }
    case 'ArrowLeft': {
      if (row.kind === 'value' && row.open) return { toggle: true };
      const parent = row.kind === 'more' ? row.path : row.path.slice(0, -1);
      const around = keyOf(parent);
      return { go: rows.some((one) => one.key === around) ? around : undefined };
    }
    case 'Enter':
    case ' ':
      return { toggle: true };
    case '*':
      return { openSiblings: true };
    default:
      return undefined;
  }
}
