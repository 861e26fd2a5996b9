import type { TextChange } from './text-change';

/** What an edit does to one file; paths are absolute. A file that is renamed has been changed before. */
export type FileEdit =
  | { kind: 'change'; file: string; changes: readonly TextChange[] }
  | { kind: 'create'; file: string; text: string }
  | { kind: 'rename'; from: string; to: string };

/** One thing that could be done about a problem, or on request. */
export interface Fix {
  /** What it does, as a person reads it in a menu. */
  title: string;
  edits: readonly FileEdit[];
  /** A command that follows the edits, by its id; offered to clients that have it. */
  command?: { id: string; arguments: readonly unknown[] };
  /** It is surely what was meant: "fix all" does it, too. */
  sure?: boolean;
}
