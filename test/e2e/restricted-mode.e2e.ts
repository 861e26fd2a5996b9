import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';

describe('a folder that is not trusted', () => {
  const workbench = useWorkbench({ example: 'refund-desk', trust: false });

  test('shows its scenarios', async () => {
    const { openTestingView, waitForActivation, expandAll, testLabels } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    await openTestingView();
    await expandAll();
    expect(await testLabels()).toContain('SC-004 · A gift card order is really paid back when the desk says so');
  });

  test('runs none of them before it is trusted', async () => {
    const { hoverRun, dialogText, answerDialog, folder } = workbench();
    await hoverRun(/^SC-004/);
    expect(await dialogText()).toMatch(/trust/i);
    await answerDialog('Cancel');
    expect(existsSync(path.join(folder, agentPath, 'runs'))).toBe(false);
  });

  test('runs them once it is', async () => {
    const { trustFolder, hoverRun, waitForRowState, openTestingView, page } = workbench();
    await trustFolder();
    const close = page.locator('.monaco-modal-editor-block .codicon-close');
    if (await close.isVisible()) await close.click();
    await openTestingView();
    await hoverRun(/^SC-004/);
    await waitForRowState(/^SC-004/, 'Failed', 90_000);
  });
});
