import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Debounce } from '../../../language-server/diagnostics/debounce';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Types at a rhythm and tells which versions were worked on, and of which of them the result was delivered. */
function type(keys: number, gapMs: number): { worked: number[]; delivered: number[] } {
  const debounce = new Debounce();
  const worked: number[] = [];
  const delivered: number[] = [];
  for (let version = 1; version <= keys; version++) {
    debounce.change('a', () => {
      worked.push(version);
      return () => delivered.push(version);
    });
    if (version < keys) vi.advanceTimersByTime(gapMs);
  }
  vi.runAllTimers();
  return { worked, delivered };
}

it('the result for a burst is delivered once, of its last version, whatever its rhythm', () => {
  for (const gapMs of [0, 1, 20, 30, 40, 49]) expect(type(15, gapMs).delivered).toEqual([15]);
});

it('a burst is worked on once, or once more where its first key stood alone for a while', () => {
  for (const gapMs of [0, 1, 20, 30, 33]) expect(type(15, gapMs).worked).toEqual([15]);
  for (const gapMs of [40, 49]) expect(type(15, gapMs).worked).toEqual([1, 15]);
});

it('slower typing is checked after its first key, and then when it rests', () => {
  for (const gapMs of [60, 120, 200, 280]) expect(type(15, gapMs).delivered).toEqual([1, 15]);
});

it('a change that comes while the one before is worked on drops its result, however long that took', () => {
  const debounce = new Debounce();
  const delivered: string[] = [];
  debounce.change('a', () => {
    const now = performance.now() + 200;
    vi.spyOn(performance, 'now').mockReturnValue(now); // the work keeps the process busy
    // What came meanwhile is read first, and handled then.
    setImmediate(() => setImmediate(() => debounce.change('a', () => () => delivered.push('second'))));
    return () => delivered.push('first');
  });
  vi.runAllTimers();
  expect(delivered).toEqual(['second']);
});

it('changes that are far apart are checked each', () => {
  expect(type(3, 1000)).toEqual({ worked: [1, 2, 3], delivered: [1, 2, 3] });
});

it('a lone change waits no longer than 50 ms', () => {
  const debounce = new Debounce();
  const deliver = vi.fn();
  debounce.change('a', () => deliver);
  const begin = performance.now();
  vi.runAllTimers();
  expect(performance.now() - begin).toBeLessThanOrEqual(52); // on a clock that the test winds
  expect(deliver).toHaveBeenCalledOnce();
});

it('documents do not wait for each other', () => {
  const debounce = new Debounce();
  const checked: string[] = [];
  for (const key of ['a', 'b', 'a']) debounce.change(key, () => () => checked.push(key));
  vi.runAllTimers();
  expect(checked.sort()).toEqual(['a', 'b']);
});

it('a recheck does not hurry a change that is waited for', () => {
  const debounce = new Debounce();
  const checked: string[] = [];
  debounce.change('a', () => () => checked.push('change'));
  debounce.soon('a', () => () => checked.push('recheck'));
  vi.runAllTimers();
  expect(checked).toEqual(['change']);
});

it('nothing runs after its document was closed, or after the end', () => {
  const debounce = new Debounce();
  const work = vi.fn(() => () => undefined);
  debounce.change('a', work);
  debounce.cancel('a');
  debounce.change('b', work);
  debounce.dispose();
  vi.runAllTimers();
  expect(work).not.toHaveBeenCalled();
});

it('nothing is delivered of what was worked on when its document was closed', () => {
  const debounce = new Debounce();
  const deliver = vi.fn();
  const work = vi.fn(() => deliver);
  debounce.change('a', work);
  vi.advanceTimersByTime(45);
  expect(work).toHaveBeenCalledOnce();
  debounce.cancel('a');
  vi.runAllTimers();
  expect(deliver).not.toHaveBeenCalled();
});
