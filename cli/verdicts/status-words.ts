import type { Verdict, VerdictStatus } from '../../schemas/verdict';
import type { Style } from '../terminal/paint';
import type { RunRow } from './rows';

/** How a row's outcome reads, and how it looks. The words alone say it all: colour and sign only help the eye. */
export interface StatusWords {
  sign: string;
  words: string;
  style: Style;
}

/** The outcome of a scenario in words. */
export function statusWords(row: RunRow): StatusWords {
  switch (row.kind) {
    case 'verdict':
      return verdictWords(row.verdict);
    case 'unjudged':
      return { sign: '·', words: 'Not judged', style: 'dim' };
    case 'not_run':
      return { sign: '·', words: 'Not run', style: 'dim' };
    case 'unrunnable':
      return { sign: '·', words: 'Cannot run', style: 'dim' };
    default:
      return row satisfies never;
  }
}

/** A verdict in words: Unable to Verify comes with its reason, a success of an attack and mixed attempts are named. */
export function verdictWords(verdict: Verdict): StatusWords {
  const more = verdict.flaky ? ', flaky' : '';
  switch (verdict.status) {
    case 'Pass':
      return { sign: '✓', words: `Pass${more}`, style: 'green' };
    case 'Fail':
      return verdict.compromised
        ? { sign: '‼', words: `Fail, compromised${more}`, style: ['red', 'bold'] }
        : { sign: '✗', words: `Fail${more}`, style: 'red' };
    case 'Unable to Verify':
      return {
        sign: '?',
        words: `Unable to Verify (${verdict.unverifiable_reason ?? 'undecidable'})`,
        style: 'yellow',
      };
    default:
      return verdict.status satisfies never;
  }
}

/** How a criterion's own status looks. */
export function criterionStyle(status: VerdictStatus): Style {
  switch (status) {
    case 'Pass':
      return 'green';
    case 'Fail':
      return 'red';
    case 'Unable to Verify':
      return 'yellow';
    default:
      return status satisfies never;
  }
}
