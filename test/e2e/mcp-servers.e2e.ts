import { describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';

describe('an MCP server that comes with the workspace', () => {
  const workbench = useWorkbench({ example: 'refund-desk' });

  test('is inert until its definition is approved: a probe is Unable to Verify', async () => {
    const { openTestingView, expandAll, filterTests, waitForActivation, hoverRun, waitForRowState } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    await openTestingView();
    await expandAll();
    await filterTests('SC-013');
    await hoverRun(/^SC-013/);
    await waitForRowState(/^SC-013/, 'Errored', 60_000);
  });

  test('shows its definition when it is reviewed, and is approved by a person', async () => {
    const { runCommand, page, dialogText, answerDialog, screenshot } = workbench();
    await runCommand('Rook: Review MCP Servers…');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'refund-status' });
    await row.waitFor();
    expect(await row.textContent()).toContain('needs approval');
    await row.click();
    expect(await dialogText()).toContain('status-mcp.mjs');
    await screenshot('mcp-review');
    await answerDialog('Approve');
  });

  test('is started and asked after a question each, and its answer decides', async () => {
    const { hoverRun, answerDialog, dialogText, waitForRowState, rowState } = workbench();
    await hoverRun(/^SC-013/);
    expect(await dialogText()).toContain('mcp_start(refund-status)');
    await answerDialog('Once');
    expect(await dialogText()).toContain('mcp_call(refund-status.');
    await answerDialog('Always for This Target');
    await waitForRowState(/^SC-013/, 'Failed', 60_000);
    // The agent denies the refund, and what was observed of it shows none.
    expect(await rowState(/^SAID · The answer says that nothing was refunded/)).toBe('Passed');
    expect(await rowState(/^CALL-01/)).toBe('Passed');
    expect(await rowState(/^UNPAID · The ledger holds no refund/)).toBe('Failed');
  });
});
