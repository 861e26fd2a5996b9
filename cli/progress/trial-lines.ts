import type { RunEvent } from '../../schemas/event';
import { paperOf } from '../terminal/paper';
import { visibleLine, visibleLines } from '../terminal/visible-text';

/** Shows how a trial goes: each phase as it starts, and what its hook writes to standard error, as it comes. */
export function trialLines(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): (event: RunEvent) => void {
  const { paint } = paperOf(stream, env);
  const waited = new Set<string>();
  const write = (line: string): void => void stream.write(`${line}\n`);
  return (event) => {
    switch (event.type) {
      case 'phaseStarted':
        return write(`${event.phase}${event.turn === undefined || event.turn === 1 ? '' : `, turn ${event.turn}`} …`);
      case 'output': {
        const lines = visibleLines(event.text);
        if (lines.at(-1) === '') lines.pop();
        for (const line of lines) write(paint('dim', `  ${event.phase} | ${line}`));
        return;
      }
      case 'waiting':
        if (!waited.has(event.phase))
          write(`${event.phase}: waiting ${Math.ceil(event.remainingMs / 1000)} s (delay_seconds)`);
        waited.add(event.phase);
        return;
      case 'warning':
        return write(`${paint('yellow', 'warning:')} ${visibleLine(event.message)}`);
      default:
        return; // how a phase ended is in the answer; other events are those of whole runs
    }
  };
}
