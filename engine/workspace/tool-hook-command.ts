import { ok, type Result, refuse } from '../../schemas/result';
import type { ToolHookEvent } from '../../schemas/tool-hook';

/** Programs that a tool hook may run; a user may add more (behaviour §9). */
export const allowedPrograms = ['node', 'npm', 'dotnet', 'find'] as const;

/** Longest first, so that `&&` is named and not `&`. */
const shellSigns = ['&&', '||', '>>', '$(', ';', '|', '&', '<', '>', '`'] as const;
const longestCommand = 4000;

/** A call that hooks run around. */
export interface HookedCall {
  tool: string;
  /** The call's path argument, as the model wrote it. */
  path?: string;
}

/**
 * Splits a command into one program and its arguments. There is no shell: what only a shell understands is refused, and
 * no variable is expanded. Blanks separate; quotation marks keep blanks together.
 */
export function readCommand(command: string, extraPrograms: readonly string[]): Result<string[]> {
  const script = 'Put the steps into a script, and name the script: node hooks/check.mjs {tool} {path}.';
  if (command.length > longestCommand) return refuse(`the command is longer than ${longestCommand} characters`, script);
  if (/[\0-\u001f\u007f]/.test(command)) return refuse('the command must be one line of text', script);
  const sign = shellSigns.find((one) => command.includes(one));
  if (sign) return refuse(`${sign} is refused: a hook is one program and its arguments, there is no shell`, script);
  const words = wordsOf(command);
  if (!words) return refuse('a quotation mark is not closed', 'Close it.');
  const [program] = words;
  if (!program) return refuse('the command is empty', 'Name a program and its arguments.');
  const allowed = [...allowedPrograms, ...extraPrograms];
  if (allowed.includes(program)) return ok(words);
  return refuse(
    `the program ${program} is not allowed for hooks`,
    `Allowed are ${allowed.join(', ')}. Add others as tool_hooks.extra_programs to settings.json in the global home.`,
  );
}

/** The command of one call: `{tool}`, `{event}` and `{path}` replaced in every argument. */
export function fillCommand(words: readonly string[], event: ToolHookEvent, call: HookedCall): string[] {
  const values: Record<string, string> = { tool: call.tool, event, path: shownPath(call.path) };
  const [program = '', ...args] = words;
  return [
    program,
    ...args.map((word) => word.replace(/\{(tool|event|path)\}/g, (_, name: string) => values[name] ?? '')),
  ];
}

/** Words as one command, for a person: those with blanks in quotation marks. */
export function joinCommand(words: readonly string[]): string {
  return words.map((word) => (word === '' || /[\s"']/.test(word) ? quote(word) : word)).join(' ');
}

/** A path only when it cannot be anything else to the program that reads it. */
function shownPath(path: string | undefined): string {
  return path !== undefined && /^[A-Za-z0-9._/@+=,:][A-Za-z0-9._/@+=,:-]*$/.test(path) ? path : '-';
}

function quote(word: string): string {
  return word.includes('"') ? `'${word}'` : `"${word}"`;
}

/** Undefined when a quotation mark is left open. */
function wordsOf(command: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let mark: string | undefined;
  for (const char of command) {
    if (mark !== undefined) {
      if (char === mark) mark = undefined;
      else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      mark = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (mark !== undefined) return undefined;
  if (word !== undefined) words.push(word);
  return words;
}
