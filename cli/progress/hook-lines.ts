import type { EventSubject } from '../../schemas/event';
import { visibleLines } from '../terminal/visible-text';

/** Lines that a hook wrote to standard error, each with whose they are: hooks of several scenarios talk at once. */
export function hookLines(event: { phase: string; text: string } & EventSubject): string[] {
  const lines = visibleLines(event.text);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${subjectName(event)} ${event.phase} | ${line}`);
}

/** The scenario's id, with its attempt when it has several; `run` for prepare. */
export function subjectName({ scenarioId, attempt }: EventSubject): string {
  if (scenarioId === undefined) return 'run';
  return attempt !== undefined && attempt > 1 ? `${scenarioId} (attempt ${attempt})` : scenarioId;
}
