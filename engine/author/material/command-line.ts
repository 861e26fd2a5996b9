import { isAbsolute } from 'node:path';
import { ok, type Result, refuse } from '../../../schemas/result';
import type { CommandTarget, JsonTemplate } from '../draft';
import type { DraftOption, Material, Recognised } from '../material';
import { goalPlaces } from './goal-places';
import { hideInAnyText } from './hide-content';
import { hiding } from './hiding';
import { draftOf, isClear } from './http-options';
import { commandName, interpreterOf, isPromptOption, isShortOption, knownProgram } from './known-programs';
import { conversationMark, goalMark, hasGoal, hasMarks, templateOf } from './marks';
import { markGoal } from './placeholders';
import { jsonTemplate, parseMarkedJson, type RequestSketch } from './request-sketch';
import { safeVariable, safeWords } from './safe-words';
import type { ShellWord } from './shell-words';
import {
  type CommandScript,
  programName,
  readCommands,
  refuseCatOutput,
  type SimpleCommand,
  shownCommand,
} from './simple-commands';
import { recogniseSocketCommand } from './socket-command';
import { substitutionName } from './substitutions';
import { slug } from './url-parts';
import { Variables } from './variables';

/**
 * Recognises a command line: a program that is started without a shell, and which of its words, or its standard input, is
 * the goal. Pipes behind it are left out; what only a shell can do is refused.
 */
export function recogniseCommand(material: Material): Result<Recognised> {
  const script = readCommands(material.text);
  if (!script.ok) return script;
  const unread = refuseCatOutput(script.value);
  if (unread) return unread;
  const chosen = chooseCommand(script.value);
  if (!chosen.ok) return chosen;
  const { command, input, warnings } = chosen.value;
  const socket = recogniseSocketCommand(command, input);
  if (socket) return ok(socket);
  const variables = new Variables();
  const given = input === undefined ? undefined : hideInAnyText(input, hiding('', variables));
  const words = safeWords(command.words, variables, warnings);
  const env = command.assignments.map(({ name, value }) => [name, safeVariable(name, value.text, variables)] as const);
  const name = commandName(words.map(({ text }) => text));
  const make: MakeOption = (label, score, argv, stdin) => ({
    label: `${name}, goal ${label}`,
    score,
    draft: draftOf(commandTarget(argv, env, stdin), variables),
  });
  const options = commandOptions(words, given, make);
  if (!options.ok) return options;
  const [first] = options.value;
  if (script.value.substitutions.length > 0)
    warnings.push(
      `${script.value.substitutions.map(substitutionName).join(', ')} is not run: a variable stands for its output.`,
    );
  return ok({
    kind: 'command',
    what: `a command line: ${first?.label ?? name}`,
    options: options.value,
    clear: isClear(options.value),
    secrets: variables.secrets,
    warnings: [...new Set([...script.value.warnings, ...warnings])],
    name: slug(name),
  });
}

