import path from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { resultsFolder } from '../harness/artefacts';
import { hostileTexts } from './harness/made-views';
import type { PanelPage } from './harness/panel-page';
import { usePanel } from './harness/use-panel';

/** Puts a diff into the page, in place of what is there. */
async function showDiff(panel: PanelPage, base: string, head: string): Promise<Locator> {
  await panel.page.evaluate(
    async ([before, after]) => {
      const diff = document.createElement('rook-diff');
      Object.assign(diff, { base: before, head: after, baseLabel: 'the run before', headLabel: 'this run' });
      document.body.replaceChildren(diff);
      await (diff as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete;
    },
    [base, head] as const,
  );
  return panel.page.locator('rook-diff');
}

const answer = (amount: string): string =>
  `Hello Ada,\n\nyour refund of ${amount} for ORD-1042 is on its way.\n${'It takes up to five days.\n'.repeat(40)}Kind regards`;

describe('the difference of two texts, on the page', () => {
  const panels = usePanel();

  test('what is gone and what is new has a sign, an element and words for it; the rest is folded', async () => {
    const panel = await panels().open();
    const diff = await showDiff(panel, answer('49.90 EUR'), answer('50.10 EUR'));
    expect(await diff.locator('del').textContent()).toMatch(/^−\s*removed:\s*49\.90\s*\(end\)\s*$/);
    expect(await diff.locator('ins').textContent()).toMatch(/^\+\s*added:\s*50\.10\s*\(end\)\s*$/);
    expect(await diff.locator('.legend').textContent()).toMatch(/−\s*only in the run before\s+\+\s*only in this run/);
    expect(await diff.getByText('Kind regards').count()).toBe(0);

    await diff.getByRole('button', { name: /^Show \d+ unchanged lines$/ }).focus();
    await panel.page.keyboard.press('Enter');
    await diff.getByText('Kind regards').waitFor();
    expect(await diff.getByRole('button').count()).toBe(0);
    await panel.close();
  });

  test('long texts are compared line by line, and each change opens in portions', async () => {
    const panel = await panels().open();
    const lines = (other: string): string =>
      Array.from({ length: 3000 }, (_, n) => (n === 1500 ? other : `line ${n}`)).join('\n');
    const diff = await showDiff(panel, lines('old'), lines('new '.repeat(5000)));
    expect(await diff.locator('del rook-text .text').textContent()).toBe('old');
    await diff.locator('ins').getByRole('button', { name: 'Show all 20,000 characters of the added text' }).waitFor();
    expect(await diff.getByRole('button', { name: 'Show 1,497 unchanged lines' }).count()).toBe(1);
    await panel.close();
  });

  test('what cannot be shown as changes is shown as two texts; what is the same, once', async () => {
    const panel = await panels().open('dark', { viewport: { width: 320, height: 700 } });
    let diff = await showDiff(panel, 'I cannot help you.', 'Refund issued: 49.90 EUR');
    expect(await diff.locator('.sides .label').allInnerTexts()).toEqual(['the run before', 'this run']);
    expect(await diff.locator('.sides .text').allInnerTexts()).toEqual([
      'I cannot help you.',
      'Refund issued: 49.90 EUR',
    ]);
    diff = await showDiff(panel, '', 'Refund issued');
    await diff.locator('.sides > div').first().getByText('Nothing stands in it.').waitFor();
    diff = await showDiff(panel, 'a\r\nb', 'a\nb');
    await diff.getByText('They differ in their line ends only.').waitFor();
    diff = await showDiff(panel, 'one answer', 'one answer');
    await diff.getByText('Both are the same.').waitFor();
    expect(await diff.locator('rook-text .text').allInnerTexts()).toEqual(['one answer']);
    await panel.close();
  });

  test('hostile texts stay text, white space and hidden characters are named', async () => {
    const panel = await panels().open();
    for (const text of Object.values(hostileTexts)) {
      await showDiff(
        panel,
        `shared words in both ${text} and more`,
        `shared words in both and more ${text.slice(0, 50)}`,
      );
      await showDiff(panel, `${'same\n'.repeat(3000)}${text}`, `${'same\n'.repeat(3000)}other\n${text}\n`);
    }
    const diff = await showDiff(panel, 'the answer is  here now', `the answer is here\u202e now`);
    await diff.getByRole('img', { name: 'U+202E right-to-left override' }).waitFor();
    const spaces = await showDiff(panel, 'the answer\tis here', 'the answer is\n here');
    await spaces.getByRole('img', { name: 'line break' }).waitFor();
    await spaces.getByRole('img', { name: 'tab' }).waitFor();
    expect(await panel.page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(await panel.complaints()).toEqual([]);
    await panel.close();
  });

  test.each(['dark', 'light', 'high-contrast', 'high-contrast-light'])(
    '%s: changes are told without their colour',
    async (theme) => {
      const panel = await panels().open(theme);
      const diff = await showDiff(panel, answer('49.90 EUR'), answer('50.10 USD'));
      const looks = await diff
        .locator('del .changed, ins .changed')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).textDecorationLine));
      expect(looks).toEqual(['line-through', 'underline']);
      await panel.page.screenshot({ path: path.join(resultsFolder, `diff-${theme}.png`) });
      await panel.close();
    },
  );
});
