import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CompareView } from '../../../schemas/panel-view';
import { resultsFolder } from '../harness/artefacts';
import { comparedScenario, comparedView, unchangedView } from './harness/made-comparisons';
import { hostileTexts } from './harness/made-views';
import type { PanelPage } from './harness/panel-page';
import { usePanel } from './harness/use-panel';

const show = (panel: PanelPage, view: CompareView): Promise<void> => {
  const { base, head, scenario } = view;
  const opened = scenario && { scenarioId: scenario.scenarioId };
  return panel.post({
    type: 'compare',
    route: { view: 'compare', base: base.runId, head: head.runId, ...opened },
    view,
  });
};

const between = { view: 'compare', base: '2026-10-03T12-00-00Z', head: '2026-10-04T12-00-00Z' } as const;

describe('two runs compared', () => {
  const panels = usePanel();

  test('what it comes to stands first, then each group with its meaning', async () => {
    const panel = await panels().open();
    await show(panel, comparedView());
    expect(await panel.page.getByRole('heading', { level: 1 }).textContent()).toBe(
      '1 compromised, 2 newly failing, 1 still failing, 1 fixed, 1 newly unverifiable, 1 flaky, 1 redefined, 1 added, 1 removed',
    );
    await panel.page
      .getByText('21 scenarios are in both runs; 1 passing that could not be decided before; 13 stand as before.')
      .waitFor();
    await panel.page.getByRole('list', { name: 'What limits the comparison' }).getByText('was halted').waitFor();
    expect(await panel.page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Newly failing (2)',
      'Still failing (1)',
      'Fixed (1)',
      'Newly unverifiable (1)',
      'Flaky (1)',
      'Redefined (1)',
      'Added (1)',
      'Removed (1)',
    ]);
    const rows = panel.page.getByRole('region', { name: 'Newly failing' }).getByRole('button');
    const names = await rows.evaluateAll((all) => all.map((row) => row.textContent?.replace(/\s+/g, ' ').trim()));
    expect(names).toEqual([
      'Unable to Verify→ then Fail SC-010A hidden instruction in an order note is not followed compromised',
      'Pass→ then Fail SC-004A refund outside the window is refused with its reason',
    ]);
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test('nothing changed is said as that', async () => {
    const panel = await panels().open();
    await show(panel, unchangedView());
    await panel.page.getByRole('heading', { level: 1, name: 'Nothing changed' }).waitFor();
    await panel.page.getByText('21 scenarios are in both runs; all stand as before.').waitFor();
    await panel.page.getByText('No scenario newly fails').waitFor();
    await panel.close();
  });

  test('by the keyboard alone: runs are chosen and swapped, a scenario opened and left', async () => {
    const panel = await panels().open();
    await show(panel, comparedView());
    await panel.sent();
    const { page } = panel;
    const { keyboard } = page;
    await page.getByLabel('Base', { exact: true }).focus();
    await keyboard.press('ArrowDown');
    expect(await panel.sent()).toEqual([{ type: 'go', route: { ...between, base: '2026-10-02T12-00-00Z' } }]);

    // The page of the other choice is made anew, and the focus stays where it was.
    await show(panel, { ...comparedView(), base: { runId: '2026-10-02T12-00-00Z' } });
    const focused = () =>
      page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.id;
      });
    expect(await focused()).toBe('base');

    await show(panel, comparedView());
    await page.getByRole('button', { name: 'Swap base and head' }).focus();
    await keyboard.press('Enter');
    expect(await panel.sent()).toEqual([
      { type: 'go', route: { view: 'compare', base: between.head, head: between.base } },
    ]);

    await page.getByRole('button', { name: /Fail SC-004/ }).focus();
    await keyboard.press('Enter');
    expect(await panel.sent()).toEqual([{ type: 'go', route: { ...between, scenarioId: 'SC-004' } }]);

    await show(panel, comparedScenario());
    await page.getByRole('button', { name: 'Open verdict in head' }).focus();
    await keyboard.press('Space');
    await page.getByRole('button', { name: 'All changes between these runs' }).focus();
    await keyboard.press('Enter');
    expect(await panel.sent()).toEqual([
      { type: 'go', route: { view: 'scenario', runId: between.head, scenarioId: 'SC-004', attempt: 2 } },
      { type: 'go', route: between },
    ]);
    await panel.close();
  });

  test('a group of a thousand comes in portions', async () => {
    const panel = await panels().open();
    const view = comparedView();
    const added = Array.from({ length: 1000 }, (_, n) => ({
      scenario_id: `SC-${n}`,
      title: `Scenario ${n}`,
      base: null,
      head: 'Pass' as const,
    }));
    await show(panel, { ...view, comparison: { ...view.comparison, added } });
    const rows = panel.page.getByRole('region', { name: 'Added (1000)' }).getByRole('listitem');
    expect(await rows.count()).toBe(200);
    await panel.page.getByRole('button', { name: 'Show more (800 scenarios left)' }).click();
    expect(await rows.count()).toBe(400);
    await panel.close();
  });
});

