import { describe, expect, test } from 'vitest';
import { hostileView, plainView } from './harness/made-views';
import { usePanel } from './harness/use-panel';

describe('without a mouse, without sight', () => {
  const panels = usePanel();

  test('Tab reaches everything in reading order; Enter and Space work it', async () => {
    const panel = await panels().open();
    await panel.show(plainView());
    await panel.sent();
    const { keyboard } = panel.page;
    const focused = () =>
      panel.page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return (
          (at?.tagName === 'SUMMARY' ? at.parentElement?.parentNode : at)?.textContent?.trim() ||
          (at?.getAttribute('aria-label') ?? '')
        );
      });
    const seen: string[] = [];
    for (let step = 0; step < 40; step++) {
      await keyboard.press('Tab');
      seen.push((await focused()).replace(/\s+/g, ' '));
      if (seen.at(-1) === 'Open snapshot.yaml in Editor') break;
    }
    const first = seen.indexOf('Open scenario');
    expect(seen[first + 1]).toBe('Copy verdict as Markdown Copied');
    expect(seen.indexOf('Records')).toBeGreaterThan(first);
    expect(seen.at(-1)).toBe('Open snapshot.yaml in Editor');

    const card = panel.card('C1');
    await card.locator('summary').focus();
    const scrolled = await panel.page.evaluate(() => window.scrollY);
    await keyboard.press('Space');
    expect(await panel.isOpen(card)).toBe(true);
    expect(await panel.page.evaluate(() => window.scrollY)).toBe(scrolled);
    await keyboard.press('Enter');
    await expect.poll(() => panel.isOpen(card)).toBe(false);
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await panel.sent()).toEqual([{ type: 'openScenario', criterionId: 'C1' }]);
    await panel.close();
  });

  test('the bar leads to a section and takes the focus along', async () => {
    const panel = await panels().open('dark', { viewport: { width: 900, height: 400 } });
    await panel.show(plainView());
    await panel.page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: 'Timeline' })
      .press('Enter');
    const heading = panel.page.getByRole('heading', { level: 2, name: 'Timeline' });
    expect(await heading.evaluate((element) => element.matches(':focus'))).toBe(true);
    const [box, bar] = [await heading.boundingBox(), await panel.page.locator('rook-section-bar').boundingBox()];
    expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    // The verdict's own place is out of sight: the bar shows it now.
    await panel.page.locator('rook-section-bar .status').waitFor({ state: 'visible' });
    await panel.close();
  });

  test('names, roles and headings', async () => {
    const panel = await panels().open();
    await panel.show(plainView());
    for (const name of ['Goal', 'Criteria', 'Transcript', 'Tool calls', 'Timeline', 'Records']) {
      expect(await panel.page.getByRole('region', { name }).count()).toBe(1);
    }
    expect(
      await panel.page.getByRole('list', { name: 'Criteria by status' }).getByRole('listitem').allInnerTexts(),
    ).toEqual(['1 Pass']);
    const tree = await panel.page.locator('body').ariaSnapshot();
    const levels = [...tree.matchAll(/heading .*\[level=(\d)\]/g)].map(([, level]) => level);
    expect(levels.slice(0, 4)).toEqual(['1', '2', '2', '3']);
    expect(tree).toContain('heading "C1 The answer names the amount." [level=3]');
    await panel.close();
  });

  test('concealed characters have names', async () => {
    const panel = await panels().open();
    await panel.show(hostileView());
    expect(await panel.page.getByRole('img', { name: 'U+202E right-to-left override' }).count()).toBeGreaterThan(5);
    expect(await panel.page.getByRole('img', { name: 'U+0000 null' }).first().textContent()).toBe('NUL');
    await panel.close();
  });

  test('nothing moves for those who asked for that', async () => {
    const panel = await panels().open('dark', { reducedMotion: 'reduce' });
    expect(await panel.page.locator('vscode-progress-ring').isVisible()).toBe(false);
    await panel.page.getByText('Opening the verdict…').waitFor();
    await panel.close();
  });
});
