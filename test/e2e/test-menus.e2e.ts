import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const runLimitMs = 60_000;

/** One workbench; each test goes on from where the one before has left it. */
describe('the menu of a scenario', () => {
  const workbench = useWorkbench({ example: 'refund-desk' });

  const file = (...names: string[]) => path.join(workbench().folder, agentPath, ...names);
  const scenario = () => readFileSync(file('scenarios', 'SC-004.yaml'), 'utf8');
  const runs = () => readdirSync(file('runs')).sort();
  const description = async () =>
    (await workbench()
      .testRow(/^SC-004/)
      .first()
      .getAttribute('aria-label')) ?? '';

  async function choose(row: RegExp, entry: string): Promise<void> {
    const { testRow, chooseFromMenu } = workbench();
    await testRow(row).first().click({ button: 'right' });
    await chooseFromMenu(entry);
  }
  const copied = () => workbench().page.evaluate(() => navigator.clipboard.readText());

  test('copies a verdict, or one criterion of it, as Markdown', async () => {
    const { page, openTestingView, expandAll, filterTests, hoverRun, waitForRowState } = workbench();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openTestingView();
    await expandAll();
    await filterTests('SC-004');
    await hoverRun(/^SC-004/);
    await waitForRowState(/^SC-004/, 'Failed', runLimitMs);
    await choose(/^SC-004/, 'Copy Evidence');
    await waitFor('the verdict', async () => (await copied()).startsWith('### Fail: `SC-004`'), { describe: copied });
    expect(await copied()).toContain('`C1`');
    await choose(/^C2/, 'Copy Evidence');
    await waitFor('the criterion', async () => (await copied()).startsWith('**Fail** `C2`'), { describe: copied });
    expect(await copied()).not.toContain('`C1`');
  });

  test('judges the run again from its records: no hook runs, no run is added', async () => {
    const { rowState, page } = workbench();
    const [run = ''] = runs();
    const verdict = file('runs', run, 'scenarios', 'SC-004', 'verdict.yaml');
    const hooks = file('runs', run, 'scenarios', 'SC-004', 'hooks.json');
    const before = readFileSync(hooks, 'utf8');
    rmSync(verdict);
    await choose(/^SC-004/, 'Re-judge This Run');
    await waitFor('the verdict', () => /^status: Fail$/m.test(readFileSync(verdict, 'utf8')));
    await page.locator('.part.sidebar .title-actions a.action-label[aria-label^="Cancel Test Run"]').waitFor({
      state: 'detached',
    });
    expect(await rowState(/^SC-004/)).toBe('Failed');
    expect(readFileSync(hooks, 'utf8')).toBe(before);
    expect(runs()).toEqual([run]);
  });

  test('leaves a scenario out of runs, and takes it in again', async () => {
    const before = scenario();
    await choose(/^SC-004/, 'Exclude/Include Scenario');
    await waitFor('the file to say so', () => /^excluded: true$/m.test(scenario()));
    await waitFor('the row to say so', async () => /^excluded/.test(await description()), { describe: description });
    await choose(/^SC-004/, 'Exclude/Include Scenario');
    await waitFor('the file as it was', () => scenario() === before);
    await waitFor('the row as it was', async () => !/^excluded/.test(await description()), { describe: description });
  });
});
