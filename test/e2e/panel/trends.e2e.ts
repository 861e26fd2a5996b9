import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TrendsView } from '../../../schemas/panel-view';
import { resultsFolder } from '../harness/artefacts';
import { madePoints, madeTrend, runNumber, scenarioTrendView, trendsView } from './harness/made-trends';
import { hostileTexts } from './harness/made-views';
import type { PanelPage } from './harness/panel-page';
import { usePanel } from './harness/use-panel';

const show = (panel: PanelPage, view: TrendsView): Promise<void> =>
  panel.post({
    type: 'trends',
    route: { view: 'trends', ...(view.scenarioId !== undefined && { scenarioId: view.scenarioId }) },
    view,
  });

const chartOf = (panel: PanelPage, title: string) =>
  panel.page.locator('rook-chart').filter({ has: panel.page.locator('figcaption', { hasText: title }) });

describe('an agent over its runs', () => {
  const panels = usePanel();

  test('each chart is a picture with a sentence, and a table with the same figures', async () => {
    const panel = await panels().open();
    await show(panel, trendsView());
    await panel.page.getByRole('img', { name: /^The pass rate over 12 runs: 76 % in the newest/ }).waitFor();
    await panel.page.getByRole('img', { name: /^Verdicts of 12 runs\. In the newest: 16 passed, 3 failed/ }).waitFor();
    const latency = chartOf(panel, 'Latency');
    expect(await latency.getByRole('table').count()).toBe(0);
    await latency.locator('summary').press('Enter');
    const table = latency.getByRole('table', { name: 'Latency' });
    await table.waitFor();
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Run', 'p95', 'p50']);
    const rows = table.locator('tbody tr');
    expect(await rows.count()).toBe(12);
    expect(await rows.nth(1).locator('td').allInnerTexts()).toEqual(['not measured', 'not measured']);
    await panel.close();
  });

  test('what was not measured is a gap; nothing measured at all is said instead of a chart', async () => {
    const panel = await panels().open();
    const view = trendsView();
    await show(panel, view);
    const line = await chartOf(panel, 'Latency').locator('path.line.first').last().getAttribute('d');
    expect(line?.match(/M/g)).toHaveLength(3);
    view.points = view.points.map(({ tokensIn, tokensOut, ...rest }) => rest);
    await show(panel, view);
    await panel.page.getByText('Tokens were not reported in any of these runs.').waitFor();
    await panel.close();
  });

  test('by the keyboard alone: one stop for a chart, arrows along the runs, Enter opens one', async () => {
    const panel = await panels().open();
    await show(panel, trendsView());
    await panel.sent();
    const { page } = panel;
    const chart = chartOf(panel, 'Verdicts');
    const columns = chart.locator('rect.column');
    expect(await columns.count()).toBe(12);
    expect(await chart.locator('rect.column[tabindex="0"]').count()).toBe(1);
    await chart.locator('rect.column[tabindex="0"]').focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Home', 'ArrowRight']) await page.keyboard.press(key);
    await expect.poll(() => columns.nth(1).evaluate((column) => column.matches(':focus'))).toBe(true);
    expect(await columns.nth(1).getAttribute('aria-label')).toMatch(
      /^2 Sept 2026, .+: 15 passed, 3 failed, 1 unable to verify, 2 without a verdict$/,
    );
    expect(await chart.locator('.readout').textContent()).toContain('15 passed');
    await page.keyboard.press('Enter');
    expect(await panel.sent()).toEqual([{ type: 'go', route: { view: 'run', runId: runNumber(1) } }]);

    await page.getByRole('button', { name: /^SC-003/ }).focus();
    await page.keyboard.press('Space');
    expect(await panel.sent()).toEqual([{ type: 'go', route: { view: 'trends', scenarioId: 'SC-003' } }]);
    await panel.close();
  });

  test('scenarios: the flakiest first, each with its strip in words, and searched by id and title', async () => {
    const panel = await panels().open();
    await show(panel, trendsView());
    const rows = panel.page.locator('rook-flakiness li button');
    expect(await rows.locator('.id').allInnerTexts()).toEqual(['SC-002', 'SC-003', 'SC-004', 'SC-001']);
    await panel.page
      .getByRole('button', {
        name: /^SC-002 ?The tool is called once newest 12 runs: 7 passed, 5 failed; last: Fail 58 % passed 6 flips in 11$/,
      })
      .waitFor();
    await panel.page.getByLabel('Search scenarios').fill('REFUND');
    expect(await rows.locator('.id').allInnerTexts()).toEqual(['SC-004', 'SC-001']);
    await panel.page.getByText('2 of 4 scenarios').waitFor();
    await panel.page.getByLabel('Search scenarios').fill('nowhere');
    await panel.page.getByText('No scenario has these words').waitFor();
    await panel.close();
  });

  test('no run, one run, runs that cannot be read, older ones still being read', async () => {
    const panel = await panels().open();
    const none: TrendsView = { agentId: 'desk', points: [], scenarios: [], missing: [] };
    await show(panel, none);
    await panel.page.getByText('There is no run yet.').waitFor();
    await show(panel, { ...none, reading: { done: 0, total: 20 } });
    await panel.page.getByText('Reading older runs: 0 of 20').waitFor();
    await show(panel, { ...none, points: madePoints(1), missing: ['Run x: run.yaml cannot be read (torn).'] });
    await panel.page.getByText('One run so far').waitFor();
    await panel.page.getByRole('list', { name: 'What is missing' }).getByText('cannot be read').waitFor();
    await panel.page.getByText('No scenario is on record in these runs.').waitFor();
    await panel.close();
  });

  test('nothing moves when the reading is over, and what was opened and searched stays', async () => {
    const panel = await panels().open();
    const view = trendsView();
    await show(panel, { ...view, points: madePoints(8), reading: { done: 8, total: 12 } });
    await panel.page.getByLabel('Search scenarios').fill('refund');
    await chartOf(panel, 'Pass rate').locator('summary').press('Enter');
    const place = () => panel.page.locator('.charts').evaluate((charts) => charts.getBoundingClientRect().top);
    const before = await place();
    await show(panel, view);
    expect(await place()).toBe(before);
    expect(await panel.page.getByLabel('Search scenarios').inputValue()).toBe('refund');
    expect(await chartOf(panel, 'Pass rate').locator('tbody tr').count()).toBe(12);
    await panel.close();
  });

  test('five hundred runs: the newest are drawn, and all when they are asked for; it stays so over a reload', async () => {
    const panel = await panels().open();
    const view = { ...trendsView(), points: madePoints(500) };
    await show(panel, view);
    const columns = chartOf(panel, 'Pass rate').locator('rect.column');
    expect(await columns.count()).toBe(30);
    await panel.page.getByLabel('Runs drawn').selectOption('all 500');
    expect(await columns.count()).toBe(500);
    await expect.poll(async () => JSON.stringify(await panel.state())).toContain('"trends:all":true');
    await panel.page.reload();
    await panel.page.waitForFunction(() => window.sent.length > 0);
    await show(panel, view);
    expect(await columns.count()).toBe(500);
    await panel.close();
  });

  test('a thousand scenarios come in portions', async () => {
    const panel = await panels().open();
    const scenarios = Array.from({ length: 1000 }, (_, n) => madeTrend(`SC-${n}`, `Scenario ${n}`, 'PF'.repeat(3)));
    await show(panel, { ...trendsView(), scenarios });
    const rows = panel.page.locator('rook-flakiness li button');
    expect(await rows.count()).toBe(60);
    await panel.page.getByRole('button', { name: 'Show more (940 scenarios left)' }).press('Enter');
    expect(await rows.count()).toBe(120);
    await panel.close();
  });
});

