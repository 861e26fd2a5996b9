import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyExample } from '../../scripts/lib/example-copy.mjs';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { addChangingAgent } from './harness/changing-agent';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const extensionId = 'rook-independent.rook-vscode';
const runLimitMs = 60_000;

describe('a scenario that passes and fails by turns', () => {
  const copy = copyExample('refund-desk');
  let agent = '';
  beforeAll(() => {
    agent = addChangingAgent(copy.folder);
    const rook = path.join(repositoryRoot, 'dist', 'rook.js');
    const args = [rook, 'run', '--agent', 'coin'];
    execFileSync(process.execPath, args, { cwd: copy.folder, stdio: 'ignore' });
  });
  afterAll(() => copy.remove());
  const workbench = useWorkbench({ folder: copy.folder });

  const description = async () =>
    (await workbench()
      .testRow(/^SC-920/)
      .first()
      .getAttribute('aria-label')) ?? '';
  const waitForMark = (is: boolean) =>
    waitFor(`SC-920 ${is ? 'to be' : 'not to be'} flaky`, async () => (await description()).includes('flaky') === is, {
      describe: description,
    });

  test('is not flaky after one run', async () => {
    const { openTestingView, expandAll, waitForRowState } = workbench();
    await openTestingView();
    await expandAll();
    await waitForRowState(/^SC-920/, 'Passed');
    expect(await description()).not.toContain('flaky');
  });

  test('is flaky when the next run says something else', async () => {
    const { hoverRun, waitForRowState } = workbench();
    await hoverRun(/^SC-920/);
    await waitForRowState(/^SC-920/, 'Failed', runLimitMs);
    await waitForMark(true);
    expect(await description()).toMatch(/^1 of 2 failed, flaky · SC-920/);
  });

  test('is found by @rook:flaky, with its criteria and without its neighbours', async () => {
    const { filterTests, testLabels } = workbench();
    await filterTests('@rook:flaky');
    const expected = ['Harbour Goods', 'Coin', 'Functional', 'SC-920', 'C1', 'C2'];
    const labels = async () => (await testLabels()).map((label) => label.split(' · ', 1)[0]);
    await waitFor('the flaky one only', async () => (await labels()).join() === expected.join(), { describe: labels });
    await filterTests('');
  });

  test('is flaky after the window was loaded again, until its file changes', async () => {
    const { reload, waitForActivation, openTestingView, expandAll, filterTests } = workbench();
    await reload();
    await waitForActivation(extensionId);
    await openTestingView();
    await expandAll();
    await filterTests('SC-920');
    await waitForMark(true);
    const file = path.join(agent, 'scenarios', 'SC-920.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('shows heads', 'shows a head'));
    await waitForMark(false);
  });
});
