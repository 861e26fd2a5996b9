import type { RunEvent } from '../../schemas/event';
import { truncate } from '../terminal/display-width';
import type { Paint } from '../terminal/paint';
import { visibleInOneLine } from '../terminal/visible-text';
import { eventLines } from './event-lines';
import type { Progress, ProgressOptions } from './progress';
import { type InFlight, RunTally } from './run-tally';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const redrawMs = 100;
const clearLine = '\r\u001b[2K';

/** Progress for a terminal: one line, rewritten in place; what should stay is printed above it. */
export class LiveLine implements Progress {
  private readonly tally = new RunTally();
  private readonly started = Date.now();
  private readonly timer: NodeJS.Timeout;
  private frame = 0;
  private drawn = false;
  private closed = false;
  private held = false;

  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly paint: Paint,
    private readonly options: ProgressOptions,
  ) {
    this.timer = setInterval(() => this.draw(), redrawMs);
    this.timer.unref();
  }

  onEvent(event: RunEvent): void {
    this.tally.onEvent(event);
    for (const line of eventLines(event, this.paint, this.options.verbose)) this.note(line);
  }

  note(text: string): void {
    this.clear();
    this.stream.write(`${text}\n`);
    this.draw();
  }

  hold(): () => void {
    this.clear();
    this.held = true;
    return () => {
      this.held = false;
      this.draw();
    };
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.timer);
    this.clear();
  }

  private clear(): void {
    if (this.drawn) this.stream.write(clearLine);
    this.drawn = false;
  }

  private draw(): void {
    if (this.closed || this.held || this.tally.total === 0) return;
    const { tally, paint } = this;
    const frame = frames[this.frame++ % frames.length] ?? '';
    const counts = `${tally.done}/${tally.total}  ${tally.passed} passed, ${tally.failed} failed, ${tally.unable} unable`;
    const seconds = Math.floor((Date.now() - this.started) / 1000);
    const now = tally.inFlight.map(nowOf).join(', ');
    // A line that wraps could not be rewritten: it is cut one column short of the edge.
    const line = truncate(`  ${counts}  ${seconds} s  ${now}`.trimEnd(), (this.stream.columns || 80) - 2);
    this.stream.write(`${clearLine}${paint('cyan', frame)}${line}`);
    this.drawn = true;
  }
}

function nowOf({ scenarioId, phase, waitsUntil }: InFlight): string {
  const name = scenarioId === undefined ? phase : `${visibleInOneLine(scenarioId)} ${phase}`;
  if (waitsUntil === undefined) return name;
  return `${name} in ${Math.max(0, Math.ceil((waitsUntil - Date.now()) / 1000))} s`;
}
