import { type Grade, unable } from './grade';

/** The grade when a pattern could not be matched. @param shown the pattern, as messages show it. @param why what became of it. */
export function undecidedPattern(expected: string, shown: string, why: string): Grade {
  return unable(
    'undecidable',
    expected,
    `the pattern ${shown} ${why}`,
    'Simplify the pattern: nested repetitions such as (a+)+ take for ever on some texts.',
  );
}
