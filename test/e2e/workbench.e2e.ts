import { describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';

const extensionId = 'rook-independent.rook-vscode';

describe('the packaged extension in a real workbench', () => {
  const workbench = useWorkbench({ example: 'refund-desk' });

  test('is activated by a folder with a Rook workspace', async () => {
    await workbench().waitForActivation(extensionId);
    expect(workbench().extensionHostLog()).not.toMatch(/Activating extension \S*rook-vscode failed/i);
  });

  test('is listed among the installed extensions', async () => {
    const { runCommand, page } = workbench();
    await runCommand('Extensions: Show Installed Extensions');
    await page.locator('.extensions-list .extension-list-item', { hasText: 'Rook for VS Code' }).waitFor();
  });

  test('offers a walkthrough from a workspace to a verdict', async () => {
    const { runCommand, pick, page } = workbench();
    await runCommand('Welcome: Open Walkthrough...');
    await pick('Test an AI Agent with Rook');
    const steps = page.locator('.getting-started-step');
    await steps.first().waitFor();
    expect((await steps.locator('.step-title').allTextContents()).map((text) => text.trim())).toEqual([
      'Open a Rook workspace, or the example',
      'Reach your agent',
      'Write a scenario',
      'Run a scenario',
      'Read a verdict',
      'Write a profile',
    ]);
  });

  test('starts without an error, and asks no other host for anything', () => {
    const { errorsOf, cspViolations, foreignRequests } = workbench().pageLog;
    expect(errorsOf(extensionId)).toEqual([]);
    expect(cspViolations()).toEqual([]);
    expect(foreignRequests()).toEqual([]);
  });
});
