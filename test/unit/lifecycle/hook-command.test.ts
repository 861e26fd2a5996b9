import { describe, expect, it } from 'vitest';
import { waitSince } from '../../../engine/lifecycle/delay';
import { hookCommand } from '../../../engine/lifecycle/hook-command';
import { hookTimeoutMs } from '../../../engine/lifecycle/run-hook';
import { runIdAt } from '../../../engine/lifecycle/run-id';

describe('how a hook is started', () => {
  const node = { path: '/usr/bin/node', env: {} };
  it.each([
    ['a.mjs', ['/usr/bin/node', 'a.mjs', 'open']],
    ['a.cjs', ['/usr/bin/node', 'a.cjs', 'open']],
    ['A.JS', ['/usr/bin/node', 'A.JS', 'open']],
    ['a.py', ['python3', 'a.py', 'open']],
    ['a.sh', ['bash', 'a.sh', 'open']],
    ['bin/agent', ['bin/agent', 'open']],
  ])('%s', (script, command) => {
    expect(hookCommand(script, 'open', node)).toEqual(command);
  });
});

describe('the time limit of a hook, in milliseconds', () => {
  it.each([
    ['prepare', undefined, 60_000],
    ['open', undefined, 30_000],
    ['execute', undefined, 300_000],
    ['close', undefined, 30_000],
    ['collect', undefined, 120_000],
    ['execute', 1.5, 1500],
    ['close', 1, 5000],
    ['close', 7, 7000],
  ] as const)('%s with timeout_seconds %s is %s', (phase, timeoutSeconds, expected) => {
    const hook = { phase, script: 'a.mjs', ...(timeoutSeconds !== undefined && { timeoutSeconds }) };
    expect(hookTimeoutMs(hook)).toBe(expected);
  });
});

describe('delay_seconds', () => {
  const waits = async (sinceMs: number, delayMs: number, signal = new AbortController().signal) => {
    const remaining: number[] = [];
    await waitSince(sinceMs, delayMs, signal, (_, ms) => remaining.push(ms));
    return remaining;
  };

  it('is no sleep: nothing is waited for when it is over', async () => {
    expect(await waits(Date.now() - 60_000, 60_000)).toEqual([]);
  });

  it('only what remains is waited for', async () => {
    const stop = new AbortController();
    const remaining: number[] = [];
    await waitSince(Date.now() - 20_000, 60_000, stop.signal, (_, ms) => {
      remaining.push(ms);
      queueMicrotask(() => stop.abort());
    });
    expect(remaining).toHaveLength(1);
    expect(remaining[0]).toBeGreaterThan(0);
    expect(remaining[0]).toBeLessThanOrEqual(40_000);
  });

  it('an abort ends the wait', async () => {
    const stop = new AbortController();
    const waiting = waits(Date.now(), 3_600_000, stop.signal);
    stop.abort();
    expect(await waiting).toHaveLength(1);
  });
});

describe('the id of a run', () => {
  it('is its time in UTC, without colons', () => {
    expect(runIdAt(new Date(Date.UTC(2026, 9, 4, 21, 7, 16, 999)))).toBe('2026-10-04T21-07-16Z');
  });
});
