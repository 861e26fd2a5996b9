import type { CiFile, CiStep, CiTrap } from './ci-file';
import { jqCall } from './jq-traps';
import { callsGateScript, plainWords, type RookCall, rookCall } from './rook-calls';
import type { ShellCommand } from './shell-commands';

/** True when the exit code of the command says whether the release may go out. */
export function decides(command: ShellCommand): boolean {
  if (callsGateScript(command) || rookCall(command)?.verb === 'gate') return true;
  return jqCall(command)?.exits === true && !command.substituted;
}

/** True for a command whose failure must stop the job: a run, a gate, the check of a report. */
export function mustStop(command: ShellCommand): boolean {
  return decides(command) || ['run', 'merge', 'sync'].includes(rookCall(command)?.verb ?? '');
}

export function commandsOf({ jobs }: CiFile): ShellCommand[] {
  return jobs.flatMap(({ steps }) => steps.flatMap(({ commands }) => commands));
}

export function callsIn(file: CiFile, verb: string): RookCall[] {
  return commandsOf(file).flatMap((command) => {
    const call = rookCall(command);
    return call?.verb === verb ? [call] : [];
  });
}

/** Exit code 0 of `rook run` says that it completed, whatever the verdicts (behaviour §10, seed 004). */
export function exitCodeOnly(file: CiFile): CiTrap[] {
  const lastDecision = commandsOf(file).findLast(decides)?.start ?? -1;
  return callsIn(file, 'run').flatMap(({ command, words }): CiTrap[] => {
    const gated = lastDecision > command.start;
    // The parts of a sharded run are judged when they are merged, elsewhere for a script.
    const part = file.kind === 'script' && words.some(({ text }) => /^--shard(?:=|$)/.test(text));
    if (gated || part) return [];
    return [
      {
        code: 'ci-exit-code-only',
        severity: 'error',
        message: 'nothing here reads the verdicts: rook run exits 0 when it completed, whatever they are',
        remedy: 'Run rook gate on the run afterwards, or let ci/rook-ci.sh do both.',
        range: { start: command.start, end: command.end },
      },
    ];
  });
}

/** Without an id, `rook report` shows the newest run: an older one that passed can vouch for this job (seed 004). */
export function reportWithoutId(file: CiFile): CiTrap[] {
  if (callsIn(file, 'run').length === 0) return [];
  return ['report', 'gate'].flatMap((verb) => callsIn(file, verb).flatMap((call) => withoutId(call, verb)));
}

const valued =
  '--junit --junit-unverifiable --sarif --markdown --html -C --project --agent --policy --expected --base'.split(' ');

function withoutId({ command, words }: RookCall, verb: string): CiTrap[] {
  if (words.some(({ text }) => text === '--help')) return [];
  const named = words.some(
    ({ text }, index) => !text.startsWith('-') && !valued.includes(words[index - 1]?.text ?? ''),
  );
  if (named) return [];
  return [
    {
      code: 'ci-report-without-id',
      severity: 'error',
      message:
        verb === 'gate'
          ? 'the gate takes the newest run there is, so an older one that passed can stand in for this one'
          : 'the report is fetched without the id of this run, so an older run that passed can stand in for it',
      remedy:
        verb === 'gate'
          ? 'Name what rook run --json printed: rook gate run.json.'
          : 'Read run_id from the document of rook run --json, and name it: rook report "$run_id" --json.',
      range: { start: command.start, end: command.end },
    },
  ];
}

/** A shell that goes on after a failure, or a pipe that hides it: the exit code of the gate is lost. */
export function hiddenFailure(file: CiFile): CiTrap[] {
  return file.jobs.flatMap(({ steps }) => steps.flatMap((step) => [...goesOn(step), ...lostInPipe(step)]));
}

function goesOn({ commands, stopsAtFailure }: CiStep): CiTrap[] {
  let stops = stopsAtFailure;
  const last = commands.at(-1);
  for (const command of commands) {
    stops = optionSet(command, 'e', 'errexit') ?? stops;
    // As the last command, or with what is to happen after it, it speaks for itself.
    if (stops || command === last || command.substituted || command.next !== ';' || !mustStop(command)) continue;
    if (isCondition(command) || takesStatus(commands, command)) continue;
    return [
      {
        code: 'ci-set-e',
        severity: 'error',
        message: 'the script goes on when this fails, and ends with the exit code of what comes last',
        remedy: 'Write set -euo pipefail at the beginning of the script.',
        range: { start: command.start, end: command.end },
      },
    ];
  }
  return [];
}

function lostInPipe({ commands, pipesFail }: CiStep): CiTrap[] {
  let safe = pipesFail;
  return commands.flatMap((command): CiTrap[] => {
    safe = optionSet(command, undefined, 'pipefail') ?? safe;
    if (safe || !(command.next === '|' || command.next === '|&') || !mustStop(command)) return [];
    return [
      {
        code: 'ci-pipefail',
        severity: 'error',
        message: 'the exit code of rook is lost in the pipe: the last command of it decides',
        remedy: 'Write set -euo pipefail before it; in a GitHub workflow, shell: bash does it as well.',
        range: { start: command.start, end: command.end },
      },
    ];
  });
}

/** What a `set` says of an option: on, off, or undefined when it does not name it. */
function optionSet(command: ShellCommand, letter: string | undefined, name: string): boolean | undefined {
  const [program, ...words] = plainWords(command);
  if (program?.text !== 'set') return undefined;
  let found: boolean | undefined;
  for (const [index, { text }] of words.entries()) {
    const sign = text.charAt(0);
    if (sign !== '-' && sign !== '+') continue;
    const letters = text.slice(1);
    if (letter !== undefined && letters.includes(letter)) found = sign === '-';
    if (letters.endsWith('o') && words[index + 1]?.text === name) found = sign === '-';
  }
  return found;
}

function isCondition({ words }: ShellCommand): boolean {
  return /^(?:if|elif|while|until|!)$/.test(words[0]?.text ?? '');
}

/** `rook run …` followed by `code=$?`: its exit code is looked at. */
function takesStatus(commands: readonly ShellCommand[], command: ShellCommand): boolean {
  const after = commands.find(({ start }) => start > command.end);
  return after?.words.some(({ text }) => text.includes('$?')) === true;
}
