import type { Locator, Page } from 'playwright-core';
import { waitFor } from './wait-for';

/** The command palette, quick open, and the pick lists and input boxes of extensions. */
export interface QuickInput {
  /** Runs a command by its full title in the palette, such as `Rook: Check Workspace`. Waits until the command is there. */
  runCommand: (title: string) => Promise<void>;
  /** Waits for a pick list of an extension and takes the entry with exactly this label. */
  pick: (label: string) => Promise<void>;
  /** Row of a run in a pick list of runs: of this one, not of another of the same second, whose id goes on. */
  runRow: (id: string) => Locator;
  /** Labels of the pick list that is open. */
  pickLabels: () => Promise<string[]>;
  /** Waits for an input box of an extension, types the text and confirms. */
  answerInput: (text: string) => Promise<void>;
}

const listTimeoutMs = 2_000;

export function quickInputOf(page: Page): QuickInput {
  const widget = page.locator('.quick-input-widget');
  const input = widget.locator('.quick-input-box input');
  const rows = widget.locator('.quick-input-list .monaco-list-row');
  const labels = async () => (await rows.locator('.label-name').allTextContents()).map(plain);

  const openPalette = async (query: string) => {
    if (!(await input.isVisible())) await page.keyboard.press('F1');
    await input.fill(`>${query}`, { timeout: listTimeoutMs });
  };

  return {
    runCommand: async (title) => {
      const row = rowOf(rows, title).first();
      const isListed = async () => {
        await openPalette(title);
        if (await appears(row)) return true;
        // The list is made when the palette opens: a command registered later needs a new one.
        await page.keyboard.press('Escape');
        return false;
      };
      await waitFor(`the command "${title}"`, isListed, { describe: labels });
      // Outside the loop: on a busy machine a click may work and yet be late, and no command must run twice.
      await row.click();
      // The command may open the same widget again with a list of its own.
      await row.waitFor({ state: 'hidden' });
    },
    pick: async (label) => {
      const row = rowOf(rows, label).first();
      await waitFor(`the entry "${label}"`, () => appears(row), { describe: labels });
      await row.click();
    },
    runRow: (id) => rows.filter({ hasText: new RegExp(`${literally(id)}(?!-\\d)`) }).first(),
    pickLabels: async () => {
      await rows.first().waitFor();
      return labels();
    },
    answerInput: async (text) => {
      await input.waitFor();
      await input.fill(text);
      await page.keyboard.press('Enter');
    },
  };
}

function rowOf(rows: Locator, label: string): Locator {
  return rows.filter({ has: rows.page().locator('.label-name', { hasText: exactly(label) }) });
}

async function appears(row: Locator): Promise<boolean> {
  return row.waitFor({ timeout: listTimeoutMs }).then(
    () => true,
    () => false,
  );
}

/** Matches the text and nothing around it but white space; the workbench uses no-break spaces here and there. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${literally(text).replace(/ /g, '\\s')}\\s*$`);
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Text of the workbench with ordinary spaces. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