/** Recognises a file that is a program: it is started by the interpreter of its kind. Undefined when it is none. */
export function recogniseProgramFile({ text, source }: Material): Recognised | undefined {
  const interpreter = interpreterOf(source, text);
  if (interpreter === undefined || /\s/.test(interpreter)) return undefined;
  const quoted = `'${source.replaceAll("'", `'\\''`)}'`;
  const recognised = recogniseCommand({ text: `${interpreter} ${quoted}`, folder: '/', source });
  if (!recognised.ok) return undefined;
  const warnings = isAbsolute(source)
    ? ['The profile names the program by its absolute path: on another machine it will not be found there.']
    : ['Hooks run in the workspace root: the path of the program is relative to that.'];
  return {
    ...recognised.value,
    warnings,
    what: `a program: ${recognised.value.options[0]?.label ?? source}, started by ${interpreter}`,
  };
}

interface Chosen {
  command: SimpleCommand;
  /** What it gets on standard input in the sample. */
  input?: string;
  warnings: string[];
}

function chooseCommand({ commands }: CommandScript): Result<Chosen> {
  const shellOnly = commands.find(({ after }) => after !== '' && after !== '|');
  if (shellOnly)
    return refuse(
      `the command line has ${shellOnly.after === '\n' ? 'several lines' : JSON.stringify(shellOnly.after)}, and is started without a shell`,
      'Put the steps into a script, such as agent.sh, and give the command that starts it: bash agent.sh',
    );
  const at = commands.findIndex((command) => command.words.length > 0 && !(isPrinter(command) && commands.length > 1));
  const command = commands[at];
  if (!command) return refuse('the command line has no program in it', 'Give the program with its arguments.');
  const warnings: string[] = [];
  if (command.outputs.length > 0)
    return refuse(
      `the command line writes its output to a file (${command.outputs[0]}), where its answer would not be seen`,
      'Leave the redirection out: the answer is what the program prints.',
    );
  const rest = commands.slice(at + 1);
  if (rest.length > 0) warnings.push(`Left out what the output is piped to: ${rest.map(shownCommand).join(' | ')}.`);
  const before = commands[at - 1];
  const printed = before && (before.stdin?.kind === 'text' ? before.stdin.text : printedBy(before));
  const input = printed ?? (command.stdin?.kind === 'text' ? command.stdin.text : command.stdin && '');
  return ok({ command, ...(input !== undefined && { input }), warnings });
}

function isPrinter(command: SimpleCommand): boolean {
  return /^(echo|printf|cat|type|Write-Output)$/.test(programName(command));
}

function printedBy(command: SimpleCommand): string {
  if (/^(cat|type)$/.test(programName(command))) return '';
  const words = command.words.slice(1);
  const plain = words.filter(({ text, quoted }) => quoted || !/^-[neE]+$/.test(text)).map(({ text }) => text);
  const noLineEnd =
    programName(command) === 'printf' || words.some(({ text, quoted }) => !quoted && /^-\w*n/.test(text));
  return plain.join(' ').replace(/^%s(\\n)? /, '') + (noLineEnd ? '' : '\n');
}

type Input = string | { json: JsonTemplate };
type MakeOption = (label: string, score: number, argv: readonly string[], stdin?: Input) => DraftOption;

function commandOptions(
  words: readonly ShellWord[],
  input: string | undefined,
  make: MakeOption,
): Result<DraftOption[]> {
  const marked = words
    .map(({ text }) => text)
    .map((text, index) => (index === 0 ? text : markGoal(text === '%s' ? '{{goal}}' : text)));
  const markedInput = input === undefined ? undefined : markGoal(input);
  const at = marked.findIndex(hasGoal);
  if (at >= 0) return ok([make(`as argument ${at}`, 1000, marked, markedInput)]);
  if (markedInput !== undefined) {
    const json = jsonOptions(input ?? '', marked, make);
    if (json.length > 0) return ok(json);
    if (/^\s*[[{]/.test(markedInput))
      return refuse(
        'the program reads JSON on standard input, and it is not plain which field of it is the goal',
        'Write {{goal}} in its place.',
      );
    // The goal alone, byte for byte: the line end that echo adds is none of it.
    const text = hasGoal(markedInput) && markedInput.trim() !== goalMark ? markedInput : goalMark;
    return ok([make('on standard input', 100, marked, text)]);
  }
  const said = saidAt(words);
  if (said !== undefined) return ok([make(`as argument ${said}`, 100, withGoalAt(marked, said))]);
  const { argument, stdin } = knownProgram(marked);
  const options = [
    make('as the last argument', argument, [...marked, goalMark]),
    make('on standard input', stdin, marked, goalMark),
  ];
  return ok(options.sort((a, b) => b.score - a.score));
}

/** JSON on standard input: the goal is one of its texts, quoted as JSON is. */
function jsonOptions(input: string, argv: readonly string[], make: MakeOption): DraftOption[] {
  const parsed = parseMarkedJson(input);
  if (parsed === undefined || parsed.value === null || typeof parsed.value !== 'object') return [];
  const sketch: RequestSketch = { method: 'POST', url: '', headers: [], body: { kind: 'json', value: parsed.value } };
  return goalPlaces(sketch).flatMap(({ label, score, sketch: { body } }) =>
    body?.kind === 'json'
      ? [
          make(`on standard input, in ${label.replace(/^body\.?/, '')}`, score, argv, {
            json: jsonTemplate(body.value),
          }),
        ]
      : [],
  );
}

function withGoalAt(words: readonly string[], at: number): string[] {
  return words.map((word, index) => {
    if (index !== at) return word;
    const joined = /^(--?[\w-]+=)/.exec(word)?.[1];
    return joined !== undefined && isPromptOption(joined.slice(0, -1)) ? joined + goalMark : goalMark;
  });
}

/** The index of the word that is the user's: the value of an option for it, else the last quoted sentence. */
function saidAt(words: readonly ShellWord[]): number | undefined {
  const ofOption = words.findIndex(({ text, quoted }, index) => {
    const joined = /^(--?[\w-]+)=./.exec(text)?.[1];
    if (joined !== undefined) return isPromptOption(joined);
    const before = words[index - 1]?.text ?? '';
    // `-p 8080` is a port, `-m llm` a module.
    return isPromptOption(before) && !text.startsWith('-') && (!isShortOption(before) || (quoted && isText(text)));
  });
  if (ofOption > 0) return ofOption;
  const sentence = words.findLastIndex(
    ({ text, quoted }, index) => index > 0 && quoted && /\p{L}\S*\s+\S/u.test(text) && !hasMarks(text),
  );
  if (sentence > 0) return sentence;
  // `ollama run llama3 "hi"`: quotes around a lone word say that it is text.
  const last = words.at(-1);
  return words.length > 1 && last?.quoted && isText(last.text) && !takesValue(words.at(-2)?.text ?? '')
    ? words.length - 1
    : undefined;
}

/** Whether the word after an option may be its value; those that are known to have none say how something is done. */
function takesValue(word: string): boolean {
  const plain =
    /^--(no|non|skip|disable|enable|with|without)-|^--(quiet|verbose|json|print|headless|yes|raw|plain|silent|once|batch|debug|stream)$|^-[qvy]$/;
  return word.startsWith('-') && !plain.test(word);
}

function isText(text: string): boolean {
  return /\p{L}/u.test(text) && !hasMarks(text) && !/^[\w.-]*[/\\][\w./\\-]*$|\.\w{1,4}$|^\w+=/.test(text);
}

function commandTarget(
  argv: readonly string[],
  env: readonly (readonly [string, string])[],
  stdin: Input | undefined,
): CommandTarget {
  return {
    kind: 'command',
    argv: argv.map(templateOf),
    ...(stdin !== undefined && { stdin: typeof stdin === 'string' ? templateOf(stdin) : stdin }),
    env: env.map(([name, value]) => [name, templateOf(value)] as const),
    ...resume(argv),
  };
}

/** How programs that are known go on with a conversation whose id they print. */
function resume(argv: readonly string[]): Pick<CommandTarget, 'resume'> {
  const program = (argv[0] ?? '').replace(/^.*[\\/]/, '');
  const prints = argv.some((word) => /^(stream-)?json$/.test(word));
  if (program !== 'claude' || !prints || argv.some((word) => /^(--resume|-r|--continue|-c|--session-id)$/.test(word)))
    return {};
  return { resume: { at: 1, argv: [['--resume'], templateOf(conversationMark)] } };
}
