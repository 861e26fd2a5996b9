import { isSecretName, knownTokensIn } from '../../workspace/literal-secrets/credentials';
import { isPlaceholder } from '../../workspace/literal-secrets/placeholders';
import { isOpenName, looksUnguessable } from '../../workspace/literal-secrets/unguessable';
import type { Path } from '../draft';
import { loneVariable, replaceVariables } from './marks';
import { type CommandScript, programName, readCommands, type SimpleCommand } from './simple-commands';
import { substitutionName, substitutionVariable } from './substitutions';
import type { Variables } from './variables';

/** A command, and the variables that its output is assigned to. */
export interface AssignedCommand {
  command: SimpleCommand;
  sets: { variable: string; from?: Path }[];
}

/**
 * The commands of a script, those in `NAME=$(…)` among them, in the order in which they run. Variables that the script sets
 * to a plain text are replaced by it, unless it is secret: then they stay variables, with the text as value.
 */
export function withAssignments(script: CommandScript, variables: Variables, warnings: string[]): AssignedCommand[] {
  const plain = new Map<string, string>();
  const found: AssignedCommand[] = [];
  const expand = (text: string): string => replaceVariables(text, (name) => plain.get(name));
  for (const command of script.commands) {
    for (const { name, value } of command.assignments) {
      const text = expand(value.text);
      const [index] = value.substitutions ?? [];
      const output = index === undefined ? undefined : assignedOutput(script.substitutions[index] ?? '');
      if (output && loneVariable(text) === substitutionVariable(index ?? 0)) {
        found.push({
          command: expandWords(output.command, expand),
          sets: [{ variable: name, ...(output.from && { from: output.from }) }],
        });
      } else if (isPlaceholder(text) || text === '') continue;
      else if (isSecretName(name) || knownTokensIn(text).length > 0 || (!isOpenName(name) && looksUnguessable(text)))
        variables.secret(name, 'credential for the agent, as the material names it', text);
      else plain.set(name, text);
    }
    if (command.words.length > 0) found.push({ command: expandWords(command, expand), sets: [] });
  }
  const outputs = script.substitutions.filter((text) => !assignedOutput(text));
  for (const text of outputs) warnings.push(`${substitutionName(text)} is not run: a variable stands for its output.`);
  return found;
}

function expandWords(command: SimpleCommand, expand: (text: string) => string): SimpleCommand {
  const { stdin } = command;
  return {
    ...command,
    words: command.words.map((word) => ({ ...word, text: expand(word.text) })),
    ...(stdin?.kind === 'text' && { stdin: { kind: 'text', text: expand(stdin.text) } }),
  };
}

/** The curl command in a substitution, and which part of its output a jq after it takes. */
function assignedOutput(text: string): { command: SimpleCommand; from?: Path } | undefined {
  const script = readCommands(text);
  if (!script.ok) return undefined;
  const [command, filter] = script.value.commands;
  if (!command || programName(command) !== 'curl') return undefined;
  const program =
    filter && programName(filter) === 'jq'
      ? filter.words.slice(1).find(({ text: word }) => word.startsWith('.'))
      : undefined;
  const from = program && jqPath(program.text);
  return { command, ...(from && { from }) };
}

/** The path of a plain jq program, such as `.data.items[0].id`; undefined when it is more. */
export function jqPath(program: string): Path | undefined {
  const steps = [...program.trim().matchAll(/\.?\[(\d+)\]|\.?\["([^"]+)"\]|\.([A-Za-z_]\w*)/gy)];
  if (steps.length === 0 || steps.map(([step]) => step).join('') !== program.trim()) return undefined;
  return steps.map(([, index, quoted, key]) => (index === undefined ? (quoted ?? key ?? '') : Number(index)));
}
