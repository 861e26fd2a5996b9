import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const script = '.testmuai/rook/projects/harbour-goods/agents/refund-desk/scripts/refund-desk.mjs';

describe('debugging a scenario', () => {
  const workbench = useWorkbench({ example: 'refund-desk' });
  const toolbar = () => workbench().page.locator('.debug-toolbar');
  const stoppedLine = () => workbench().page.locator('.monaco-editor .debug-top-stack-frame-line');
  const lineOf = (text: string): number =>
    readFileSync(path.join(workbench().folder, script), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1;

  test('stops at a breakpoint in the hook, which has its goal on standard input', async () => {
    const { openFile, focusEditor, page, openTestingView, filterTests, expandAll, hoverRun, screenshot } = workbench();
    await openFile(script, lineOf('const conversation = ROOK_CONVERSATION ||'));
    await focusEditor();
    await page.keyboard.press('ControlOrMeta+g');
    await page.keyboard.type(String(lineOf('const conversation = ROOK_CONVERSATION ||')));
    await page.keyboard.press('Enter');
    await page.keyboard.press('F9');
    await page.locator('.codicon-debug-breakpoint').first().waitFor();
    await openTestingView();
    await expandAll();
    await filterTests('SC-001');
    await hoverRun(/^SC-001/, 'Debug Test');
    await toolbar().waitFor({ timeout: 60_000 });
    await stoppedLine().first().waitFor({ timeout: 60_000 });
    // The line stands after the goal has been read: it has arrived, and has ended.
    const row = (text: string) => page.locator('.monaco-list-row', { hasText: text }).first();
    await row('Local: execute').click();
    await row('Please refund order ORD-1042').waitFor({ timeout: 30_000 });
    await screenshot('debugging-a-hook');
  });

  test('goes on to its verdict, with no time limit having passed', async () => {
    const { page, waitForRowState, openTestingView } = workbench();
    await page.keyboard.press('F5');
    await openTestingView();
    await waitForRowState(/^SC-001/, 'Passed', 60_000);
    await toolbar().waitFor({ state: 'hidden' });
  });

  test('ends with the session when that is stopped by hand', async () => {
    const { page, hoverRun, openTestingView } = workbench();
    await openTestingView();
    await hoverRun(/^SC-001/, 'Debug Test');
    await stoppedLine().first().waitFor({ timeout: 60_000 });
    await page.locator('.debug-toolbar .codicon-debug-disconnect, .debug-toolbar .codicon-debug-stop').first().click();
    await toolbar().waitFor({ state: 'hidden', timeout: 30_000 });
    // The session is released all the same, and the run has an end.
    const runs = path.join(workbench().folder, path.dirname(path.dirname(script)), 'runs');
    const run = path.join(runs, readdirSync(runs).sort().at(-1) ?? '');
    const read = (file: string): string => readFileSync(path.join(run, file), 'utf8');
    await waitFor('the run to end', () => /^status: cancelled$/m.test(read('run.yaml')), { timeoutMs: 30_000 });
    const { phases } = JSON.parse(read('scenarios/SC-001/hooks.json'));
    expect(phases).toMatchObject({ open: { ok: true }, close: { ran: true, ok: true } });
    // The session of close had a toolbar of its own.
    await toolbar().waitFor({ state: 'hidden', timeout: 30_000 });
  });
});
