import type { Locator, Page } from 'playwright-core';
import { plain } from './quick-input';
import { waitFor } from './wait-for';

/** What a user does in an editor with the keyboard, and what the language server answers. */
export interface LanguageFeatures {
  /** Puts the cursor of the active editor at a place; line and column from 1. */
  goTo: (place: { line: number; column: number }) => Promise<void>;
  /** Opens the list of quick fixes at the cursor (Ctrl+.) and returns their titles once one of them contains the text. */
  quickFixes: (expected: string) => Promise<string[]>;
  /** Takes the quick fix with exactly this title from the list that is open, by keyboard. */
  takeQuickFix: (title: string) => Promise<void>;
  /** Opens the list of suggestions at the cursor (Ctrl+Space) and returns its labels once the expected one is there. */
  suggestions: (expected: string) => Promise<string[]>;
  /** Text of the hover at the cursor, once it contains the expected text. */
  hoverAtCursor: (expected: string | RegExp) => Promise<string>;
  /** The lenses above the lines of the active editor. */
  lenses: () => Locator;
  /** Clicks the first lens that contains the text, once it is there. */
  clickLens: (text: string) => Promise<void>;
  /** Presses F2 at the cursor, types another name and confirms. */
  renameTo: (name: string) => Promise<void>;
}

const lookMs = 3_000;

export function languageFeaturesOf(page: Page): LanguageFeatures {
  const editor = page.locator('.editor-group-container.active .editor-instance .monaco-editor').first();
  const actions = page.locator('.action-widget .monaco-list-row.action');
  const suggestions = page.locator('.suggest-widget.visible .monaco-list-row');
  const hovers = page.locator('.monaco-hover:visible .hover-contents');
  const quickInput = page.locator('.quick-input-widget .quick-input-box input');

  /** Presses a key until what it opens shows what is expected: the server may not have read the last change yet. */
  const opening = async (key: string, rows: Locator, expected: string, labels: () => Promise<string[]>) =>
    waitFor(
      `"${expected}" after ${key}`,
      async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press(key);
        await rows.filter({ hasText: expected }).first().waitFor({ timeout: lookMs });
        return labels();
      },
      { describe: labels },
    );

  const lenses = () => editor.locator('.codelens-decoration');
  const titles = async () => (await actions.locator('.title').allTextContents()).map(plain);
  const labels = async () => (await suggestions.locator('.label-name').allTextContents()).map(plain);

  return {
    goTo: async ({ line, column }) => {
      await page.keyboard.press('Control+g');
      await quickInput.fill(`:${line}:${column}`);
      await page.keyboard.press('Enter');
      await quickInput.waitFor({ state: 'hidden' });
    },
    quickFixes: (expected) => opening('ControlOrMeta+.', actions, expected, titles),
    takeQuickFix: async (title) => {
      const row = actions.filter({ hasText: title }).first();
      await waitFor(`"${title}" to be selected`, async () => {
        if ((await row.getAttribute('class'))?.includes('focused')) return true;
        await page.keyboard.press('ArrowDown');
        return false;
      });
      await page.keyboard.press('Enter');
      await actions.first().waitFor({ state: 'hidden' });
    },
    suggestions: (expected) => opening('Control+Space', suggestions, expected, labels),
    hoverAtCursor: (expected) =>
      waitFor(
        `a hover ${expected}`,
        async () => {
          await page.keyboard.press('Escape');
          await page.keyboard.press('ControlOrMeta+k');
          await page.keyboard.press('ControlOrMeta+i');
          await hovers.filter({ hasText: expected }).first().waitFor({ timeout: lookMs });
          return plain((await hovers.allTextContents()).join('\n'));
        },
        { describe: () => hovers.allTextContents() },
      ),
    lenses,
    clickLens: async (text) => {
      const lens = lenses().locator('a', { hasText: text }).first();
      await lens.waitFor();
      await editor.locator('.view-lines').hover(); // away from a tab, whose tooltip would lie over the lens
      await lens.click();
    },
    renameTo: async (name) => {
      const input = page.locator('.rename-box input, .rename-box .rename-input');
      await waitFor('the box for the new name', async () => {
        await page.keyboard.press('F2');
        await input.first().waitFor({ timeout: lookMs });
        return true;
      });
      await input.first().fill(name);
      await page.keyboard.press('Enter');
      await input.first().waitFor({ state: 'hidden' });
    },
  };
}
