import type { FrameLocator, Locator } from 'playwright-core';
import { plain } from './quick-input';
import { waitFor } from './wait-for';
import type { Workbench } from './workbench';

/** The verdict panel that is on screen, as a page in the workbench. */
export interface PanelFrame {
  frame: () => FrameLocator;
  /** The bar that says where the panel stands, and leads elsewhere. */
  places: () => Locator;
  waitForPlace: (words: string) => Promise<unknown>;
  /** Presses a button of the bar. */
  go: (way: string) => Promise<void>;
  /** Row of a scenario in the overview of a run. */
  row: (scenarioId: string) => Locator;
  /** Presses what may be rendered anew meanwhile, until the panel stands where that leads. */
  openBy: (what: Locator, place: string) => Promise<unknown>;
  /** What has the focus, through shadow roots: tag and text. */
  focused: () => Promise<string>;
  /** Has a hostile text done something, or made an element of its own? */
  traces: () => Promise<string[]>;
}

export function panelFrameOf(workbench: () => Workbench): PanelFrame {
  const frame = () => workbench().webview();
  const places = () => frame().getByRole('navigation', { name: 'Places' });
  const here = () => places().locator('[aria-current="page"]');
  const standsAt = async (words: string) => plain((await here().textContent({ timeout: 1_000 })) ?? '') === words;
  return {
    frame,
    places,
    waitForPlace: (words) =>
      waitFor(`the panel to stand at ${words}`, () => standsAt(words), { describe: () => here().allTextContents() }),
    go: (way) => places().getByRole('button', { name: way, exact: true }).click(),
    row: (scenarioId) => frame().locator('rook-row-table tr.row', { hasText: scenarioId }),
    openBy: (what, place) =>
      waitFor(`the way to ${place}`, async () => {
        if (await standsAt(place)) return true;
        await what.click({ timeout: 2_000 });
        return standsAt(place);
      }),
    focused: () =>
      frame()
        .locator('body')
        .evaluate(() => {
          let at = document.activeElement;
          while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
          // What a summary shows is slotted into it: it belongs to the element around.
          const root = at?.tagName === 'SUMMARY' ? at.getRootNode() : undefined;
          const text = (root instanceof ShadowRoot ? root.host : at)?.textContent;
          return `${at?.tagName}: ${text?.replace(/\s+/g, ' ').trim()}`;
        }),
    traces: () =>
      frame()
        .locator('body')
        .evaluate((body) => {
          const found = 'pwned' in window ? ['something ran'] : [];
          const walk = (root: ParentNode): void => {
            for (const element of root.querySelectorAll('*')) {
              if (/^(A|IMG|IFRAME|OBJECT|EMBED|FORM)$/.test(element.tagName) && !element.classList.contains('filters'))
                found.push(element.outerHTML.slice(0, 200));
              if (element.shadowRoot) walk(element.shadowRoot);
            }
          };
          walk(body);
          return found;
        }),
  };
}
