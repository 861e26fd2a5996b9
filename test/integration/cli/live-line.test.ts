import { afterEach, describe, expect, it } from 'vitest';
import { openProgress, type Progress } from '../../../cli/progress/progress';
import type { RunEvent } from '../../../schemas/event';
import type { RunFile } from '../../../schemas/run';

const clearLine = '\r\u001b[2K';

/** A terminal of 80 columns that remembers what was written. */
class FakeTerminal {
  readonly isTTY = true;
  readonly columns = 80;
  written = '';
  write(text: string): boolean {
    this.written += text;
    return true;
  }
  /** What stands on the screen: each line as it was last rewritten. */
  get screen(): string[] {
    return this.written.split('\n').map((line) => line.split(clearLine).at(-1) ?? '');
  }
}

let terminal: FakeTerminal;
let progress: Progress;

function open(verbose = false): void {
  terminal = new FakeTerminal();
  // Only write, isTTY and columns are used.
  progress = openProgress(terminal as unknown as NodeJS.WriteStream, { NO_COLOR: '1' }, { verbose });
}
afterEach(() => progress.close());

const plan: RunFile = {
  id: 'R',
  agent_id: 'desk',
  created: '2026-10-04T21:07:16Z',
  concurrency: 2,
  pins: { profile_id: 'local' },
  included: ['SC-1', 'SC-2'].map((id) => ({ scenario_id: id, why: 'selected' })),
};
const planned: RunEvent = { type: 'planned', runId: 'R', runDir: '/r', plan, titles: {} };

function started(scenarioId: string): RunEvent {
  return { type: 'phaseStarted', phase: 'execute', at: '', command: [], scenarioId };
}

function passed(scenarioId: string): RunEvent {
  const verdict = { scenario_id: scenarioId, run_id: 'R', status: 'Pass' as const, criteria: [], forbidden_hits: [] };
  return { type: 'verdict', scenarioId, title: 'T', verdict };
}

describe('progress on a terminal', () => {
  it('is one line with counts and what is in flight, and is gone at the end', () => {
    open();
    for (const event of [planned, started('SC-1'), passed('SC-1'), started('SC-2')]) progress.onEvent(event);
    progress.note('so');
    expect(terminal.screen[0]).toBe('Run R: 2 scenarios of agent desk, profile local, 2 at once');
    expect(terminal.screen.at(-1)).toMatch(/^. {2}1\/2 {2}1 passed, 0 failed, 0 unable {2}\d+ s {2}SC-2 execute$/);
    progress.close();
    progress.close();
    expect(terminal.screen.at(-1)).toBe('');
  });

  it('keeps what should stay above the line', () => {
    open(true);
    progress.onEvent(planned);
    progress.onEvent({ type: 'output', phase: 'execute', scenarioId: 'SC-1', text: 'one\n\u001b[2Jtwo\n' });
    expect(terminal.screen.slice(1, 3)).toEqual(['SC-1 execute | one', 'SC-1 execute | ␛[2Jtwo']);
    expect(terminal.screen.at(-1)).toContain('0/2');
  });

  it('counts down a wait', () => {
    open();
    progress.onEvent(planned);
    const wait = { type: 'waiting', phase: 'collect', scenarioId: 'SC-1', remainingMs: 42_000 } as const;
    progress.onEvent({ ...wait, untilMs: Date.now() + 42_000 });
    progress.note('now');
    expect(terminal.screen.at(-1)).toMatch(/SC-1 collect in 4[12] s$/);
  });

  it('never wraps', () => {
    open();
    progress.onEvent(planned);
    for (let n = 1; n <= 8; n++) progress.onEvent(started(`A-RATHER-LONG-ID-${n}`));
    progress.note('x');
    expect(terminal.screen.at(-1)?.length).toBeLessThan(80);
  });
});
