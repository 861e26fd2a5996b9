import { describe, expect, test } from 'vitest';
import { AgentQueue } from '../../../extension/agent-queue';

const never = new AbortController().signal;
const ticks = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('AgentQueue', () => {
  test('lets the first in at once, and the next when it has left', async () => {
    const queue = new AgentQueue();
    const log: string[] = [];
    const leave = await queue.enter('a', never, () => log.push('first waits'));
    const second = queue.enter('a', never, () => log.push('second waits')).then(() => log.push('second in'));
    await ticks();
    expect(log).toEqual(['second waits']);
    leave?.();
    await second;
    expect(log).toEqual(['second waits', 'second in']);
  });

  test('keeps agents apart', async () => {
    const queue = new AgentQueue();
    await queue.enter('a', never, () => {});
    expect(await queue.enter('b', never, () => {})).toBeTypeOf('function');
  });

  test('lets go of one that is cancelled while it waits; those behind it still wait for the first', async () => {
    const queue = new AgentQueue();
    const log: string[] = [];
    const leave = await queue.enter('a', never, () => {});
    const cancel = new AbortController();
    const second = queue.enter('a', cancel.signal, () => {});
    const third = queue.enter('a', never, () => {}).then(() => log.push('third in'));
    cancel.abort();
    expect(await second).toBeUndefined();
    await ticks();
    expect(log).toEqual([]);
    leave?.();
    await third;
    expect(log).toEqual(['third in']);
  });

  test('a cancelled request that finds nobody before it does not enter either', async () => {
    expect(await new AgentQueue().enter('a', AbortSignal.abort(), () => {})).toBeUndefined();
  });
});
