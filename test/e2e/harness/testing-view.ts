import type { Locator, Page } from 'playwright-core';
import { plain } from './quick-input';
import { waitFor } from './wait-for';

export const rowStates = ['Not yet run', 'Queued', 'Running', 'Passed', 'Failed', 'Errored', 'Skipped'] as const;
export type RowState = (typeof rowStates)[number];
const pollsAtRest = 5;

/** The Test Explorer. A string names a row by its whole label; a pattern matches anywhere in the row's text. */
export interface TestingView {
  openTestingView: () => Promise<void>;
  /** Rows on screen only: the tree does not render the others (`filterTests` brings them up). */
  testRow: (text: string | RegExp) => Locator;
  /** Label of every row on screen, from top to bottom. */
  testLabels: () => Promise<string[]>;
  rowState: (text: string | RegExp) => Promise<RowState>;
  waitForRowState: (text: string | RegExp, state: RowState, timeoutMs?: number) => Promise<void>;
  /** Opens every row, children that are resolved late included. */
  expandAll: () => Promise<void>;
  /** Presses "Run Test" (or another action of the row, by its title) on the row. */
  hoverRun: (text: string | RegExp, action?: string) => Promise<void>;
  /** Presses "Run Tests" in the title of the view. */
  runAllTests: () => Promise<void>;
  /** Types into the filter box; an empty text shows all again. */
  filterTests: (text: string) => Promise<void>;
  /** The counts above the tree, such as `1/2`. */
  testCounts: () => Promise<string>;
}

export function testingViewOf(page: Page): TestingView {
  const explorer = page.locator('.test-explorer');
  const rows = explorer.locator('.monaco-list-row');
  const sidebar = page.locator('.part.sidebar');

  const testRow = (text: string | RegExp) =>
    typeof text === 'string'
      ? rows.filter({ has: page.locator(`xpath=${labelPath(text)}`) })
      : rows.filter({ hasText: text });

  const testLabels = () =>
    rows.locator('.label').evaluateAll((labels) => labels.map((label) => label.firstChild?.textContent?.trim() ?? ''));

  const rowState = async (text: string | RegExp) => parseState(await testRow(text).first().getAttribute('aria-label'));

  return {
    testRow,
    testLabels,
    rowState,
    openTestingView: async () => {
      if (await explorer.isVisible()) return;
      const icon = page.locator('.activitybar a.action-label[aria-label^="Testing"]');
      await icon.waitFor();
      await icon.click({ force: true }); // The badge covers the icon.
      await explorer.waitFor();
    },
    waitForRowState: async (text, state, timeoutMs) => {
      await waitFor(`the test ${text} to be "${state}"`, async () => (await rowState(text)) === state, {
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        describe: () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label'))),
      });
    },
    expandAll: async () => {
      await rows.first().waitFor();
      const collapsed = explorer.locator('.monaco-list-row[aria-expanded="false"]');
      // A row that resolves its children late is open before it has any: wait until the tree has come to rest.
      let before = 0;
      let quietPolls = 0;
      await waitFor('every row of the Test Explorer to open', async () => {
        if ((await collapsed.count()) > 0) {
          await collapsed.first().locator('.monaco-tl-twistie').click({ timeout: 2_000 });
          quietPolls = 0;
          return false;
        }
        const now = await rows.count();
        quietPolls = now === before ? quietPolls + 1 : 0;
        before = now;
        return quietPolls >= pollsAtRest;
      });
    },
    hoverRun: async (text, action = 'Run Test') => {
      const row = testRow(text).first();
      await row.hover();
      await row.locator(`a.action-label[aria-label="${action}"]`).click();
    },
    runAllTests: async () => {
      await sidebar.hover();
      await sidebar.locator('.title-actions a.action-label[aria-label="Run Tests"]').click();
    },
    filterTests: async (text) => {
      const box = page
        .locator('.testing-filter-wrapper .monaco-editor, .testing-filter-action-item .monaco-editor')
        .first();
      await box.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      if (text) await page.keyboard.type(text);
    },
    testCounts: async () => {
      // biome-ignore lint/performance/useDomNodeTextContent: count and time are apart only when rendered.
      const summary = await explorer.locator('.result-summary').innerText();
      return /\d+\/\d+/.exec(summary)?.[0] ?? plain(summary);
    },
  };
}

/** The label reads `name (Failed), in 12ms`; the name may hold parentheses itself. */
function parseState(label: string | null): RowState {
  const inParentheses = [...(label ?? '').matchAll(/\(([^()]+)\)/g)].map((match) => match[1]);
  const state = inParentheses.findLast((text): text is RowState => rowStates.some((known) => known === text));
  if (state === undefined) throw new Error(`No test state in "${label}"`);
  return state;
}

/** The label's own text comes first in its element; description and duration follow in elements of their own. */
function labelPath(label: string): string {
  return `.//*[contains(concat(' ', @class, ' '), ' label ')][normalize-space(text()) = ${xpathString(label)}]`;
}

/** XPath has no escapes: a text with both kinds of quotes is put together. */
function xpathString(text: string): string {
  return `concat('', '${text.split("'").join(`', "'", '`)}')`;
}
