import type { RunEvent } from '../../schemas/event';
import type { Paint } from '../terminal/paint';
import { visibleInOneLine } from '../terminal/visible-text';
import { verdictWords } from '../verdicts/status-words';
import { eventLines } from './event-lines';
import { subjectName } from './hook-lines';
import type { Progress, ProgressOptions } from './progress';
import { RunTally } from './run-tally';

/** How often a wait is mentioned, in milliseconds: a log should show life, not every second of it. */
const waitNoticeMs = 10_000;

/** Progress for a pipe, a file or a CI log: one line for each thing that ended. */
export class PlainLines implements Progress {
  private readonly tally = new RunTally();
  /** When the wait of a scenario was last mentioned: how much of it remained. */
  private readonly mentioned = new Map<string, number>();

  constructor(
    private readonly write: (line: string) => void,
    private readonly paint: Paint,
    private readonly options: ProgressOptions,
  ) {}

  onEvent(event: RunEvent): void {
    this.tally.onEvent(event);
    for (const line of eventLines(event, this.paint, this.options.verbose)) this.write(line);
    if (event.type === 'verdict') {
      const { words, style } = verdictWords(event.verdict);
      this.finished(event.scenarioId, this.paint(style, words), event.title);
    }
    if (event.type === 'notRun')
      this.finished(event.scenarioId, event.unjudged ? 'Not judged' : 'Not run', event.title);
    if (event.type === 'waiting') this.waiting(event);
  }

  note(text: string): void {
    this.write(text);
  }

  hold(): () => void {
    return () => {}; // nothing is drawn over
  }

  close(): void {}

  private finished(id: string, words: string, title: string): void {
    const { done, total } = this.tally;
    this.write(`[${done}/${total}] ${id}  ${words}  ${visibleInOneLine(title)}`);
  }

  private waiting(event: Extract<RunEvent, { type: 'waiting' }>): void {
    const key = `${subjectName(event)} ${event.phase}`;
    const last = this.mentioned.get(key);
    if (last !== undefined && last - event.remainingMs < waitNoticeMs && event.remainingMs < last) return;
    this.mentioned.set(key, event.remainingMs);
    this.write(`${key}: waiting ${Math.ceil(event.remainingMs / 1000)} s more (delay_seconds)`);
  }
}
