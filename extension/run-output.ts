import type { EventSubject } from '../schemas/event';

const dimOn = '\x1b[2m';
const reset = '\x1b[0m';

/** A text for the test output, which is a terminal: lines end with CRLF. */
export function forTerminal(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/** One dim line. */
export function dimLine(text: string): string {
  return forTerminal(`${dimOn}${text}${reset}\n`);
}

/** One line, or several, that say what went wrong. */
export function redLine(text: string): string {
  return forTerminal(`\x1b[31m${text}${reset}\n`);
}

/** `SC-007 #2 execute`: whom a line of output is from. */
export function sourceOf({ scenarioId, attempt }: EventSubject, phase: string, turn?: number): string {
  return [
    scenarioId ?? 'run',
    attempt !== undefined && attempt > 1 ? `#${attempt}` : '',
    phase,
    turn !== undefined && turn > 1 ? `turn ${turn}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * Whole lines of a hook, each with its source before it. Colours are kept; what a line leaves on is switched off after
 * it, so that it does not colour another hook's lines.
 */
export function prefixedLines(source: string, text: string): string {
  const prefix = `${dimOn}[${source}]${reset} `;
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return lines.map((line) => `${prefix}${line}${line.includes('\x1b') ? reset : ''}\r\n`).join('');
}
