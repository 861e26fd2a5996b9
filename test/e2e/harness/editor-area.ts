import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { exactly, plain } from './quick-input';
import { waitFor } from './wait-for';

export interface EditorArea {
  /** Opens a file, given relative to the workspace folder or absolute, with the cursor on the line (from 1). */
  openFile: (file: string, line?: number) => Promise<void>;
  /** The tab whose label is exactly the text. */
  tab: (label: string) => Locator;
  activeTab: () => Promise<string>;
  /** Rendered lines of the active editor; lines out of sight are not rendered. */
  editorText: () => Promise<string>;
  /** Puts the cursor into the active editor; then type with `page.keyboard`. */
  focusEditor: () => Promise<void>;
  saveFile: () => Promise<void>;
  /** Moves the mouse over a piece of text in the active editor and returns the hover's text. */
  hoverText: (text: string | RegExp) => Promise<string>;
  /** The document inside a webview that is on screen: the first, or the one at `index`. */
  webview: (index?: number) => FrameLocator;
}

export function editorAreaOf(page: Page, workspaceFolder: () => string): EditorArea {
  const group = page.locator('.editor-group-container.active');
  const editor = group.locator('.editor-instance .monaco-editor').first();
  const activeTab = async () => (await group.locator('.tab.active').getAttribute('data-resource-name')) ?? '';

  return {
    activeTab,
    openFile: async (file, line) => {
      const absolute = path.resolve(workspaceFolder(), file);
      const query = line === undefined ? absolute : `${absolute}:${line}`;
      const input = page.locator('.quick-input-widget .quick-input-box input');
      const name = path.basename(file);
      const row = page.locator('.quick-input-list .monaco-list-row', {
        has: page.locator('.label-name', { hasText: exactly(name) }),
      });
      await waitFor(`${file} to open`, async () => {
        if (!(await input.isVisible())) await page.keyboard.press('ControlOrMeta+p');
        await input.fill(query, { timeout: 2_000 });
        await row.first().click({ timeout: 5_000 });
        await input.waitFor({ state: 'hidden', timeout: 5_000 });
        return (await activeTab()) === name;
      });
      await editor.locator('.view-lines .view-line').first().waitFor();
    },
    tab: (label) =>
      page.locator('.tabs-container .tab', { has: page.locator('.label-name', { hasText: exactly(label) }) }),
    editorText: async () => {
      const lines = editor.locator('.view-lines .view-line');
      // Lines are positioned, not ordered, in the document.
      const found = await lines.evaluateAll((all) =>
        all.map((line) => ({ top: line instanceof HTMLElement ? line.offsetTop : 0, text: line.textContent ?? '' })),
      );
      return found
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text.replace(/\u00a0/g, ' '))
        .join('\n');
    },
    focusEditor: () => editor.locator('.view-lines').click(),
    saveFile: async () => {
      await page.keyboard.press('ControlOrMeta+s');
      await waitFor('the file to be saved', async () => (await group.locator('.tab.active.dirty').count()) === 0);
    },
    hoverText: async (text) => {
      const hover = page.locator('.monaco-hover:visible .hover-contents');
      await editor.locator('.view-line span', { hasText: text }).last().hover();
      await hover.first().waitFor();
      return plain((await hover.allTextContents()).join('\n'));
    },
    webview: (index = 0) =>
      page
        .locator('iframe.webview.ready')
        .filter({ visible: true })
        .nth(index)
        .contentFrame()
        .frameLocator('iframe#active-frame'),
  };
}
