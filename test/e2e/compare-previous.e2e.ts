import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyExample } from '../../scripts/lib/example-copy.mjs';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { addChangingAgent } from './harness/changing-agent';
import { plain } from './harness/quick-input';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const runLimitMs = 60_000;

describe('a verdict beside that of the run before', () => {
  const copy = copyExample('refund-desk');
  let agent = '';
  beforeAll(() => {
    agent = addChangingAgent(copy.folder);
    const rook = path.join(repositoryRoot, 'dist', 'rook.js');
    execFileSync(process.execPath, [rook, 'run', '--agent', 'coin'], { cwd: copy.folder, stdio: 'ignore' });
  });
  afterAll(() => copy.remove());
  const workbench = useWorkbench({ folder: copy.folder });

  const side = async (name: 'original' | 'modified') => {
    const lines = workbench().page.locator(`.monaco-diff-editor .editor.${name} .view-line`);
    return plain((await lines.allTextContents()).join('\n'));
  };
  const title = () => {
    const [newest, before] = readdirSync(path.join(agent, 'runs')).sort().reverse();
    return `SC-920: ${before} ↔ ${newest}`;
  };
  async function compareFromMenu(): Promise<void> {
    const { testRow, chooseFromMenu } = workbench();
    await testRow(/^SC-920/)
      .first()
      .click({ button: 'right' });
    await chooseFromMenu('Compare With Previous Run');
  }

  test('is missed while there is no run before', async () => {
    const { openTestingView, expandAll, filterTests, waitForNotification, waitForRowState } = workbench();
    await openTestingView();
    await expandAll();
    await filterTests('SC-920');
    await waitForRowState(/^SC-920/, 'Passed');
    await compareFromMenu();
    await waitForNotification('SC-920 has no earlier verdict to compare with.');
  });

  test('shows what has changed, from the menu of the test', async () => {
    const { hoverRun, waitForRowState, activeTab, tab } = workbench();
    await hoverRun(/^SC-920/);
    await waitForRowState(/^SC-920/, 'Failed', runLimitMs);
    await compareFromMenu();
    await waitFor('the comparison', async () => /C1: Fail/.test(await side('modified')), { describe: activeTab });
    expect(await side('original')).toMatch(/Verdict: Pass .*C1: Pass .*Agent: The coin shows heads\./);
    expect(await side('modified')).toMatch(/Verdict: Fail .*C1: Fail .*Agent: The coin shows tails\./);
    await tab(title()).waitFor();
  });

  test('cannot be edited, and closes without a question', async () => {
    const { page, runCommand, tab } = workbench();
    await page.locator('.monaco-diff-editor .editor.modified .view-line').first().click();
    await page.keyboard.type('x');
    expect(await side('modified')).not.toContain('x SC-920');
    await runCommand('View: Close Editor');
    await tab(title()).waitFor({ state: 'detached' });
    expect(await page.locator('.monaco-dialog-box').count()).toBe(0);
  });

  test('comes from the palette and from a result too', async () => {
    const { runCommand, pick, tab, page, chooseFromMenu } = workbench();
    await runCommand('Rook: Compare With Previous Run');
    await pick('SC-920 · The coin shows heads');
    await tab(title()).waitFor();
    await runCommand('View: Close All Editors');
    await runCommand('Test Results: Focus on Test Results View');
    const result = page.locator('.test-output-peek-tree .monaco-list-row', { hasText: 'C1 failed' }).first();
    await result.click({ button: 'right' });
    await chooseFromMenu('Compare With Previous Run');
    await waitFor('the comparison', async () => /C1: Fail/.test(await side('modified')));
  });
});