describe('a scenario over the runs', () => {
  const panels = usePanel();

  test('its verdicts, where it was redefined, and the way to each verdict and back', async () => {
    const panel = await panels().open();
    await show(panel, scenarioTrendView());
    await panel.sent();
    await panel.page.getByText('14 flips in 40 steps on an unchanged definition').waitFor();
    const strip = chartOf(panel, 'Verdicts');
    expect(await strip.locator('path.break').count()).toBe(1);
    const redefined = strip.locator('rect.column').nth(15);
    expect(await redefined.getAttribute('aria-label')).toMatch(/: Pass, redefined$/);
    await redefined.focus();
    await panel.page.keyboard.press(' ');
    await panel.page.getByRole('button', { name: 'Trends of all scenarios' }).press('Enter');
    expect(await panel.sent()).toEqual([
      { type: 'go', route: { view: 'scenario', runId: runNumber(30), scenarioId: 'SC-002' } },
      { type: 'go', route: { view: 'trends' } },
    ]);
    await panel.close();
  });

  test('one that is in no run says so', async () => {
    const panel = await panels().open();
    await show(panel, { ...trendsView(), scenarios: [], scenarioId: 'SC-099' });
    await panel.page.getByText('It is in no run that is on disk.').waitFor();
    await panel.close();
  });
});

describe('trends as they look', () => {
  const panels = usePanel();

  test('hostile texts stay text', async () => {
    const panel = await panels().open();
    for (const text of Object.values(hostileTexts)) {
      const view = trendsView();
      view.points = view.points.map((point) => ({ ...point, name: text, created: text }));
      view.scenarios = [madeTrend(text, text, 'PF')];
      view.missing = [text];
      await show(panel, view);
      await show(panel, { ...view, scenarioId: text });
    }
    expect(await panel.page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test.each(['dark', 'light', 'high-contrast', 'high-contrast-light'])(
    '%s: as a picture, wide and narrow',
    async (theme) => {
      const panel = await panels().open(theme);
      const many = { ...trendsView(), points: madePoints(500) };
      for (const [name, view] of [
        ['agent', trendsView()],
        ['scenario', scenarioTrendView()],
        ['many', many],
      ] as const) {
        for (const width of [1000, 320]) {
          await panel.page.setViewportSize({ width, height: 800 });
          await show(panel, view);
          const picture = `trends-${name}-${width}-${theme}.png`;
          await panel.page.screenshot({ path: path.join(resultsFolder, picture), fullPage: true });
          expect(await panel.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
        }
      }
      expect(await panel.complaints()).toEqual([]);
      await panel.close();
    },
  );
});
