import type { CiFile, CiTrap } from './ci-file';
import { plainWords } from './rook-calls';
import type { ShellCommand, ShellWord } from './shell-commands';

/** A call of jq: its filter, and whether its exit code says what the filter found (`-e`). */
export interface JqCall {
  filter: ShellWord;
  exits: boolean;
}

/** Options of jq with the number of words that follow them. */
const following: Record<string, number> = {
  '--arg': 2,
  '--argjson': 2,
  '--slurpfile': 2,
  '--rawfile': 2,
  '--indent': 1,
  '-L': 1,
  '-f': 1,
  '--from-file': 1,
};

/** The call of jq that a command is; undefined when it is none, or takes its filter from a file. */
export function jqCall(command: ShellCommand): JqCall | undefined {
  const [program, ...words] = plainWords(command);
  if (!/^(?:.*\/)?jq$/.test(program?.text ?? '')) return undefined;
  let exits = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (!word) break;
    if (word.quoted || !word.text.startsWith('-')) return { filter: word, exits };
    if (word.text === '--exit-status' || /^-[a-zA-Z]*e/.test(word.text)) exits = true;
    index += following[word.text] ?? 0;
  }
  return undefined;
}

const counts =
  'planned executed passed failed unverifiable unjudged not_run unrunnable decided pass_rate carried_forward total runnable';
const endsInCount = new RegExp(`(?:\\.(?:${counts.split(' ').join('|')})|\\blength|\\badd)\\s*\\)*$`);
const endsInComparison = /(?:==|!=|<=|>=|<|>)\s*[^|,<>=!]+$/;

/**
 * Checks that check nothing: jq takes every number for true, 0 as well, and without `-e` it exits 0 whatever the filter
 * comes to (seed 004).
 */
export function jqTraps({ jobs }: CiFile): CiTrap[] {
  return jobs
    .flatMap(({ steps }) => steps.flatMap(({ commands }) => commands))
    .flatMap((command): CiTrap[] => {
      const call = jqCall(command);
      // What is printed into a variable, or on into a pipe, is no check by its exit code.
      if (!call || command.substituted || command.next === '|') return [];
      const { filter, exits } = call;
      const text = filter.text.trim();
      const range = { start: filter.start, end: filter.end };
      if (exits && endsInCount.test(text) && !comparesAtEnd(text)) {
        return [
          {
            code: 'ci-jq-number',
            severity: 'error',
            message: 'the filter ends in a number, and jq -e takes every number for true: a failed run passes',
            remedy: 'End it in a comparison, such as .report.totals.failed == 0.',
            range,
          },
        ];
      }
      if (!exits && comparesAtEnd(text)) {
        return [
          {
            code: 'ci-jq-exit-status',
            severity: 'error',
            message: 'without -e, jq exits 0 whatever the comparison comes to: nothing is checked',
            remedy: 'Write jq -e.',
            range,
          },
        ];
      }
      return [];
    });
}

/** True when the value of the filter is that of a comparison: not one inside `select(…)`, `map(…)`, `if` or a text. */
function comparesAtEnd(filter: string): boolean {
  const bare = filter.replace(/"(?:\\.|[^"\\])*"/g, '""');
  const last = bare.slice(splitAtTop(bare));
  const outer = last.replace(/\b\w+\s*\((?:[^()]|\([^()]*\))*\)/g, 'call').trim();
  return !/^if\b|\bend$|^\[|^\{/.test(outer) && endsInComparison.test(outer.replace(/[()]/g, ' '));
}

/** Where the part behind the last `|` or `,` begins that stands in no bracket. */
function splitAtTop(filter: string): number {
  let depth = 0;
  let start = 0;
  for (const [index, char] of [...filter].entries()) {
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (depth === 0 && (char === '|' || char === ',')) start = index + 1;
  }
  return start;
}
