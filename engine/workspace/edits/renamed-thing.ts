import type { DocumentPath } from '../../../schemas/criterion';
import type { FileView } from '../rules/file-view';
import type { ScriptAnalyser } from '../rules/rule-context';

/** A thing that is a file of an agent's folder. */
export interface AgentThing {
  kind: 'scenario' | 'profile' | 'feature';
  name: string;
  agentDir: string;
}

/** Something with a name that several files may speak of. Paths are absolute. */
export type RenamedThing =
  | AgentThing
  | { kind: 'agent'; name: string; file: string; projectDir: string }
  | { kind: 'project'; name: string; file: string; workspaceRoot: string }
  /** `list`: the criteria among which it stands. */
  | { kind: 'criterion'; name: string; file: string; list: DocumentPath; index: number }
  | { kind: 'variable'; name: string; workspaceRoot: string };

/** The files in which names are looked for. */
export interface RenameWorld {
  files: FileView;
  /** The text of a file as it is being edited, else as it is saved, without a byte order mark; undefined when there is none. */
  textOf(path: string): string | undefined;
  /** Absent while scripts cannot be analysed yet. */
  analyse: ScriptAnalyser | undefined;
}
