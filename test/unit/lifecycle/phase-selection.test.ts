import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectPhases } from '../../../engine/lifecycle/phase-selection';
import { runPhases } from '../../../schemas/phase';

type Request = Parameters<typeof selectPhases>[0];
const select = (request: Partial<Request>) => selectPhases({ continuing: false, ...request });
function selected(request: Partial<Request>): string {
  const result = select(request);
  return result.ok ? result.value.join(' ') : `refused: ${result.error.message} | ${result.error.remedy ?? ''}`;
}

describe('the phases of a run', () => {
  it('are all of them when nothing is said', () => {
    expect(selected({})).toBe('prepare open execute close collect judge');
  });

  it('--phases may come in any order and is sorted', () => {
    expect(selected({ phases: ['close', 'prepare', 'execute', 'open'] })).toBe('prepare open execute close');
    expect(selected({ phases: ['prepare', 'prepare'] })).toBe('prepare');
  });

  it('--skip drops a suffix', () => {
    expect(selected({ skip: ['judge'] })).toBe('prepare open execute close collect');
    expect(selected({ skip: ['judge', 'collect'] })).toBe('prepare open execute close');
  });

  it.each<[string, Partial<Request>, RegExp]>([
    ['between two', { phases: ['prepare', 'close'] }, /hole: open is missing between prepare and close \| Add open/],
    ['of one phase', { phases: ['prepare', 'open', 'close', 'collect'] }, /hole: execute is missing/],
    ['made by --skip', { skip: ['execute'] }, /hole: execute is missing between prepare and judge/],
    ['also in a run that is continued', { phases: ['execute', 'judge'], continuing: true }, /hole: close is missing/],
  ])('a hole is refused with the missing phase named: %s', (_, request, message) => {
    expect(selected(request)).toMatch(message);
  });

  it('both flags together are refused', () => {
    expect(selected({ phases: ['prepare'], skip: ['judge'] })).toMatch(/^refused: --phases and --skip/);
  });

  it('an unknown phase is refused with the known ones', () => {
    expect(selected({ phases: ['prepare', 'exectue'] })).toMatch(
      /^refused: there is no phase exectue \|.*prepare, open, execute, close, collect, judge/,
    );
    expect(selected({ skip: [''] })).toMatch(/^refused: there is no phase/);
  });

  it('nothing left to run is refused', () => {
    expect(selected({ skip: [...runPhases] })).toMatch(/^refused: no phase is left/);
    expect(selected({ phases: [] })).toMatch(/^refused: no phase is left/);
  });

  it('collect and judge alone need a run to continue', () => {
    for (const phases of [['collect'], ['judge'], ['collect', 'judge']]) {
      expect(selected({ phases })).toMatch(/^refused: .*--run <id>/);
      expect(selected({ phases, continuing: true })).toBe(phases.join(' '));
    }
  });

  it('a new run may be a suffix, as long as it reaches the agent', () => {
    expect(selected({ phases: ['open', 'execute', 'close', 'collect', 'judge'] })).toBe(
      'open execute close collect judge',
    );
    expect(selected({ phases: ['execute', 'close', 'collect', 'judge'] })).toBe('execute close collect judge');
    expect(selected({ phases: ['close', 'collect', 'judge'] })).toMatch(/^refused: .*execute has not run/);
  });

  it('a middle part is no new run, and the missing phase is named', () => {
    expect(selected({ phases: ['open', 'execute'] })).toMatch(/^refused: .*prepare is missing before open/);
  });

  it('--skip drops no first phase', () => {
    expect(selected({ skip: ['prepare'] })).toMatch(/^refused: --skip leaves out the last phases only/);
  });

  it('any contiguous part continues a run', () => {
    expect(selected({ phases: ['close', 'execute'], continuing: true })).toBe('execute close');
  });

  it('whatever is asked for, what runs is a contiguous part in the order of the lifecycle, and reaches the agent or the start when new', () => {
    fc.assert(
      fc.property(fc.subarray([...runPhases]), fc.boolean(), fc.boolean(), (names, skip, continuing) => {
        const result = selectPhases({ ...(skip ? { skip: names } : { phases: names }), continuing });
        if (!result.ok) return;
        const first = runPhases.indexOf(result.value[0] ?? 'prepare');
        expect(result.value).toEqual(runPhases.slice(first, first + result.value.length));
        expect([...result.value].sort()).toEqual(runPhases.filter((phase) => names.includes(phase) !== skip).sort());
      }),
    );
  });
});
