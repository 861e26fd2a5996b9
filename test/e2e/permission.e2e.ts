import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';

describe('the first run against a target', () => {
  const workbench = useWorkbench({ example: 'refund-desk', asksPermission: true });
  const runs = () => path.join(workbench().folder, agentPath, 'runs');
  const stopped = async () =>
    (await workbench()
      .page.locator('.part.sidebar .title-actions a.action-label[aria-label^="Cancel Test Run"]')
      .count()) === 0;

  test('asks, and names what will be started', async () => {
    const { openTestingView, expandAll, filterTests, hoverRun, dialogText, screenshot } = workbench();
    await openTestingView();
    await expandAll();
    await filterTests('SC-001');
    await hoverRun(/^SC-001/);
    const text = await dialogText();
    expect(text).toContain('local');
    expect(text).toContain('refund-desk.mjs');
    expect(text).toContain('run(local)');
    await screenshot('permission');
  });

  test('runs nothing when the answer is no', async () => {
    const { answerDialog } = workbench();
    await answerDialog('Cancel');
    await waitFor('the run to end', stopped);
    expect(existsSync(runs())).toBe(false);
  });

  test('is not asked again once it was always', async () => {
    const { hoverRun, answerDialog, dialogText, waitForRowState, page } = workbench();
    await hoverRun(/^SC-001/);
    await dialogText();
    await answerDialog('Always for This Target');
    await waitForRowState(/^SC-001/, 'Passed', 60_000);
    await hoverRun(/^SC-001/);
    await waitFor('the second run to end', async () => existsSync(runs()) && (await stopped()));
    expect(await page.locator('.monaco-dialog-box').count()).toBe(0);
  });
});
