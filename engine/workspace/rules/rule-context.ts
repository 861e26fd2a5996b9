import type { ScriptAnalysis, ScriptContext } from '../hook-contract/finding';
import type { FileView } from './file-view';

/** Analyses the text of a hook script (engine/workspace/hook-contract/entry.ts). */
export type ScriptAnalyser = (text: string, context: ScriptContext) => ScriptAnalysis;

/** What rules may look at besides the file that they check. Nothing is executed, and nothing is asked over a network. */
export interface RuleContext {
  files: FileView;
  /** The environment of this process: where the global home is, and which variables have a value. */
  env: NodeJS.ProcessEnv;
  /** Names of variables that have a value elsewhere, such as in an editor's secret storage, by workspace root. */
  valuesElsewhere?(workspaceRoot: string): readonly string[];
  /** A bundle of its own, so it may come later than the first check: without it scripts are only looked at for credentials. */
  analyse?: ScriptAnalyser;
  /** Codes that are switched off by a setting. */
  disabled?: ReadonlySet<string>;
}
