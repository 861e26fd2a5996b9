import { relative } from 'node:path';
import { code, escaped } from '../../engine/report/text/markdown';
import type { RuleContext } from '../../engine/workspace/rules/rule-context';
import { environmentOf } from '../../engine/workspace/rules/script-environment';
import { variablesWithValue } from '../../engine/workspace/rules/variable-values';
import { phaseNames, rookVariable } from '../fields/rook-variables';

/** What is to know of a variable, value aside: that is never looked at. */
export interface VariableQuestion {
  name: string;
  /** What it is for, as a profile says. */
  purpose?: string | undefined;
  /** The scripts that may read it, absolute. */
  scripts: readonly string[];
  workspaceRoot: string;
}

/** Purpose, whether it has a value, and where it is read. */
export function variableNotes(question: VariableQuestion, context: RuleContext): string[] {
  const { name, purpose, scripts, workspaceRoot } = question;
  const set = rookVariable(name);
  if (set) return [`${code(name)}: set by Rook, in ${phaseNames(set.phases)}`, set.meaning];
  const hasValue = variablesWithValue(context, workspaceRoot);
  const readers = scripts.filter(
    (script) => context.analyse && environmentOf(context.files, script, context.analyse)?.variables.includes(name),
  );
  const value = !hasValue
    ? 'Whether it has a value cannot be told: the store cannot be read.'
    : hasValue(name)
      ? 'It has a value here now.'
      : `It has no value here now: \`rook env set ${name}\`, or set it in the environment.`;
  return [
    `Environment variable ${code(name)}${purpose ? `: ${escaped(purpose)}` : ''}`,
    value,
    ...(readers.length > 0
      ? [`Read in ${readers.map((script) => code(relative(workspaceRoot, script).replaceAll('\\', '/'))).join(', ')}.`]
      : []),
  ];
}
