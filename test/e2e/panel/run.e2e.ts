import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunView } from '../../../schemas/panel-view';
import { resultsFolder } from '../harness/artefacts';
import { compromisedRun, hostileRun, madeRow, madeRun, runId, runningRun, runRoute, tornRun } from './harness/made-run';
import type { PanelPage } from './harness/panel-page';
import { usePanel } from './harness/use-panel';

const show = (panel: PanelPage, view: RunView) => panel.post({ type: 'run', route: runRoute, view });
const rows = (panel: PanelPage) => panel.page.locator('tr.row');
const titles = (panel: PanelPage) => panel.page.locator('tr.row button').allInnerTexts();
const found = (panel: PanelPage) => panel.page.locator('.found [role=status]').textContent();

describe('the overview of a run', () => {
  const panels = usePanel();

  test('says first how it came out, and a compromise before that', async () => {
    const panel = await panels().open();
    await show(panel, compromisedRun());
    const tree = await panel.page.locator('body').ariaSnapshot();
    const headings = [...tree.matchAll(/heading "(.*)" \[level=(\d)\]/g)].map(([, text, level]) => [text, level]);
    expect(headings.slice(0, 2)).toEqual([
      ['Compromised: 2 scenarios', '2'],
      ['2 scenarios were compromised, 17 of 24 passed, 5 failed, 2 could not be verified.', '1'],
    ]);
    await panel.sent();
    await panel.page.getByRole('region', { name: 'Compromised' }).getByRole('button').first().click();
    expect(await panel.sent()).toEqual([{ type: 'go', route: { view: 'scenario', runId, scenarioId: 'SC-0001' } }]);
    await panel.close();
  });

  test('gives the pass rate with the rule that it was made by', async () => {
    const panel = await panels().open();
    const rate = panel.page.locator('rook-run-measures dd').first();
    const view = madeRun(10);
    await show(panel, view);
    expect(await rate.textContent()).toBe('70% passed of all verdicts: 7 of 10');
    const { pass_rate_basis: _older, ...report } = view.report ?? {};
    // A report without its rule is one of an older version.
    await show(panel, { ...view, report: report as RunView['report'] });
    expect(await rate.textContent()).toBe('70% as recorded');
    await panel.close();
  });

  test('what was not measured is said to be so, and never zero', async () => {
    const panel = await panels().open();
    await show(panel, madeRun(10));
    const measures = panel.page.locator('rook-run-measures');
    await measures.getByText('not observed').waitFor();
    await measures.getByText('not recorded').waitFor();
    expect(await rows(panel).filter({ hasText: 'SC-0007' }).getByRole('img', { name: 'none' }).count()).toBe(2);
    await panel.close();
  });

  test('a group of failures opens with its root cause, and leads to its scenarios', async () => {
    const panel = await panels().open();
    await show(panel, madeRun(40));
    const group = panel.page.locator('rook-clusters');
    await group.locator('summary').click();
    await group.getByText('The desk rounds the amount').waitFor();
    await group.getByText('Format amounts from cents.').waitFor();
    await panel.sent();
    await group.getByRole('button', { name: 'SC-0004' }).click();
    expect(await panel.sent()).toEqual([{ type: 'go', route: { view: 'scenario', runId, scenarioId: 'SC-0004' } }]);
    await panel.close();
  });

  test('a torn run shows what there is and says what is not', async () => {
    const panel = await panels().open();
    await show(panel, tornRun());
    await panel.page.getByText('run.yaml: cannot be read (unexpected end of the flow sequence)').waitFor();
    await panel.page.getByText('report.yaml: not recorded').waitFor();
    await rows(panel).filter({ hasText: 'Unreadable' }).getByText('unexpected end of file').waitFor();
    await panel.close();
  });

  test('a run without scenarios, and one whose report counts more than is on record', async () => {
    const panel = await panels().open();
    await show(panel, madeRun(0));
    await panel.page.getByText('This run planned no scenario.').waitFor();
    const view = madeRun(20);
    await show(panel, { ...view, rows: view.rows.slice(0, 1) });
    await panel.page.getByText('The report counts 20 scenarios; 1 is on record here.').waitFor();
    await panel.close();
  });

  test.each(['dark', 'light', 'high-contrast', 'high-contrast-light'])(
    '%s: as a picture, inert, without a complaint',
    async (theme) => {
      const panel = await panels().open(theme);
      const views = {
        compromised: compromisedRun(),
        running: runningRun(60, 31),
        torn: tornRun(),
        hostile: hostileRun(),
      };
      for (const [name, view] of Object.entries(views)) {
        await show(panel, view);
        for (const summary of await panel.page.locator('rook-run summary').all()) await summary.click();
        await panel.page.screenshot({
          path: path.join(resultsFolder, `panel-run-${theme}-${name}.png`),
          fullPage: true,
        });
      }
      expect(await panel.complaints()).toEqual([]);
      expect(await panel.page.evaluate(() => 'pwned' in window)).toBe(false);
      await panel.close();
    },
  );

  test('fits into 320 pixels', async () => {
    const panel = await panels().open('dark', { viewport: { width: 320, height: 800 } });
    for (const view of [compromisedRun(), hostileRun(), madeRun(300)]) {
      await show(panel, view);
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await panel.close();
  });
});

describe('the scenarios of a run', () => {
  const panels = usePanel();

  test('are searched, filtered and counted; nothing found leads back', async () => {
    const panel = await panels().open();
    await show(panel, madeRun(1000));
    expect(await found(panel)).toBe('1,000 scenarios');
    const search = panel.page.getByRole('searchbox');
    await search.fill(' sc-0077 ');
    await expect.poll(() => found(panel)).toBe('1 of 1,000 scenarios');
    await panel.page.getByRole('combobox', { name: 'Status' }).selectOption('Fail');
    await panel.page.getByText('No scenario matches.').waitFor();
    await panel.page.locator('.empty').getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => found(panel)).toBe('1,000 scenarios');
    expect(await search.inputValue()).toBe('');
    await panel.page.getByRole('combobox', { name: 'Class' }).selectOption('adversarial');
    await panel.page.getByRole('combobox', { name: 'Feature' }).selectOption('F-004');
    expect(await found(panel)).toBe('250 of 1,000 scenarios');
    await panel.close();
  });

  test('a figure of the totals shows its rows, and all again', async () => {
    const panel = await panels().open();
    await show(panel, madeRun(50));
    const figure = panel.page
      .getByRole('list', { name: 'Scenarios by status' })
      .getByRole('button', { name: 'Unable to Verify' });
    await figure.click();
    expect(await found(panel)).toBe('5 of 50 scenarios');
    expect(await figure.getAttribute('aria-pressed')).toBe('true');
    await figure.click();
    expect(await found(panel)).toBe('50 scenarios');
    await panel.close();
  });

  test('start with the worst, and are sorted by every column, by keyboard too', async () => {
    const panel = await panels().open();
    await show(panel, madeRun(30));
    const sorted = async () =>
      (
        await panel.page
          .getByRole('columnheader')
          .evaluateAll((heads) => heads.map((head) => `${head.textContent?.trim()} ${head.getAttribute('aria-sort')}`))
      ).filter((head) => !head.endsWith('none'));
    expect(await sorted()).toEqual(['Status ascending']);
    for (const name of ['Scenario', 'Feature', 'Kind', 'Criteria', 'Latency', 'Tokens']) {
      const head = panel.page.getByRole('columnheader', { name }).getByRole('button');
      await head.press('Enter');
      expect(await sorted()).toEqual([`${name} ascending`]);
      await head.press('Enter');
      expect(await sorted()).toEqual([`${name} descending`]);
    }
    await panel.page.getByRole('columnheader', { name: 'Scenario' }).getByRole('button').click();
    expect((await titles(panel))[1]).toContain('order 2 ');
    await panel.close();
  });

  test('only those in sight are rendered, each at its place', async () => {
    const panel = await panels().open();
    await show(
      panel,
      madeRun(10_000, () => 'Pass'),
    );
    expect(await rows(panel).count()).toBeLessThan(100);
    await panel.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await rows(panel).filter({ hasText: 'SC-10000' }).waitFor();
    expect(await rows(panel).count()).toBeLessThan(100);
    expect(await rows(panel).last().getAttribute('aria-rowindex')).toBe('10001');
    expect(await panel.page.getByRole('table', { name: 'Scenarios' }).getAttribute('aria-rowcount')).toBe('10001');
    await panel.close();
  });

  test('arrow keys go from row to row, Enter opens one', async () => {
    const panel = await panels().open();
    await show(
      panel,
      madeRun(1000, () => 'Pass'),
    );
    const { keyboard } = panel.page;
    await rows(panel).first().getByRole('button').focus();
    const at = () => panel.page.locator('tr.row:focus-within').getAttribute('aria-rowindex');
    await keyboard.press('ArrowDown');
    expect(await at()).toBe('3');
    await keyboard.press('End');
    expect(await at()).toBe('1001');
    await keyboard.press('ArrowDown');
    expect(await at()).toBe('1001');
    await keyboard.press('ArrowUp');
    expect(await at()).toBe('1000');
    await panel.sent();
    await keyboard.press('Enter');
    expect(await panel.sent()).toEqual([{ type: 'go', route: { view: 'scenario', runId, scenarioId: 'SC-0999' } }]);
    await keyboard.press('Home');
    expect(await at()).toBe('2');
    // One row is in the order of Tab.
    expect(await panel.page.locator('tr.row [tabindex="0"]').count()).toBe(1);
    await panel.close();
  });

  test('after a reload, and on the way back, the choice is as it was', async () => {
    const panel = await panels().open();
    await show(panel, madeRun(1000));
    await panel.page.getByRole('searchbox').fill('order 1');
    await panel.page.getByRole('columnheader', { name: 'Latency' }).getByRole('button').click();
    await expect.poll(() => found(panel)).toBe('515 of 1,000 scenarios');
    const before = await titles(panel);
    await expect
      .poll(panel.state)
      .toMatchObject({ reading: { texts: { 'run:search': 'order 1', 'run:sort': 'latency asc' } } });
    await panel.page.reload();
    await expect.poll(panel.sent).toEqual([{ type: 'ready' }]);
    await show(panel, madeRun(1000));
    expect(await titles(panel)).toEqual(before);
    await rows(panel).nth(3).click();
    const [went] = await panel.sent();
    if (went?.type !== 'go') throw new Error('a row leads to its scenario');
    await panel.post({ type: 'failed', route: went.route, message: 'gone' });
    await panel.page.getByRole('button', { name: 'Back' }).click();
    await show(panel, madeRun(1000));
    expect(await titles(panel)).toEqual(before);
    expect(await panel.page.getByRole('searchbox').inputValue()).toBe('order 1');
    await panel.close();
  });
});

