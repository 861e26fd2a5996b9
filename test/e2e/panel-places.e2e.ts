import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyExample } from '../../scripts/lib/example-copy.mjs';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { plain } from './harness/quick-input';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';
import { addWaitingAgent } from './harness/waiting-agent';

/** In a browser, the workbench writes what it remembers every five seconds. */
const stateFlushMs = 6_000;
const rook = path.join(repositoryRoot, 'dist', 'rook.js');

describe('the places of the panel in the editor', () => {
  const copy = copyExample('refund-desk');
  const agents = path.join(copy.folder, '.testmuai/rook/projects/harbour-goods/agents');
  const runsOf = (agent: string): string[] => {
    const folder = path.join(agents, agent, 'runs');
    return existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => !name.startsWith('.'))
          .sort()
      : [];
  };
  const waiting = addWaitingAgent(copy.folder);
  let first = '';
  let second = '';
  beforeAll(async () => {
    // As a rule the two fall into one second then: the id of the second run is that of the first and a number.
    await delay(1_000 - (Date.now() % 1_000));
    for (const only of ['SC-001,SC-004', 'SC-001'])
      execFileSync(process.execPath, [rook, 'run', '--only', only], { cwd: copy.folder, stdio: 'ignore' });
    [first = '', second = ''] = runsOf('refund-desk');
  });
  afterAll(() => copy.remove());
  const workbench = useWorkbench({ folder: copy.folder });

  const places = () => workbench().webview().getByRole('navigation', { name: 'Places' });
  const here = () => places().locator('[aria-current="page"]');
  const waitForPlace = (words: string) =>
    waitFor(`the panel to stand at ${words}`, async () => plain((await here().textContent()) ?? '') === words, {
      describe: () => here().allTextContents(),
    });
  const go = (way: string) => places().getByRole('button', { name: way, exact: true }).click();
  const closeAll = () => workbench().runCommand('View: Close All Editors');

  test('Open Run… leads to its overview, and from there to everything else and back', async () => {
    const { runCommand, tab, openTestingView } = workbench();
    await openTestingView();
    await runCommand('Rook: Open Run…');
    await workbench().runRow(first).click();
    await tab(`Run ${first}`).waitFor();
    await waitForPlace(`Run ${first}`);
    expect(await places().getByRole('button', { name: 'Back' }).count()).toBe(0);
    await go('Trends');
    await waitForPlace('Trends');
    await tab('Refund desk Trends').waitFor();
    await go('Compare');
    await waitForPlace('Comparison');
    await tab('Refund desk Compared').waitFor();
    await go('Back');
    await waitForPlace('Trends');
    await go('Back');
    await waitForPlace(`Run ${first}`);
    await tab(`Run ${first}`).waitFor();
  });

  test('of a run that is not the newest leads to the newest', async () => {
    await go('Newer run');
    await waitForPlace(`Run ${second}`);
  });

  test('from the verdict of a scenario lead to its run, and back', async () => {
    const { runCommand, pick, tab } = workbench();
    await closeAll();
    await runCommand('Rook: Open Verdict');
    await pick('SC-001 · A delivered order is refunded after the identity check');
    await tab('SC-001 Verdict').waitFor();
    await waitForPlace('SC-001');
    await go(`Run ${second}`);
    await waitForPlace(`Run ${second}`);
    await go('Back');
    await waitForPlace('SC-001');
  });

  test.each([
    ['Trends', 'Refund desk Trends'],
    ['Comparison', `Refund desk Compared`],
  ])('are restored when the window is loaded again: %s', async (place, title) => {
    const { reload, runCommand, tab } = workbench();
    await closeAll();
    if (place === 'Trends') await runCommand('Rook: Open Trends');
    else {
      await runCommand('Rook: Compare Runs…');
      await workbench().runRow(second).click();
      await waitFor('the second question', async () => (await workbench().runRow(second).count()) === 0);
      await workbench().runRow(first).click();
    }
    await tab(title).waitFor();
    await waitForPlace(place);
    await delay(stateFlushMs);
    await reload();
    await tab(title).waitFor();
    await waitForPlace(place);
  });

  test('are reached from the status bar: the last run', async () => {
    const { clickStatusBar, tab } = workbench();
    await closeAll();
    await clickStatusBar(/^\s*1\s*0\s*0\s*$/);
    await tab(`Run ${second}`).waitFor();
    await waitForPlace(`Run ${second}`);
  });

  test('are reached from the Test Explorer: the last run of an agent, the trends of a scenario', async () => {
    const { openTestingView, expandAll, filterTests, testRow, chooseFromMenu, tab } = workbench();
    await closeAll();
    await openTestingView();
    await expandAll();
    await filterTests('SC-001');
    await testRow(/^SC-001/)
      .first()
      .click({ button: 'right' });
    await chooseFromMenu('Open Trends');
    await tab('SC-001 Trends').waitFor();
    await testRow(/^SC-001/)
      .first()
      .click({ button: 'right' });
    await chooseFromMenu('Open Last Run');
    await tab(`Run ${second}`).waitFor();
    await filterTests('');
  });

  test('follow a run that the command makes, while it goes on', async () => {
    const { tab, runCommand, pageLog } = workbench();
    await closeAll();
    const command = spawn(process.execPath, [rook, 'run', '--agent', 'waiting'], { cwd: copy.folder, stdio: 'ignore' });
    const ended = new Promise((resolve) => command.once('exit', resolve));
    const id = await waitFor('its folder', () => runsOf('waiting')[0]);
    await waiting.untilAsked();
    await runCommand('Rook: Open Run…');
    await workbench().runRow(id).click();
    await tab(`Run ${id}`).waitFor();
    await waitForPlace(`Run ${id}`);
    waiting.answer();
    await ended;
    // Another one appears on the page of the first by itself.
    execFileSync(process.execPath, [rook, 'run', '--agent', 'waiting'], { cwd: copy.folder, stdio: 'ignore' });
    await go('Newer run');
    await waitForPlace(`Run ${runsOf('waiting')[1]}`);
    expect(pageLog.cspViolations()).toEqual([]);
  });
});
