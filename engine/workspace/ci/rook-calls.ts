import type { ShellCommand, ShellWord } from './shell-commands';

/** A call of the command `rook`, as far as the rules need it. */
export interface RookCall {
  command: ShellCommand;
  /** `run`, `report`, `scenarios`; empty when there is none. */
  verb: string;
  /** What follows the verb, redirections left out. */
  words: ShellWord[];
}

/** Words that stand before a command and do not change what it is. */
const wrappers = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', '!', '{', 'time', 'exec', 'command']);
const runners = new Set(['npx', 'sudo', 'env', 'timeout', 'bash', 'sh', 'node', 'npm', 'pnpm', 'yarn', 'bunx']);
/** Options before the verb that take a value. */
const valued = new Set(['-C', '--project', '--agent']);
/** Verbs by which a call of ours is told from other programs of that name. */
const verbs = new Set(
  'run report gate compare merge sync scenarios status project agent profile env mcp hooks check doctor ui ci explore generate'.split(
    ' ',
  ),
);

/** The words of a command without assignments and what only wraps it. */
export function plainWords({ words }: ShellCommand): ShellWord[] {
  const first = words.findIndex(({ text, quoted }) => quoted || !(isAssignment(text) || wrappers.has(text)));
  return first === -1 ? [] : words.slice(first);
}

/** The call of `rook` that a command is; undefined when it is none. */
export function rookCall(command: ShellCommand): RookCall | undefined {
  const words = plainWords(command);
  const program = words.findIndex(({ text }) => isRook(text));
  if (program === -1) return undefined;
  const before = words.slice(0, program).map(({ text }) => text);
  if (program > 0 && !runners.has(before[0] ?? '')) return undefined;
  const rest = words.slice(program + 1);
  let verb = 0;
  while (rest[verb]?.text.startsWith('-')) verb += valued.has(rest[verb]?.text ?? '') ? 2 : 1;
  const name = rest[verb]?.text ?? '';
  if (!verbs.has(name)) return undefined;
  return { command, verb: name, words: withoutRedirections(rest.slice(verb + 1)) };
}

/** True for `bash ci/rook-ci.sh` and the like: the gate script does all that a gate must. */
export function callsGateScript(command: ShellCommand): boolean {
  const [first, ...more] = plainWords(command);
  const named = (word: ShellWord | undefined): boolean => /(^|\/)rook-ci\.sh$/.test(word?.text ?? '');
  return named(first) || (/^(?:.*\/)?(?:bash|sh)$/.test(first?.text ?? '') && more.some(named));
}

function isRook(text: string): boolean {
  return /^(?:\S*\/)?rook(?:\.js|-vscode(?:@\S+)?)?$/.test(text);
}

export function isAssignment(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*=/.test(text);
}

function withoutRedirections(words: ShellWord[]): ShellWord[] {
  const end = words.findIndex(({ text, quoted }) => !quoted && /^(?:&|\d*)[<>]/.test(text));
  return end === -1 ? words : words.slice(0, end);
}
