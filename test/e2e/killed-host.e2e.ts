import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';
import { addSleepingAgent, isRunning } from './in-host/sleeping-agent';

describe('an extension host that is killed in the middle of a run', () => {
  let asleep: number[] = [];
  const workbench = useWorkbench({ example: 'refund-desk' });

  test('leaves its hooks behind', async () => {
    const { folder, openTestingView, expandAll, filterTests, hoverRun } = workbench();
    const sleeper = addSleepingAgent(folder);
    await openTestingView();
    await expandAll();
    await filterTests('SC-900');
    await hoverRun(/^SC-900/);
    asleep = (await sleeper.waitUntilAsleep('SC-900')).filter(isRunning);
    expect(asleep.length).toBeGreaterThan(0);
    const host = starterOf(asleep);
    process.kill(host, 'SIGKILL');
    await waitFor('the host to end', () => !isRunning(host));
    expect(asleep.every(isRunning)).toBe(true);
  });

  test('has them ended by the host that takes its place', async () => {
    // The window starts it by itself: a reload now would leave a host half started, waiting hours for its window.
    await waitFor('the orphans to end', () => !asleep.some(isRunning), { timeoutMs: 30_000 });
  });
});

/** The process that has started the first of these: the extension host, which runs the engine. */
function starterOf(pids: readonly number[]): number {
  const parents = pids.map((pid) =>
    Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' })),
  );
  const host = parents.find((parent) => !pids.includes(parent));
  if (host === undefined || host <= 1) throw new Error('nobody has started these processes');
  return host;
}
