import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Debounce } from '../../../language-server/diagnostics/debounce';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Types at a rhythm and tells which versions were checked in the end. */
function type(keys: number, gapMs: number): number[] {
  const debounce = new Debounce();
  const checked: number[] = [];
  for (let version = 1; version <= keys; version++) {
    debounce.change('a', () => checked.push(version));
    if (version < keys) vi.advanceTimersByTime(gapMs);
  }
  vi.runAllTimers();
  return checked;
}

it('a burst is checked once, in its last version, whatever its rhythm', () => {
  for (const gapMs of [0, 1, 20, 40, 49]) expect(type(15, gapMs)).toEqual([15]);
});

it('slower typing is checked after its first key, and then when it rests', () => {
  for (const gapMs of [60, 120, 200, 280]) expect(type(15, gapMs)).toEqual([1, 15]);
});

it('changes that are far apart are checked each', () => {
  expect(type(3, 1000)).toEqual([1, 2, 3]);
});

it('a lone change waits no longer than 50 ms', () => {
  const debounce = new Debounce();
  const work = vi.fn();
  debounce.change('a', work);
  const begin = performance.now();
  vi.runAllTimers();
  expect(performance.now() - begin).toBeLessThanOrEqual(52); // on a clock that the test winds
  expect(work).toHaveBeenCalledOnce();
});

it('documents do not wait for each other', () => {
  const debounce = new Debounce();
  const checked: string[] = [];
  for (const key of ['a', 'b', 'a']) debounce.change(key, () => checked.push(key));
  vi.runAllTimers();
  expect(checked.sort()).toEqual(['a', 'b']);
});

it('a recheck does not hurry a change that is waited for', () => {
  const debounce = new Debounce();
  const checked: string[] = [];
  debounce.change('a', () => checked.push('change'));
  debounce.soon('a', () => checked.push('recheck'));
  vi.runAllTimers();
  expect(checked).toEqual(['change']);
});

it('nothing runs after its document was closed, or after the end', () => {
  const debounce = new Debounce();
  const work = vi.fn();
  debounce.change('a', work);
  debounce.cancel('a');
  debounce.change('b', work);
  debounce.dispose();
  vi.runAllTimers();
  expect(work).not.toHaveBeenCalled();
});
