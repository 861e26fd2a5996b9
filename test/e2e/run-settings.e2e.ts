import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const runLimitMs = 60_000;

describe('settings of runs and of the tree', () => {
  const workbench = useWorkbench({ example: 'refund-desk', settings: { 'rook.openPanelOnFailure': true } });
  const file = (...names: string[]) => path.join(workbench().folder, agentPath, ...names);

  test('rook.testExplorer.groupBy: what scenarios stand under, at once', async () => {
    const { folder, openTestingView, expandAll, filterTests, testLabels } = workbench();
    await openTestingView();
    await expandAll();
    await filterTests('SC-001');
    const groups = async () => (await testLabels()).slice(2, 3).join();
    const group = async (groupBy: string, expected: RegExp) => {
      const settings = path.join(folder, '.vscode', 'settings.json');
      mkdirSync(path.dirname(settings), { recursive: true });
      writeFileSync(settings, JSON.stringify({ 'rook.testExplorer.groupBy': groupBy }));
      await waitFor(`groups by ${groupBy}`, async () => expected.test(await groups()), { describe: testLabels });
    };
    expect(await groups()).toBe('Functional');
    await group('feature', /^F-001/);
    await group('tag', /^refund$/);
    await group('none', /^SC-001/);
    await group('class', /^Functional$/);
  });

  test('rook.openPanelOnFailure: the verdict panel opens when something has failed, and not before', async () => {
    const { filterTests, expandAll, hoverRun, waitForRowState, tab, webview } = workbench();
    await filterTests('');
    await expandAll();
    await filterTests('SC-001');
    await hoverRun(/^SC-001/);
    await waitForRowState(/^SC-001/, 'Passed', runLimitMs);
    expect(await tab('SC-001 Verdict').count()).toBe(0);
    await filterTests('SC-004');
    await hoverRun(/^SC-004/);
    await waitForRowState(/^SC-004/, 'Failed', runLimitMs);
    await tab('SC-004 Verdict').waitFor();
    await webview().getByText('issue_refund was called').first().waitFor();
  });

  test('Run with Profile: another profile than the active one, this once', async () => {
    const { filterTests, testRow, chooseFromMenu, pick, waitForRowState } = workbench();
    const text = readFileSync(file('profiles', 'local.yaml'), 'utf8');
    writeFileSync(file('profiles', 'second.yaml'), text.replace(/^id: local$/m, 'id: second'));
    await filterTests('SC-001');
    const before = readdirSync(file('runs'));
    await waitFor('the profile to be offered', async () => {
      await testRow(/^SC-001/)
        .first()
        .click({ button: 'right' });
      await chooseFromMenu('Execute Using Profile...');
      await pick('Run with Profile second');
      return true;
    });
    // The row says Passed already, of a run before.
    const run = await waitFor('the run to end', () => {
      const [added = ''] = readdirSync(file('runs')).filter((id) => !before.includes(id));
      const plan = parse(readFileSync(file('runs', added, 'run.yaml'), 'utf8'));
      return plan.status === 'completed' && plan;
    });
    expect(run.pins.profile_id).toBe('second');
    await waitForRowState(/^SC-001/, 'Passed', runLimitMs);
  });
});