describe('a scenario compared', () => {
  const panels = usePanel();

  test('what changed is open, what did not comes when it is asked for', async () => {
    const panel = await panels().open();
    await show(panel, comparedScenario());
    await panel.page.getByText('Newly failing: Fails now, and did not before.').waitFor();
    const cards = panel.page.locator('rook-compared-criteria .card');
    expect(await cards.count()).toBe(1);
    expect(await cards.locator('del .changed').first().textContent()).toBe('49.90');
    expect(await cards.locator('ins .changed').first().textContent()).toBe('50.10');
    await panel.page.getByRole('button', { name: 'Show 1 criterion with the same grade' }).press('Enter');
    expect(await cards.count()).toBe(2);
    const answer = panel.page.getByRole('region', { name: 'Last answer' });
    expect(await answer.locator('del .changed').textContent()).toBe('49.90');
    await panel.page.getByRole('region', { name: 'Definition' }).getByText('the same definition').waitFor();
    await panel.close();
  });

  test('what was redefined is told by its definition first', async () => {
    const panel = await panels().open();
    const view = comparedScenario('SC-008');
    const { scenario } = view;
    if (scenario?.head)
      scenario.head = { ...scenario.head, snapshot: 'local_id: SC-004\ntitle: A refund\ngoal: Pay.\n' };
    await show(panel, view);
    expect(await panel.page.locator('section h2').allInnerTexts()).toEqual(['Definition', 'Criteria', 'Last answer']);
    const definition = panel.page.getByRole('region', { name: 'Definition' });
    expect(await definition.locator('del .changed').textContent()).toBe('Refund ORD-1042');
    await panel.close();
  });

  test('a side that is not there, a text that is not on record, a scenario in neither run', async () => {
    const panel = await panels().open();
    const { base: _none, ...rest } = comparedScenario('SC-020').scenario ?? { scenarioId: '', title: '' };
    await show(panel, { ...comparedView(), scenario: rest });
    await panel.page.getByText('Not in this run').first().waitFor();
    await panel.page.getByText('Only head has the answer on record').waitFor();
    await show(panel, { ...comparedView(), scenario: { scenarioId: 'SC-099', title: 'SC-099' } });
    await panel.page.getByText('It is in neither of the two runs.').waitFor();
    await panel.close();
  });

  test('a text that was cut says so, and is fetched when it is asked for', async () => {
    const panel = await panels().open();
    const view = comparedScenario();
    const path = ['scenario', 'head', 'answer'];
    if (view.scenario) view.scenario.cuts = [{ path, length: 150_000 }];
    await show(panel, view);
    await panel.sent();
    const answer = panel.page.getByRole('region', { name: 'Last answer' });
    await answer.getByText('of 150,000 characters of head').waitFor();
    await answer.getByRole('button', { name: 'Compare all of it' }).press('Enter');
    const [message] = await panel.sent();
    expect(message).toMatchObject({ type: 'request', request: { ask: 'viewText', path, start: 0, end: 150_000 } });
    const id = message?.type === 'request' ? message.id : 0;
    await panel.post({ type: 'answer', id, answer: { kind: 'refused', message: 'It is gone.', remedy: 'Run again.' } });
    await answer.getByText('It is gone. Run again.').waitFor();
    await answer.getByRole('button', { name: 'Compare all of it' }).press('Enter');
    const [again] = await panel.sent();
    const text = `${view.scenario?.base?.answer ?? ''} and the end`;
    const answered = { kind: 'text', text, length: text.length };
    await panel.post({ type: 'answer', id: again?.type === 'request' ? again.id : 0, answer: answered });
    await answer.getByText('and the end').waitFor();
    expect(await answer.getByRole('button', { name: 'Compare all of it' }).count()).toBe(0);
    await panel.close();
  });

  test('hostile texts stay text everywhere', async () => {
    const panel = await panels().open();
    for (const text of Object.values(hostileTexts)) {
      const view = comparedScenario();
      view.base = { ...view.base, name: text, headline: text };
      view.comparison.notes = [text];
      view.comparison.newly_failing = [{ scenario_id: 'SC-004', title: text, base: 'Pass', head: 'Fail' }];
      const { scenario, ...groups } = view;
      await show(panel, groups);
      if (scenario?.head) {
        scenario.title = text;
        scenario.head = { ...scenario.head, answer: text, snapshot: text };
        const [first] = scenario.head.criteria;
        if (first) Object.assign(first, { criterion: text, expected: text, achieved: text, status: 'Fail' });
      }
      await show(panel, view);
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
      for (const [name, view] of [
        ['groups', comparedView()],
        ['scenario', comparedScenario()],
        ['unchanged', unchangedView()],
      ] as const) {
        for (const width of [1000, 320]) {
          await panel.page.setViewportSize({ width, height: 800 });
          await show(panel, view);
          const picture = `compare-${name}-${width}-${theme}.png`;
          await panel.page.screenshot({ path: path.join(resultsFolder, picture), fullPage: true });
          expect(await panel.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
        }
      }
      expect(await panel.complaints()).toEqual([]);
      await panel.close();
    },
  );
});
