import { describe, expect, test } from 'vitest';
import type { ScenarioView } from '../../../schemas/panel-view';
import { plainView } from './harness/made-views';
import { usePanel } from './harness/use-panel';

/** A view with many criteria, as one that grows while it is looked at. */
function growing(count: number, failing: (index: number) => boolean = () => false): ScenarioView {
  const view = plainView();
  const [criterion] = view.verdict?.criteria ?? [];
  if (!view.verdict || !criterion) throw new Error('plainView has a criterion');
  const criteria = Array.from({ length: count }, (_, index) => ({
    ...criterion,
    criterion_id: `C${index + 1}`,
    status: failing(index) ? ('Fail' as const) : ('Pass' as const),
  }));
  return { ...view, verdict: { ...view.verdict, criteria } };
}

describe('updates while someone reads', () => {
  const panels = usePanel();

  test('what was opened and closed by hand stays so; what was not follows its status', async () => {
    const panel = await panels().open();
    await panel.show(growing(4, (index) => index === 1));
    await panel.card('C1').locator('summary').click();
    await panel.card('C2').locator('summary').click();
    expect([await panel.isOpen(panel.card('C1')), await panel.isOpen(panel.card('C2'))]).toEqual([true, false]);
    await panel.show(growing(5, (index) => index === 1 || index === 3));
    const open = await Promise.all(['C1', 'C2', 'C3', 'C4', 'C5'].map((id) => panel.isOpen(panel.card(id))));
    expect(open).toEqual([true, false, false, true, false]);
    await panel.close();
  });

  test('focus and scroll position stay', async () => {
    const panel = await panels().open();
    await panel.show(growing(30));
    const summary = panel.card('C20').locator('summary');
    await summary.focus();
    await panel.page.evaluate(() => window.scrollTo(0, 900));
    const before = await summary.boundingBox();
    for (let count = 31; count < 36; count++) await panel.show(growing(count));
    expect(await summary.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect((await summary.boundingBox())?.y).toBe(before?.y);
    await panel.close();
  });

  test('a long text that was opened stays open', async () => {
    const view = growing(1);
    const answer = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n');
    const withAnswer = (content: string): ScenarioView => ({
      ...view,
      response: { scenario_id: 'SC-001', status: 'completed', transcript: [{ role: 'agent', content }] },
    });
    const panel = await panels().open();
    await panel.show(withAnswer(answer));
    const transcript = panel.section('Transcript');
    expect(await transcript.getByText('line 150').count()).toBe(0);
    await transcript.getByRole('button', { name: 'Show all' }).click();
    await panel.show(withAnswer(`${answer}\nand more`));
    await transcript.getByText('and more').waitFor();
    await transcript.getByRole('button', { name: 'Show less' }).click();
    expect(await transcript.getByText('line 150').count()).toBe(0);
    await panel.close();
  });

  test('a change of the verdict is announced', async () => {
    const { verdict: _none, ...rest } = plainView();
    const panel = await panels().open();
    await panel.show({ ...rest, state: 'Not finished yet.' });
    await panel.show(plainView());
    await panel.page.getByRole('status').getByText('SC-001: Pass').waitFor();
    await panel.close();
  });

  test('another scenario starts afresh', async () => {
    const panel = await panels().open();
    await panel.show(growing(30));
    await panel.card('C1').locator('summary').click();
    await panel.page.evaluate(() => window.scrollTo(0, 500));
    await panel.show({ ...growing(30), scenarioId: 'SC-002' });
    await expect.poll(() => panel.page.evaluate(() => window.scrollY)).toBe(0);
    expect(await panel.isOpen(panel.card('C1'))).toBe(false);
    await panel.close();
  });

  test('after a reload the page is where it was, with what was open', async () => {
    const panel = await panels().open();
    await panel.show(growing(30));
    await panel.card('C2').locator('summary').click();
    await panel.page.evaluate(() => window.scrollTo(0, 700));
    await expect.poll(panel.state).toMatchObject({ reading: { scroll: 700 } });
    await panel.page.reload();
    await expect.poll(panel.sent).toEqual([{ type: 'ready' }]);
    await panel.show(growing(30));
    expect(await panel.isOpen(panel.card('C2'))).toBe(true);
    await expect.poll(() => panel.page.evaluate(() => Math.abs(window.scrollY - 700))).toBeLessThan(3);
    await panel.close();
  });
});
