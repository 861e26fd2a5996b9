import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { copyExample } from '../../scripts/lib/example-copy.mjs';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';
import type { Workbench } from './harness/workbench';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const runLimitMs = 60_000;

/** Adds a comment at the end of a scenario, and saves it in the editor. */
async function saveScenario({ openFile, focusEditor, page, saveFile }: Workbench, id: string): Promise<void> {
  await openFile(`${agentPath}/scenarios/${id}.yaml`);
  await focusEditor();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n# changed');
  await saveFile();
}

/** Ids of the runs in a copy of the example. */
function runsIn(folder: string): string[] {
  try {
    return readdirSync(path.join(folder, agentPath, 'runs')).sort();
  } catch {
    return []; // nothing has run
  }
}

describe('continuous run', () => {
  const workbench = useWorkbench({ example: 'refund-desk', settings: { 'rook.watch.maxRunsPerHour': 1 } });
  const runs = () => runsIn(workbench().folder);
  const scenarios = (run: string) => readdirSync(path.join(workbench().folder, agentPath, 'runs', run, 'scenarios'));
  const saveChanged = (id: string) => saveScenario(workbench(), id);

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

describe('continuous run with a profile that sounds like production', () => {
  const copy = copyExample('refund-desk');
  const profiles = path.join(copy.folder, agentPath, 'profiles');
  const local = readFileSync(path.join(profiles, 'local.yaml'), 'utf8');
  writeFileSync(path.join(profiles, 'production.yaml'), local.replace('id: local', 'id: production'));
  writeFileSync(path.join(profiles, 'active'), 'production\n');
  afterAll(() => copy.remove());
  const workbench = useWorkbench({ folder: copy.folder });

  test('asks first, and watches nothing when that is not wanted', async () => {
    const { openTestingView, expandAll, filterTests, hoverRun, dialogText, answerDialog } = workbench();
    await openTestingView();
    await expandAll();
    await filterTests('SC-001');
    await hoverRun(/^Refund desk/, 'Turn on Continuous Run');
    expect(await dialogText()).toBe(
      'Run scenarios against production each time a file is saved? The name of this profile says that it reaches the real thing.',
    );
    await answerDialog('Cancel');
    await saveScenario(workbench(), 'SC-001');
    await delay(2_000); // a run would have begun by then
    expect(runsIn(copy.folder)).toEqual([]);
    await hoverRun(/^Refund desk/, 'Turn off Continuous Run');
  });

  test('runs what is saved when it is wanted', async () => {
    const { hoverRun, dialogText, answerDialog, waitForRowState } = workbench();
    await hoverRun(/^Refund desk/, 'Turn on Continuous Run');
    await dialogText();
    await answerDialog('Watch Anyway');
    await saveScenario(workbench(), 'SC-001');
    await waitForRowState(/^SC-001/, 'Passed', runLimitMs);
    expect(runsIn(copy.folder)).toHaveLength(1);
  });
});
