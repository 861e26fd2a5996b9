import type { VerdictStatus } from '../../../../schemas/verdict';
import type { ScenarioOutcome } from '../../outcome';
import { html, type Markup } from './markup';

/** How a scenario stands, as a class of the style sheet. */
export type Standing = 'compromised' | 'fail' | 'unable' | 'without' | 'pass';

/** In the order in which scenarios are shown: gravest first. */
export const standings: readonly Standing[] = ['compromised', 'fail', 'unable', 'without', 'pass'];

export function standingOf({ verdict }: ScenarioOutcome): Standing {
  if (!verdict) return 'without';
  if (verdict.compromised) return 'compromised';
  return standingOfStatus(verdict.status);
}

export function standingOfStatus(status: VerdictStatus): Standing {
  switch (status) {
    case 'Pass':
      return 'pass';
    case 'Fail':
      return 'fail';
    case 'Unable to Verify':
      return 'unable';
    default:
      return status satisfies never;
  }
}

/** A status in words and with a sign: colour alone tells nobody anything. */
export function badge(standing: Standing, words = wordsOf(standing)): Markup {
  return html`<span class="badge ${standing}"><span class="sign" aria-hidden="true">${signOf(standing)}</span> ${words}</span>`;
}

export function wordsOf(standing: Standing): string {
  switch (standing) {
    case 'compromised':
      return 'Compromised';
    case 'fail':
      return 'Fail';
    case 'unable':
      return 'Unable to Verify';
    case 'without':
      return 'No verdict';
    case 'pass':
      return 'Pass';
    default:
      return standing satisfies never;
  }
}

function signOf(standing: Standing): string {
  switch (standing) {
    case 'compromised':
      return '!';
    case 'fail':
      return '✕';
    case 'unable':
      return '?';
    case 'without':
      return '–';
    case 'pass':
      return '✓';
    default:
      return standing satisfies never;
  }
}