describe('a run that goes on', () => {
  const panels = usePanel();

  test('tells how far it is, and that it is over', async () => {
    const panel = await panels().open();
    await show(panel, runningRun(500, 312));
    await panel.page.getByRole('heading', { level: 1, name: 'Running: 312 of 500 scenarios done' }).waitFor();
    const totals = panel.page.getByRole('list', { name: 'Scenarios by status' });
    await totals.getByRole('button', { name: '2 Running' }).waitFor();
    await totals.getByRole('button', { name: '186 Waiting' }).waitFor();
    await show(panel, madeRun(500));
    await panel.page.getByRole('status').getByText('350 of 500 passed').waitFor();
    await panel.close();
  });

  test('rows stay where they are, with focus, search and scroll, while others come in', async () => {
    const panel = await panels().open();
    await show(panel, runningRun(500, 20));
    await panel.page.getByRole('searchbox').fill('order');
    await rows(panel).nth(10).getByRole('button').focus();
    await panel.page.evaluate(() => window.scrollTo(0, 700));
    const row = rows(panel).nth(10);
    const before = [await row.boundingBox(), await row.textContent()];
    for (let done = 30; done <= 500; done += 47) await show(panel, runningRun(500, done));
    expect([await row.boundingBox(), await row.textContent()]).toEqual(before);
    expect(await row.getByRole('button').evaluate((button) => button.matches(':focus'))).toBe(true);
    expect(await panel.page.getByRole('searchbox').inputValue()).toBe('order');
    await panel.close();
  });

  test('records that are still being read are counted', async () => {
    const panel = await panels().open();
    const { report: _later, coverage: _too, source: _source, ...view } = madeRun(3);
    const waiting = [...view.rows.slice(0, 2), madeRow(2, 'waiting')];
    await show(panel, { ...view, rows: waiting, reading: { done: 2, total: 3 } });
    await panel.page.getByRole('heading', { level: 1, name: 'Reading the records: 2 of 3' }).waitFor();
    await panel.close();
  });
});
