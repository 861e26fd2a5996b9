import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const script = path.join(agentPath, 'scripts', 'refund-desk.mjs');
const runLimitMs = 60_000;

describe('a hook script that throws', () => {
  const workbench = useWorkbench({ example: 'refund-desk' });

  /** Lets the script throw from a function of its own, before it does anything. */
  function breakScript(): number {
    const file = path.join(workbench().folder, script);
    const lines = readFileSync(file, 'utf8').split('\n');
    const at = lines.findLastIndex((line) => line.startsWith('import ')) + 1;
    const broken = [
      "if (process.argv[2] === 'execute') callDesk();",
      'function callDesk() {',
      "  throw new Error('the desk is closed');",
      '}',
    ];
    writeFileSync(file, [...lines.slice(0, at), ...broken, ...lines.slice(at)].join('\n'));
    return at + 3;
  }

  async function openMessageOf(id: string): Promise<void> {
    await workbench().runCommand('Test Results: Focus on Test Results View');
    await workbench().page.locator('.test-output-peek-tree .monaco-list-row', { hasText: id }).first().click();
  }

  test('is one click away from its message, at the line', async () => {
    const { openTestingView, expandAll, filterTests, hoverRun, waitForRowState, waitForStatusBar, activeTab, page } =
      workbench();
    const line = breakScript();
    await openTestingView();
    await expandAll();
    await filterTests('SC-001');
    await hoverRun(/^SC-001/);
    await waitForRowState(/^SC-001/, 'Errored', runLimitMs);
    await openMessageOf('SC-001');
    const frames = page.locator('.multiCallStackFrame');
    await frames.first().locator('.collapse-button').click(); // the message stands above the stack
    const place = frames.nth(1);
    await place.locator('.view-line', { hasText: 'the desk is closed' }).waitFor();
    await place.locator('a[aria-label="Open File"]').click();
    await waitFor('the script to open', async () => (await activeTab()) === 'refund-desk.mjs');
    await waitForStatusBar(new RegExp(`^Ln ${line}, Col 9`));
  });

  test('is still, after the window was loaded again', async () => {
    const { reload, waitForActivation, page, runCommand, openTestingView, waitForRowState } = workbench();
    await runCommand('Test: Clear All Results');
    await reload();
    await waitForActivation('rook-independent.rook-vscode');
    await openTestingView();
    await waitForRowState('Harbour Goods', 'Errored');
    await openMessageOf('SC-001');
    const frames = page.locator('.multiCallStackFrame');
    await frames.first().locator('.collapse-button').click();
    expect(await frames.nth(1).getByText('refund-desk.mjs').count()).toBeGreaterThan(0);
    await frames.nth(1).locator('.view-line', { hasText: 'the desk is closed' }).waitFor();
  });
});
