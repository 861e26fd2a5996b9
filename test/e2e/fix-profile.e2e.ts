import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StartedTarget } from '../fixtures/targets';
import { curl, echo, httpTarget, sendJson, textAt } from '../fixtures/targets/target';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/shop/agents/help-desk';
const runLimitMs = 60_000;

/** A workspace with one agent that nothing reaches yet. */
function newWorkspace(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rook-fix-')));
  mkdirSync(path.join(folder, agentPath), { recursive: true });
  writeFileSync(path.join(folder, agentPath, 'agent.yaml'), 'id: help-desk\nname: Help desk\n');
  mkdirSync(path.join(folder, agentPath, 'scenarios'));
  return folder;
}

/** One workbench; each test goes on from where the one before has left it. */
describe('a profile whose agent has changed', () => {
  const folder = newWorkspace();
  const workbench = useWorkbench({ folder, viewport: { width: 1200, height: 760 }, asksPermission: true });
  let field = 'reply';
  let target: StartedTarget | undefined;
  beforeAll(async () => {
    target = await httpTarget('changing', {
      material: (url) => curl(`${url}/chat`, { json: { message: 'Hello' } }),
      answer: () => (ask, reply) => sendJson(reply, { [field]: echo(textAt(ask.body, 'message')) }),
    }).start();
  });

  afterAll(async () => {
    await target?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const script = () => readFileSync(path.join(folder, agentPath, 'scripts', 'desk.mjs'), 'utf8');
  const widget = () => workbench().page.locator('.quick-input-widget');
  const isItsAnswer = () => widget().getByText('Is that its answer?').waitFor({ timeout: runLimitMs });

  test('is made from what is selected in an editor', async () => {
    const { openFile, page, runCommand, focusEditor, answerDialog, pick, waitForNotification } = workbench();
    writeFileSync(path.join(folder, 'call.md'), `${target?.material}\n`);
    await workbench().waitForActivation('rook-independent.rook-vscode');
    await openFile('call.md');
    await focusEditor();
    await page.keyboard.press('ControlOrMeta+a');
    await runCommand('Rook: Add Profile…');
    await pick('From the Selection');
    await widget().getByText('This is a cURL command').waitFor();
    await workbench().answerInput('desk');
    await answerDialog('Always for This Target');
    await isItsAnswer();
    await pick('Use This Profile');
    const toast = await waitForNotification(/Profile desk is ready/);
    // There is no scenario to run yet.
    await toast.locator('.monaco-button', { hasText: 'New Scenario…' }).waitFor();
    expect(script()).toContain('body?.reply');
  });

  test('is left as it is when the repair is discarded', async () => {
    field = 'text';
    const before = script();
    const { runCommand, answerInput, pick, page, waitForNotification } = workbench();
    await runCommand('Rook: Fix Profile…');
    await widget().getByText('Empty when you do not know').waitFor();
    await answerInput('');
    await isItsAnswer();
    const diff = page.locator('.monaco-diff-editor');
    await diff.locator('.original .view-line', { hasText: 'body?.reply' }).first().waitFor();
    await diff.locator('.modified .view-line', { hasText: 'body?.text' }).first().waitFor();
    await workbench().screenshot('fix-profile');
    await pick('Discard');
    await waitForNotification(/nothing was changed/);
    expect(script()).toBe(before);
    await diff.waitFor({ state: 'detached' });
  });

  test('reads the new field once the repair is accepted', async () => {
    const { runCommand, answerInput, pick, waitForNotification } = workbench();
    await runCommand('Rook: Fix Profile…');
    await widget().getByText('Empty when you do not know').waitFor();
    await answerInput('');
    await isItsAnswer();
    await pick('Repair the Script');
    await waitForNotification(/Profile desk is repaired/);
    await waitFor('the script', () => script().includes('body?.text'));
  });

  test('says why nothing answers when there is nothing to repair', async () => {
    await target?.stop();
    target = undefined;
    const { runCommand, answerInput, waitForNotification } = workbench();
    await runCommand('Rook: Fix Profile…');
    await widget().getByText('Empty when you do not know').waitFor();
    await answerInput('');
    const toast = await waitForNotification(/Profile desk does not answer/);
    await toast.locator('.monaco-button', { hasText: 'Show Log' }).waitFor();
    expect(await toast.textContent()).toMatch(/refused/i);
  });
});
