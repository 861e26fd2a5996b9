import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { editedExample } from './harness/edited-example';
import { addHostileAgent, hostileLines } from './harness/hostile-agent';
import { panelFrameOf } from './harness/panel-frame';
import { plain } from './harness/quick-input';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';
import { addWaitingAgent } from './harness/waiting-agent';

const extensionId = 'rook-independent.rook-vscode';
const agents = '.testmuai/rook/projects/harbour-goods/agents';
const runLimitMs = 90_000;
const rook = path.join(repositoryRoot, 'dist', 'rook.js');
/** Two pixels. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR42mP8z8BQz0AEYBxVSF+FAABVmQMB2sKrrgAAAABJRU5ErkJggg==';

/** One workbench; each test goes on from where the one before has left it. */
describe('the verdict panel in the workbench', () => {
  const example = editedExample('refund-desk');
  afterAll(() => example.remove());
  const workbench = useWorkbench({ folder: example.folder, settings: { 'files.simpleDialog.enable': true } });
  const { frame, places, waitForPlace, go, row, openBy, focused, traces } = panelFrameOf(workbench);
  const runsOf = (agent: string): string[] => {
    const folder = path.join(example.folder, agents, agent, 'runs');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.filter((name) => !name.startsWith('.')).sort();
  };
  const runByCommand = (...args: string[]) => {
    try {
      execFileSync(process.execPath, [rook, 'run', ...args], { cwd: example.folder, stdio: 'ignore' });
    } catch {
      // A failed scenario is told by the exit code, too.
    }
  };
  const newest = (agent: string): string => runsOf(agent).at(-1) ?? '';
  const heading = () => frame().getByRole('heading', { level: 1 });
  const waitForHeading = (words: RegExp) =>
    waitFor(`the headline ${words}`, async () => words.test(plain((await heading().textContent()) ?? '')), {
      describe: () => heading().allTextContents(),
    });
  const pickRow = (text: string) =>
    workbench().page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first();
  const expectInert = async () => {
    const { pageLog } = workbench();
    expect(await traces()).toEqual([]);
    expect(pageLog.cspViolations()).toEqual([]);
    expect(pageLog.foreignRequests()).toEqual([]);
    expect(pageLog.errorsOf(extensionId)).toEqual([]);
  };

  test('a run of the Test Explorer has its overview: headline, totals, what failed, every scenario', async () => {
    const { openTestingView, testRow, runAllTests, waitForStatusBar, clickStatusBar, tab } = workbench();
    await openTestingView();
    await testRow('Harbour Goods').first().waitFor();
    await runAllTests();
    const passedFailedUnverified = /^\s*5\s*3\s*6\s*$/;
    await waitFor('the run to end', () => waitForStatusBar(passedFailedUnverified), { timeoutMs: runLimitMs });
    await clickStatusBar(passedFailedUnverified);
    await tab(`Run ${newest('refund-desk')}`).waitFor();
    await waitForHeading(/^1 scenario was compromised, 5 of 14 passed, 3 failed, 6 could not be verified\.$/);
    await frame()
      .getByRole('region', { name: 'Compromised: 1 scenario' })
      .getByRole('button', { name: /^SC-010/ })
      .waitFor();
    const totals = frame().getByRole('list', { name: 'Scenarios by status' }).getByRole('listitem');
    expect((await totals.allTextContents()).map(plain)).toEqual([
      '1 Compromised',
      '2 Fail',
      '6 Unable to Verify',
      '5 Pass',
    ]);
    await frame().getByText('passed of all verdicts: 5 of 14').waitFor();
    await frame().getByRole('status').getByText('14 scenarios').waitFor();
    expect(plain((await row('SC-004').textContent()) ?? '')).toContain('expected issue_refund was called; not called');
  });

  test('a row leads to the verdict: criteria, the quotation in its place, records as tree, text and image', async () => {
    const scenario = path.join(example.folder, agents, 'refund-desk/runs', newest('refund-desk'), 'scenarios/SC-004');
    mkdirSync(path.join(scenario, 'artifacts'));
    writeFileSync(path.join(scenario, 'artifacts', 'receipt.png'), Buffer.from(png, 'base64'));
    await openBy(row('SC-004').getByRole('button').first(), 'SC-004');
    await workbench().tab('SC-004 Verdict').waitFor();
    const card = (id: string) => frame().locator('rook-criterion', { hasText: id });
    await card('C2').getByText('observed calls: lookup_order').waitFor(); // what failed is open
    expect(await card('C1').getByText('it is there').isVisible()).toBe(false);
    await card('C1').locator('summary').click();
    await card('C1').getByRole('button', { name: 'Show in transcript' }).click();
    const mark = frame().getByRole('region', { name: 'Transcript' }).locator('mark');
    expect(await mark.textContent()).toContain('Your refund of 25.00 EUR for ORD-1058 has been issued.');
    await frame().getByRole('status').getByText('Highlighted in the transcript.').waitFor();

    const records = frame().getByRole('region', { name: 'Records' });
    const open = (file: string) => records.locator('.line', { hasText: file }).click();
    await open('response.json');
    const tree = records.getByRole('tree', { name: 'response.json' });
    await tree.getByRole('treeitem').filter({ hasText: 'transcript' }).first().waitFor();
    await open('verdict.yaml');
    await records.getByText('status: Fail').first().waitFor();
    await open('receipt.png');
    await records.getByText('2 × 1 pixels').waitFor();
  });

  test('two runs compared show what newly fails and what is fixed; a scenario shows both answers', async () => {
    const desk = example.read('agent/desk.mjs');
    const routes = "{ card: 'issue_refund', invoice: 'issue_refund' }";
    expect(desk).toContain(routes);
    example.write(
      'agent/desk.mjs',
      desk
        .replace(routes, "{ giftcard: 'issue_refund', gift_card: 'issue_refund' }")
        .replace('It takes two to three working days.', 'It takes up to five working days.'),
    );
    runByCommand('--only', 'SC-001,SC-004');
    await go(`Run ${runsOf('refund-desk')[0]}`);
    await go('Newer run'); // it has appeared by itself
    await waitForPlace(`Run ${newest('refund-desk')}`);
    await go('Compare');
    await waitForPlace('Comparison');
    const group = (name: string) => frame().getByRole('region', { name }).getByRole('button');
    await group('Newly failing').filter({ hasText: 'SC-001' }).waitFor();
    await group('Fixed').filter({ hasText: 'SC-004' }).waitFor();
    await group('Newly failing').filter({ hasText: 'SC-001' }).click();
    const answers = frame().locator('rook-compared-scenario');
    await answers.getByRole('region', { name: 'Last answer' }).locator('ins', { hasText: 'five' }).waitFor();
    await answers.getByText('issue_refund was called exactly once').first().waitFor();
  });

  test('trends are charts, each with its table, whose points lead to their runs', async () => {
    await workbench().runCommand('Rook: Open Trends');
    await workbench().tab('Refund desk Trends').waitFor();
    for (const name of ['Pass rate', 'Verdicts', 'Latency', 'Tokens'])
      await frame()
        .getByRole('figure', { name })
        .getByRole('img', { name: /2 runs/ })
        .waitFor();
    const rate = frame().getByRole('figure', { name: 'Pass rate' });
    await rate.locator('summary').click();
    await rate.getByRole('row').nth(2).waitFor();
    await openBy(rate.getByRole('link').first(), `Run ${runsOf('refund-desk')[0]}`);
  });

  test('without a mouse: from the palette to a row, to its criteria, and back', async () => {
    const { page, runCommand } = workbench();
    await runCommand('View: Close All Editors');
    const { keyboard } = page;
    await keyboard.press('F1');
    await keyboard.type('Rook: Open Last Run');
    await pickRow('Rook: Open Last Run').waitFor();
    await keyboard.press('Enter');
    await waitForPlace(`Run ${newest('refund-desk')}`);
    const tabTo = async (what: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
      for (let step = 0; step < 60; step++) {
        if (what.test(await focused())) return;
        await keyboard.press(key);
      }
      throw new Error(`Tab does not lead to ${what}; it ended at ${await focused()}`);
    };
    await row('SC-004').waitFor();
    await tabTo(/^BUTTON: A delivered order is refunded/);
    await keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^BUTTON: A gift card order/);
    await keyboard.press('Enter');
    await waitForPlace('SC-004');
    await frame().locator('rook-criterion').first().waitFor();
    await tabTo(/^SUMMARY: .*C1/);
    await keyboard.press('Enter');
    await frame().getByText('it is there').first().waitFor();
    await tabTo(/^BUTTON: Show in transcript/);
    await keyboard.press('Enter');
    await waitFor('the quotation to have the focus', async () => /^MARK/.test(await focused()), { describe: focused });
    await keyboard.press('Escape');
    await waitFor('the way back', async () => /^BUTTON: Show in transcript/.test(await focused()), {
      describe: focused,
    });
    await tabTo(/^BUTTON: Run /, 'Shift+Tab'); // of the bar, beside "Back"
    await keyboard.press('Shift+Tab');
    await keyboard.press('Enter');
    await waitForPlace(`Run ${newest('refund-desk')}`);
  });

  /** From the command to the question for a file. @returns the file that is offered */
  const askForFile = async (form: string): Promise<void> => {
    const { runCommand, page } = workbench();
    await runCommand('Rook: Export Run…');
    await workbench()
      .runRow(runsOf('refund-desk')[0] ?? '')
      .click();
    await pickRow(form).click();
    const input = page.locator('.quick-input-widget .quick-input-box input');
    await waitFor('the question for a file', async () => /rook-refund-desk-/.test(await input.inputValue()));
  };

  test.each([
    ['HTML Page', 'run.html'],
    ['Markdown Summary', 'run.md'],
    ['JUnit XML', 'run.xml'],
    ['Redacted Bundle', 'run.zip'],
  ])('a run is exported: %s', async (form, name) => {
    const { answerInput, waitForNotification, page } = workbench();
    const file = path.join(example.folder, name);
    await askForFile(form);
    await answerInput(file);
    await waitForNotification(`Exported to ${file}`);
    await page.keyboard.press('Escape');
    const content = readFileSync(file);
    const text = content.toString('utf8');
    if (name === 'run.zip') {
      const files = unzipSync(content);
      const token = example.read(
        path.join(agents, 'refund-desk/runs', runsOf('refund-desk')[0] ?? '', 'run-state/refund-desk.token'),
      );
      const named = Object.keys(files);
      expect(named.filter((one) => /(^|\/)REDACTION\.md$/.test(one))).toHaveLength(1);
      expect(named.filter((one) => /SC-004\/verdict\.yaml$/.test(one))).toHaveLength(1);
      expect(Object.values(files).filter((one) => strFromU8(one, true).includes(token))).toEqual([]);
    } else expect(text).toContain('A gift card order is really paid back when the desk says so');
    if (name === 'run.html') expect(text).toMatch(/^<!doctype html>[\s\S]*default-src 'none'/i);
    if (name === 'run.md') expect(text).toMatch(/\| Pass \| 5 \|[\s\S]*Compromised[^\n]*`SC-010`/);
    if (name === 'run.xml') expect(text).toMatch(/^<\?xml[\s\S]*<testsuites? [^>]*failures="3"/);
  });

  test('an export that is not wanted leaves nothing', async () => {
    const { page } = workbench();
    const before = readdirSync(example.folder);
    await askForFile('HTML Page');
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    expect(readdirSync(example.folder)).toEqual(before);
  });

  test('an open overview follows a run of the Test Explorer, then one of the command, without loading anew', async () => {
    const { openTestingView, testRow, hoverRun, runCommand, tab } = workbench();
    const waiting = addWaitingAgent(example.folder);
    const scenario = `${agents}/waiting/scenarios/SC-930.yaml`;
    example.write(scenario.replace('930', '931'), example.read(scenario).replace('SC-930', 'SC-931'));
    await openTestingView();
    await testRow('Harbour Goods').first().locator('.monaco-tl-twistie').click();
    await hoverRun('Waiting');
    await waiting.untilAsked();
    await runCommand('Rook: Open Run…');
    await workbench().runRow(newest('waiting')).click();
    await tab(`Run ${newest('waiting')}`).waitFor();
    const status = (id: string, words: RegExp) => row(id).filter({ hasText: words }).waitFor({ timeout: 60_000 });
    const follow = async () => {
      await waitForHeading(/^Running: 0 of 2 scenarios done$/);
      for (const id of ['SC-930', 'SC-931']) await status(id, /Running|Waiting/);
      waiting.answer();
      for (const id of ['SC-930', 'SC-931']) await status(id, /Pass/);
      await waitForHeading(/2 of 2 passed/i);
    };
    await frame()
      .locator('body')
      .evaluate((body) => body.setAttribute('data-test', 'the same page'));
    await follow();
    for (const name of ['asked', 'answer']) rmSync(path.join(example.folder, name));
    const command = spawn(process.execPath, [rook, 'run', '--agent', 'waiting'], {
      cwd: example.folder,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => command.once('exit', resolve));
    await waiting.untilAsked();
    await go('Newer run');
    await waitForPlace(`Run ${runsOf('waiting')[1]}`);
    await follow();
    await ended;
    expect(await frame().locator('body').getAttribute('data-test')).toBe('the same page');
  });

  test('what a hostile agent says does nothing: in its run, its verdict, its comparison', async () => {
    const { runCommand, tab } = workbench();
    addHostileAgent(example.folder);
    runByCommand('--agent', 'hostile');
    runByCommand('--agent', 'hostile');
    await runCommand('Rook: Open Run…');
    await workbench().runRow(newest('hostile')).click();
    await tab(`Run ${newest('hostile')}`).waitFor();
    await row('SC-666').waitFor();
    expect(await row('SC-666').textContent()).toContain(hostileLines.script);
    await expectInert();

    await openBy(row('SC-666').getByRole('button').first(), 'SC-666');
    const transcript = frame().getByRole('region', { name: 'Transcript' });
    await transcript.getByText('window.pwned = 1').first().waitFor();
    for (const summary of await frame().locator('rook-tool-calls summary, rook-timeline summary').all())
      await summary.click();
    const shown = plain((await transcript.locator('rook-text .text').allTextContents()).join(' '));
    for (const text of [hostileLines.script, hostileLines.link, 'U+202E']) expect(shown).toContain(text);
    expect(shown).not.toMatch(/[\0\u001b\u202e]/);
    const tooWide = await frame()
      .locator('html')
      .evaluate((page) => page.scrollWidth - page.clientWidth);
    expect(tooWide).toBeLessThanOrEqual(0);
    await expectInert();

    await go('Compare');
    await waitForPlace('Comparison');
    await frame().locator('rook-compared-scenario').getByText('mild').first().waitFor();
    await expectInert();
    expect(await places().count()).toBe(1);
  });
});
