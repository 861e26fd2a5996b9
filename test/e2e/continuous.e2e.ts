import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const runLimitMs = 60_000;

describe('continuous run', () => {
  const workbench = useWorkbench({ example: 'refund-desk', settings: { 'rook.watch.maxRunsPerHour': 1 } });
  const runs = () => {
    try {
      return readdirSync(path.join(workbench().folder, agentPath, 'runs')).sort();
    } catch {
      return []; // nothing has run
    }
  };
  const scenarios = (run: string) => readdirSync(path.join(workbench().folder, agentPath, 'runs', run, 'scenarios'));

  /** Adds a comment at the end of a scenario, and saves it in the editor. */
  async function saveChanged(id: string): Promise<void> {
    const { openFile, focusEditor, page, saveFile } = workbench();
    await openFile(`${agentPath}/scenarios/${id}.yaml`);
    await focusEditor();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('\n# changed');
    await saveFile();
  }

  test('runs the scenario that was saved, and no other', async () => {
    const { openTestingView, expandAll, filterTests, hoverRun, waitForRowState } = workbench();
    await openTestingView();
    await expandAll();
    await filterTests('SC-00');
    await hoverRun(/^Refund desk/, 'Turn on Continuous Run');
    await saveChanged('SC-001');
    await waitForRowState(/^SC-001/, 'Passed', runLimitMs);
    expect(runs().map(scenarios)).toEqual([['SC-001']]);
  });

  test('spends no more than the settings allow, and says so', async () => {
    const { waitForNotification, rowState } = workbench();
    await saveChanged('SC-002');
    await waitForNotification(/Rook does not run 1 scenario\(s\) again: watching has run 1 within the hour/);
    expect(runs()).toHaveLength(1);
    expect(await rowState(/^SC-002/)).toBe('Not yet run');
  });

  test('ends when it is switched off', async () => {
    const { hoverRun, page } = workbench();
    await hoverRun(/^Refund desk/, 'Turn off Continuous Run');
    const toasts = page.locator('.notifications-toasts .notification-list-item');
    await workbench().runCommand('Notifications: Clear All Notifications');
    await waitFor('no notification', async () => (await toasts.count()) === 0);
    await saveChanged('SC-002');
    await hoverRun(/^SC-002/);
    await workbench().waitForRowState(/^SC-002/, 'Passed', runLimitMs);
    expect(runs()).toHaveLength(2);
    expect(await toasts.count()).toBe(0);
  });
});
