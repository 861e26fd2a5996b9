import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { startWorkbench, type Workbench } from './harness/workbench';

const names = ['order-cli', 'refund-desk'];

describe('several folders in one window', () => {
  let parent: string;
  let workbench: Workbench;

  beforeAll(async () => {
    parent = realpathSync(mkdtempSync(path.join(tmpdir(), 'rook-folders-')));
    for (const name of names) {
      const filter = (entry: string): boolean => !/[\\/]agents[\\/][^\\/]+[\\/]runs$/.test(entry);
      cpSync(path.join(repositoryRoot, 'examples', name), path.join(parent, name), { recursive: true, filter });
    }
    mkdirSync(path.join(parent, 'notes')); // a folder without a Rook workspace
    const file = path.join(parent, 'both.code-workspace');
    writeFileSync(file, JSON.stringify({ folders: [...names, 'notes'].map((name) => ({ path: name })) }));
    workbench = await startWorkbench({ folder: file });
  });

  afterAll(async () => {
    await workbench?.stop();
    rmSync(parent, { recursive: true, force: true, maxRetries: 5 });
  });

  test('each workspace stands under the name of its folder', async () => {
    const { openTestingView, testRow, testLabels } = workbench;
    await openTestingView();
    for (const name of names) await testRow(name).first().waitFor();
    expect(await testLabels()).toEqual(names);
  });

  test('the same id in both is two tests, and only the one that is run gets a state', async () => {
    const { expandAll, filterTests, testRow, waitForRowState, rowState } = workbench;
    await expandAll();
    await filterTests('SC-001');
    const rows = testRow(/^SC-001/);
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    await workbench.hoverRun(/^SC-001/);
    await waitForRowState(/^SC-001/, 'Passed', 60_000);
    expect(await rows.nth(1).getAttribute('aria-label')).toContain('Not yet run');
    expect(await rowState(/^SC-001/)).toBe('Passed');
  });
});
