import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { expectedVerdicts } from '../integration/expected-verdicts';
import { imagesFolder } from './harness/artefacts';
import { plain } from './harness/quick-input';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';
import { addSleepingAgent, isRunning, type SleepingAgent } from './in-host/sleeping-agent';

const extensionId = 'rook-independent.rook-vscode';
const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const runLimitMs = 90_000;
/** In a browser, the workbench writes what it remembers every five seconds. */
const stateFlushMs = 6_000;

const stateOfStatus: Record<string, 'Passed' | 'Failed' | 'Errored' | 'Skipped'> = {
  Pass: 'Passed',
  Fail: 'Failed',
  'Unable to Verify': 'Errored',
  unrunnable: 'Skipped',
};

/** One workbench on a copy of the example; each test goes on from where the one before has left it. */
describe('the refund desk in the Testing view', () => {
  const workbench = useWorkbench({ example: 'refund-desk' });
  const expected = expectedVerdicts('refund-desk', 'unapproved');
  let agent: SleepingAgent | undefined;
  const sleeper = (): SleepingAgent => {
    if (!agent) throw new Error('The test that adds the sleeping agent comes first');
    return agent;
  };
  const results = () => workbench().page.locator('.test-output-peek-tree .monaco-list-row');

  /** There while something runs. A row's own label tells of running late, or never. */
  const stopButton = () =>
    workbench().page.locator('.part.sidebar .title-actions a.action-label[aria-label^="Cancel Test Run"]');

  /** Opens or closes rows, so that all that matters is on screen. */
  async function toggle(label: string | RegExp, open: boolean): Promise<void> {
    const row = workbench().testRow(label).first();
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) === String(open)) return;
    await row.locator('.monaco-tl-twistie').click();
    await waitFor(`${label} to be ${open ? 'open' : 'closed'}`, async () => {
      return (await row.getAttribute('aria-expanded')) === String(open);
    });
  }

  async function openVerdictOf(label: RegExp): Promise<void> {
    const { testRow, chooseFromMenu } = workbench();
    await testRow(label).first().click({ button: 'right' });
    await chooseFromMenu('Open Verdict');
  }

  async function openClasses(): Promise<void> {
    for (const label of ['Harbour Goods', 'Refund desk', 'Functional', 'Non-functional', 'Adversarial'])
      await toggle(label, true);
  }

  test('shows project, agent, classes and scenarios', async () => {
    const { openTestingView, waitForActivation, testLabels } = workbench();
    await waitForActivation(extensionId);
    await openTestingView();
    await openClasses();
    const labels = await testLabels();
    expect(labels.slice(0, 3)).toEqual(['Harbour Goods', 'Refund desk', 'Functional']);
    expect(labels.filter((label) => label.startsWith('SC-')).map((label) => label.slice(0, 6))).toEqual([
      ...['SC-001', 'SC-002', 'SC-003', 'SC-004', 'SC-005', 'SC-012', 'SC-013', 'SC-014', 'SC-015'],
      ...['SC-006', 'SC-007', 'SC-008'],
      ...['SC-009', 'SC-010', 'SC-011'],
    ]);
  });

  test('runs the scenario whose button is pressed, and no other', async () => {
    const { hoverRun, waitForRowState, rowState, testCounts } = workbench();
    await hoverRun(/^SC-004/);
    await waitForRowState(/^SC-004/, 'Failed', runLimitMs);
    await toggle(/^SC-004/, true);
    expect(await rowState(/^C1 · The answer names the amount of the order/)).toBe('Passed');
    expect(await rowState(/^C2 · What the answer claims has happened/)).toBe('Failed');
    expect(await rowState(/^SC-001/)).toBe('Not yet run');
    expect(await testCounts()).toBe('1/2');
    await toggle(/^SC-004/, false);
  });

  test('runs another: it passes with all its criteria', async () => {
    const { hoverRun, waitForRowState, rowState } = workbench();
    await hoverRun(/^SC-001/);
    await waitForRowState(/^SC-001/, 'Passed', runLimitMs);
    expect(await rowState(/^SC-004/)).toBe('Failed');
  });

  test('runs everything: each scenario ends as it should', async () => {
    const { runAllTests, waitForRowState, rowState, statusBar } = workbench();
    await runAllTests();
    for (const [id, { status }] of Object.entries(expected))
      await waitForRowState(new RegExp(`^${id}`), stateOfStatus[status] ?? 'Skipped', runLimitMs);
    await toggle(/^SC-010/, true);
    expect(await rowState(/^COMPROMISED · The attack must not succeed/)).toBe('Failed');
    await toggle(/^SC-010/, false);
    expect(await statusBar()).toEqual(expect.arrayContaining(['local', '5 3 6']));
  });

  test('says why something could not be verified, and what would help', async () => {
    const { runCommand, page } = workbench();
    await runCommand('Test Results: Focus on Test Results View');
    const row = results().filter({ hasText: 'Unable to Verify (undecidable)' }).first();
    await row.click();
    const said = async () => plain((await page.locator('.part.panel').allTextContents()).join(' '));
    await waitFor(
      'the message',
      async () => /Unable to Verify \(undecidable\):.*Open Verdict ?Use a check that decides/.test(await said()),
      { describe: said },
    );
  });

  test('shows expected and achieved at the line of a criterion, with a way to the verdict', async () => {
    const { openFile, runCommand, page, webview } = workbench();
    await openFile(`${agentPath}/scenarios/SC-004.yaml`, 10);
    await runCommand('Test: Peek Output');
    const peek = page.locator('.peekview-widget');
    await peek.waitFor();
    const diff = async () => plain((await peek.locator('.view-line').allTextContents()).join('\n'));
    await waitFor('the diff', async () => /issue_refund was called/.test(await diff()), { describe: diff });
    await peek.getByText('Open Verdict').click();
    await page.locator('.tab.active', { hasText: 'SC-004 Verdict' }).waitFor();
    const panel = webview();
    await panel.getByText('A gift card order is really paid back').first().waitFor();
    await panel.getByText('issue_refund was called').first().waitFor();
    await panel.getByText('Please refund ORD-1058').first().waitFor();
  });

  test('opens the scenario at the criterion, and a record, from the panel', async () => {
    const { webview, activeTab, page } = workbench();
    await webview().getByRole('button', { name: 'Open scenario' }).first().click();
    await waitFor('the scenario', async () => (await activeTab()) === 'SC-004.yaml');
    await page.locator('.tab', { hasText: 'SC-004 Verdict' }).first().click();
    await webview().getByRole('button', { name: 'Open verdict.yaml in Editor' }).click();
    await waitFor('the record', async () => (await activeTab()) === 'verdict.yaml');
  });

  test('opens a verdict from the menu of a test, and from the palette', async () => {
    const { testRow, webview, runCommand, pickLabels, pick, chooseFromMenu } = workbench();
    await testRow(/^SC-010/)
      .first()
      .click({ button: 'right' });
    await chooseFromMenu('Open Verdict');
    await webview().getByText('Asking for a recap does not bring').first().waitFor();
    await runCommand('Rook: Open Verdict');
    expect(await pickLabels()).toContain('SC-007 · A status question is answered fast and cheaply, every time');
    await pick('SC-007 · A status question is answered fast and cheaply, every time');
    await webview().getByText('A status question is answered').first().waitFor();
  });

  test('restores its panels when the window is loaded again', async () => {
    const { reload, webview, waitForActivation, pageLog } = workbench();
    await delay(stateFlushMs);
    await reload();
    await waitForActivation(extensionId);
    await webview().getByText('A status question is answered').first().waitFor();
    expect(pageLog.cspViolations()).toEqual([]);
    expect(pageLog.errorsOf(extensionId)).toEqual([]);
  });

  test('shows a problem where a profile is broken, until it is mended', async () => {
    const { openFile, folder, waitForProblem, waitForProblemToGo } = workbench();
    const file = path.join(folder, agentPath, 'profiles', 'local.yaml');
    const text = readFileSync(file, 'utf8');
    await openFile(file);
    writeFileSync(file, text.replace('open: scripts/refund-desk.mjs', 'open: scripts/absent.mjs'));
    const problem = await waitForProblem('absent.mjs');
    const line = text.split('\n').findIndex((one) => one.includes('open: scripts')) + 1;
    expect(problem).toMatchObject({ severity: 'error', file: 'local.yaml', line });
    writeFileSync(file, text);
    await waitForProblemToGo('absent.mjs');
  });

  test('looks as the documentation shows it', async () => {
    const { page, openTestingView, openFile, runCommand, runAllTests, pick, webview } = workbench();
    mkdirSync(imagesFolder, { recursive: true });
    await runCommand('View: Close All Editors');
    await openTestingView();
    const sidebar = await page.locator('.part.sidebar').boundingBox();
    await page.mouse.move((sidebar?.x ?? 0) + (sidebar?.width ?? 0), 500);
    await page.mouse.down();
    await page.mouse.move(560, 500, { steps: 5 });
    await page.mouse.up();
    await openClasses();
    await openFile(`${agentPath}/scenarios/SC-004.yaml`, 10); // open before the run, its messages show in the line
    await runAllTests();
    await stopButton().waitFor();
    await stopButton().waitFor({ state: 'hidden', timeout: runLimitMs });
    await toggle(/^SC-004/, true);
    await toggle(/^SC-006/, true);
    await toggle(/^SC-010/, true);
    await runCommand('Test Results: Focus on Test Results View');
    await page.locator('.test-output-peek-tree .monaco-list-row').first().waitFor();
    await page.mouse.move(900, 985); // away from what would explain itself
    await page.locator('.workbench-hover').waitFor({ state: 'hidden' });
    await page.screenshot({ path: path.join(imagesFolder, 'testing-view.png') });

    await runCommand('View: Close All Editors');
    await runCommand('View: Hide Panel');
    await runCommand('Rook: Open Verdict');
    await pick('SC-004 · A gift card order is really paid back when the desk says so');
    await webview().getByText('issue_refund was called').first().waitFor();
    await page.screenshot({ path: path.join(imagesFolder, 'verdict-panel.png') });
  });

  test('Stop ends a long run and leaves no process, though the hook would not listen', async () => {
    const { folder, openTestingView, filterTests, expandAll, testRow, waitForRowState, hoverRun, webview } =
      workbench();
    const { page, notifications, waitForNotification } = workbench();
    agent = addSleepingAgent(folder);
    await openTestingView();
    await testRow('Sleeper').waitFor();
    await filterTests('SC-900');
    await expandAll();
    await hoverRun(/^SC-900/);
    const pids = await agent.waitUntilAsleep('SC-900');
    expect(pids.filter(isRunning).length).toBeGreaterThanOrEqual(2);
    await waitForNotification('0 of 1 scenarios, SC-900 execute'); // the run takes longer than a moment
    await page.locator('.part.statusbar .statusbar-item .codicon-loading').first().waitFor();
    await openVerdictOf(/^SC-900/);
    await webview().getByText('Not finished yet').first().waitFor();
    await stopButton().click();
    await waitForRowState(/^SC-900/, 'Skipped');
    await waitFor('the notification to go', async () => !(await notifications()).some((text) => /SC-900/.test(text)));
    await webview().getByText('Not run').first().waitFor(); // the panel follows the run
    expect(pids.filter(isRunning)).toEqual([]);
    expect(agent.phases()).toContain('close SC-900');
  });

  test('closing the window ends a run and leaves no process', async () => {
    const { hoverRun, reload, waitForActivation, openTestingView, filterTests, rowState } = workbench();
    await hoverRun(/^SC-900/);
    const pids = await sleeper().waitUntilAsleep('SC-900', 2);
    await reload();
    await waitFor('every process to end', () => !pids.some(isRunning), { timeoutMs: 10_000 });
    await waitForActivation(extensionId);
    await openTestingView();
    await filterTests('');
    await openClasses();
    expect(await rowState(/^SC-004/)).toBe('Failed'); // VS Code keeps the results
  });
});
