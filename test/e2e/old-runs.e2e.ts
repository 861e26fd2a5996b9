import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyExample } from '../../scripts/lib/example-copy.mjs';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { addChangingAgent } from './harness/changing-agent';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';
import { addSleepingAgent } from './in-host/sleeping-agent';

describe('old runs', () => {
  const copy = copyExample('refund-desk');
  let runsDir = '';
  beforeAll(() => {
    runsDir = path.join(addChangingAgent(copy.folder), 'runs');
    const rook = path.join(repositoryRoot, 'dist', 'rook.js');
    for (let n = 0; n < 4; n++)
      execFileSync(process.execPath, [rook, 'run', '--agent', 'coin'], { cwd: copy.folder, stdio: 'ignore' });
  });
  afterAll(() => copy.remove());
  const workbench = useWorkbench({ folder: copy.folder });
  const input = () => workbench().page.locator('.quick-input-widget .quick-input-box input');
  const runs = () => readdirSync(runsDir).sort();

  function set(settings: Record<string, unknown>): void {
    const file = path.join(copy.folder, '.vscode', 'settings.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(settings));
  }

  test('stay all of them while the settings keep all and the user says no', async () => {
    const { runCommand, page, answerDialog, dialogText } = workbench();
    const before = runs();
    await runCommand('Rook: Remove Old Runs…');
    await waitFor('the question how many', async () => (await input().inputValue()) === '10');
    await input().fill('0');
    await page.getByText('A whole number from 1 on').waitFor();
    await input().fill('3');
    await page.keyboard.press('Enter');
    const text = await dialogText();
    expect(text).toMatch(/^Remove 1 run\(s\), \d+(\.\d)? KB, with their verdicts and evidence\?/);
    expect(text).toContain(`Coin: 1 run(s), beyond the newest 3• ${before[0]}, `);
    await answerDialog('Cancel');
    expect(runs()).toEqual(before);
  });

  test('go when the user agrees, and no other: not the newest, and none that goes on', async () => {
    const { runCommand, answerDialog, dialogText, waitForNotification, page } = workbench();
    const before = runs();
    const goesOn = path.join(runsDir, before[0] ?? '', 'run.yaml');
    const text = readFileSync(goesOn, 'utf8');
    writeFileSync(goesOn, text.replace('status: completed', 'status: running'));
    set({ 'rook.run.keepRuns': 2 });
    await waitFor('the setting', async () => {
      await runCommand('Rook: Remove Old Runs…');
      const dialog = page.locator('.monaco-dialog-box');
      await waitFor('a question', async () => (await input().isVisible()) || (await dialog.isVisible()));
      if (await dialog.isVisible()) return true;
      await page.keyboard.press('Escape');
      return false;
    });
    expect(await dialogText()).toContain('beyond the newest 2');
    await answerDialog('Remove');
    await waitForNotification(/1 run\(s\) removed, \d+(\.\d)? KB freed/);
    expect(runs()).toEqual(before.filter((_, index) => index !== 1));
  });

  test('are not to be removed when there are none', async () => {
    const { runCommand, waitForNotification } = workbench();
    await runCommand('Rook: Remove Old Runs…');
    await waitForNotification('There are no old runs to remove.');
  });

  test('stay while their agent is being run', async () => {
    const { openTestingView, filterTests, expandAll, hoverRun, runCommand, answerDialog, waitForNotification, page } =
      workbench();
    const sleeper = addSleepingAgent(copy.folder);
    const agent = path.join(path.dirname(path.dirname(runsDir)), 'sleeper');
    for (const id of ['2020-01-01T00-00-00Z', '2020-01-02T00-00-00Z']) {
      const stored = path.join(agent, 'runs', id);
      mkdirSync(stored, { recursive: true });
      writeFileSync(path.join(stored, 'run.yaml'), 'id: x\nagent_id: sleeper\ncreated: x\nincluded: []\n');
    }
    await openTestingView();
    await filterTests('SC-900');
    await expandAll();
    await hoverRun(/^SC-900/);
    await sleeper.waitUntilAsleep('SC-900');
    await runCommand('Rook: Remove Old Runs…');
    await answerDialog('Remove');
    await waitForNotification(/The runs of Sleeper stay: agent sleeper is being run by process/);
    expect(readdirSync(path.join(agent, 'runs'))).toContain('2020-01-01T00-00-00Z');
    await page.locator('.part.sidebar .title-actions a.action-label[aria-label^="Cancel Test Run"]').click();
  });
});
