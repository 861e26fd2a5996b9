import type { CiFile, CiTrap } from './ci-file';
import { plainWords, rookCall } from './rook-calls';
import type { ShellCommand, ShellWord } from './shell-commands';
import { commandsOf, decides, mustStop } from './verdict-traps';

/** What single commands do that a release gate must not. */
export function commandTraps(file: CiFile): CiTrap[] {
  const commands = commandsOf(file);
  const gates = commands.some(decides);
  const waits = commands.some(waitsForOne);
  return commands.flatMap((command, index) => [
    ...swallowed(command, commands[index + 1]),
    ...uncounted(command, waits),
    ...swallowedByBlock(command, commands.slice(index + 1, index + 1 + longestBlock)),
    ...mixedOutput(command),
    ...blanketYes(command),
    ...unpinned(command),
    ...(gates ? makesScenarios(command) : []),
  ]);
}

/** Commands that succeed whatever happened before. */
const quiet = ['true', ':', 'echo', 'printf'];

/** `|| true` behind a run or a gate. */
function swallowed(command: ShellCommand, next: ShellCommand | undefined): CiTrap[] {
  if (command.next !== '||' || !next || !mustStop(command)) return [];
  const [program, first] = plainWords(next);
  const name = program?.text ?? '';
  const succeeds = quiet.includes(name) || (name === 'exit' && first?.text === '0');
  // `|| { echo why; exit 1; }` and `|| echo why && exit 1` go on to say so.
  if (!succeeds || next.words[0]?.text === '{' || next.next === '&&') return [];
  return [
    {
      code: 'ci-swallowed-exit',
      severity: 'error',
      message: `|| ${name} makes a success of whatever fails here`,
      remedy: 'Remove it: a later step with if: always() still runs when this one fails.',
      range: { start: command.start, end: next.end },
    },
  ];
}

/** Commands behind `|| {` that are looked at. */
const longestBlock = 8;

/** `|| { echo closed; }`: a block that only tells what happened, and then succeeds. */
function swallowedByBlock(command: ShellCommand, after: readonly ShellCommand[]): CiTrap[] {
  if (command.next !== '||' || after[0]?.words[0]?.text !== '{' || !mustStop(command)) return [];
  const end = after.findIndex(({ words }) => words.some(({ text, quoted }) => text === '}' && !quoted));
  const told = after.slice(0, end).map((one) => plainWords(one)[0]?.text ?? '');
  if (end === -1 || !told.every((name) => quiet.includes(name))) return [];
  return [
    {
      code: 'ci-swallowed-exit',
      severity: 'error',
      message: 'the block behind || makes a success of whatever fails here',
      remedy: 'End the block with exit 1.',
      range: { start: command.start, end: after[end]?.end ?? command.end },
    },
  ];
}

/** `wait $!`: the exit code of what was left in the background is asked for. */
function waitsForOne(command: ShellCommand): boolean {
  const [program, job] = plainWords(command);
  return program?.text === 'wait' && job !== undefined;
}

/** A shell counts neither what it negates nor what it leaves in the background as a failure, set -e or not. */
function uncounted(command: ShellCommand, waits: boolean): CiTrap[] {
  const negated = command.words[0]?.text === '!' && !command.words[0].quoted;
  const left = command.next === '&' && !waits;
  if (!mustStop(command) || !(left || (negated && command.next === ';'))) return [];
  return [
    {
      code: 'ci-swallowed-exit',
      severity: 'error',
      message: negated
        ? 'the exit code is turned round here, and the shell does not stop at it'
        : 'this runs in the background, and nobody looks at its exit code',
      remedy: 'Run it by itself, so that the step ends where it fails.',
      range: { start: command.start, end: command.end },
    },
  ];
}

/** Progress belongs on standard error: together with it, the document is no JSON any more. */
function mixedOutput(command: ShellCommand): CiTrap[] {
  const json = command.words.some(({ text }) => text === '--json');
  if (!json || !rookCall(command)) return [];
  const mixed = command.words.find(({ text, quoted }) => !quoted && /^(?:2>&1|&>>?.*|>&(?![0-9-]).*)$/.test(text));
  if (!mixed && command.next !== '|&') return [];
  return [
    {
      code: 'ci-json-stderr',
      severity: 'warning',
      message: 'standard error is mixed into the JSON document, which nothing can read then',
      remedy: 'Redirect standard output alone: rook run --json > run.json.',
      range: mixed ? rangeOf(mixed) : { start: command.start, end: command.end },
    },
  ];
}

function blanketYes(command: ShellCommand): CiTrap[] {
  const call = rookCall(command);
  const yes = call?.words.find(({ text }) => text === '--yes');
  if (!yes) return [];
  return [
    {
      code: 'ci-blanket-yes',
      severity: 'warning',
      message: '--yes approves whatever this command asks for, also what nobody has reviewed',
      remedy: 'Give each rule that a rehearsal asked for with --allow, one in a line of ROOK_ALLOW_RULES.',
      range: rangeOf(yes),
    },
  ];
}

/** Names under which the command is published. */
const packageName = /^(?:rook-vscode|@testmuai\/rook)(?:@(.*))?$/;

/** What is installed must be what was rehearsed. */
function unpinned(command: ShellCommand): CiTrap[] {
  const [program, ...words] = plainWords(command);
  const name = program?.text ?? '';
  const named = /^(?:npx|bunx)$/.test(name) || (/^(?:npm|pnpm|yarn|bun)$/.test(name) && isInstall(words));
  const found = named
    ? words.find(({ text }) => {
        const version = packageName.exec(text);
        return version !== null && !isPinned(version[1]);
      })
    : undefined;
  const script = /^(?:.*\/)?(?:bash|sh)$/.test(name)
    ? words.find(({ text }) => /(?:^|\/)install(?:-rook)?\.sh$/.test(text) && /rook/i.test(text))
    : undefined;
  const place = found ?? (script && !words.some(({ text }) => /^--version(?:=|$)/.test(text)) ? script : undefined);
  if (!place) return [];
  return [
    {
      code: 'ci-unpinned-install',
      severity: 'warning',
      message: 'no version is named, so the job can run another rook than the one that was rehearsed',
      remedy: 'Name the exact version, such as rook-vscode@0.1.0, and rehearse with it.',
      range: rangeOf(place),
    },
  ];
}

function isInstall(words: readonly ShellWord[]): boolean {
  return words.some(({ text }) => /^(?:i|install|add|ci|exec|x|dlx)$/.test(text));
}

/** An exact version, or one that the workflow fills in. */
export function isPinned(version: string | undefined): boolean {
  return version !== undefined && (/^v?\d+\.\d+\.\d+/.test(version) || version.includes('$'));
}

/** Scenarios that a job makes have been reviewed by nobody (seed 004). */
function makesScenarios(command: ShellCommand): CiTrap[] {
  const call = rookCall(command);
  if (!call) return [];
  const first = call.words[0]?.text ?? '';
  const made =
    ['explore', 'generate'].includes(call.verb) ||
    (call.verb === 'scenarios' && ['generate', 'new', 'add'].includes(first)) ||
    (call.verb === 'profile' && ['add', 'fix', 'convert'].includes(first));
  if (!made) return [];
  return [
    {
      code: 'ci-generates-in-gate',
      severity: 'warning',
      message: 'the gate makes a part of what it tests, which nobody has reviewed',
      remedy: 'Do this before, on a machine of yours, and commit what came of it after a review.',
      range: { start: command.start, end: command.end },
    },
  ];
}

function rangeOf({ start, end }: ShellWord): { start: number; end: number } {
  return { start, end };
}
