import type { Locator, Page } from 'playwright-core';
import { exactly, plain } from './quick-input';
import { waitFor } from './wait-for';

/** What the workbench says outside the editors: notifications, modal dialogs and the status bar. */
export interface Messages {
  /** Texts of the notifications on screen. */
  notifications: () => Promise<string[]>;
  /** The notification that holds the text, once it is there; its buttons are inside. */
  waitForNotification: (text: string | RegExp) => Promise<Locator>;
  /** Presses a button of a notification. */
  answerNotification: (text: string | RegExp, button: string) => Promise<void>;
  /** Message and detail of the modal dialog, once it is there. */
  dialogText: () => Promise<string>;
  /** Picks an entry of the context menu that is open, and waits until the menu is gone. */
  chooseFromMenu: (entry: string) => Promise<void>;
  /** Presses a button of the modal dialog and waits until it is gone. */
  answerDialog: (button: string) => Promise<void>;
  /** Texts of the status bar's items, icons left out. */
  statusBar: () => Promise<string[]>;
  waitForStatusBar: (text: string | RegExp) => Promise<Locator>;
  /** Waits for a status bar item and clicks it, wherever it is by then: others come and go to the left of it. */
  clickStatusBar: (text: string | RegExp) => Promise<void>;
}

export function messagesOf(page: Page): Messages {
  const toasts = page.locator('.notifications-toasts .notification-list-item');
  const dialog = page.locator('.monaco-dialog-box');
  const items = page.locator('.part.statusbar .statusbar-item');

  const waitForStatusBar = async (text: string | RegExp) => {
    const item = items.filter({ hasText: text }).first();
    await waitFor(`a status bar item ${text}`, () => item.isVisible(), { describe: statusBar });
    return item;
  };
  const notifications = async () =>
    (await toasts.locator('.notification-list-item-message').allTextContents()).map(plain);
  const waitForNotification = async (text: string | RegExp) => {
    const toast = toasts.filter({ hasText: text }).first();
    await waitFor(`a notification ${text}`, () => toast.isVisible(), { describe: notifications });
    return toast;
  };
  const statusBar = async () => (await items.allTextContents()).map(plain).filter((text) => text !== '');

  return {
    notifications,
    waitForNotification,
    answerNotification: async (text, button) => {
      const toast = await waitForNotification(text);
      await toast.locator('.monaco-button', { hasText: exactly(button) }).click();
    },
    chooseFromMenu: async (entry) => {
      const item = page.locator('.context-view .action-label', { hasText: exactly(entry) });
      await item.waitFor();
      // A menu takes no click in its first moments: what is lost is said again.
      await waitFor(`the menu to take ${entry}`, async () => {
        if (await item.isVisible()) await item.click({ timeout: 2_000 });
        return !(await item.isVisible());
      });
    },
    dialogText: async () => {
      await dialog.waitFor();
      return plain((await dialog.locator('.dialog-message-text, .dialog-message-detail').allTextContents()).join(' '));
    },
    answerDialog: async (button) => {
      await dialog.locator('.monaco-button', { hasText: exactly(button) }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
    statusBar,
    waitForStatusBar,
    clickStatusBar: async (text) => {
      const item = await waitForStatusBar(text);
      // A click of the mouse is aimed first: an item that moves meanwhile is missed.
      await item.locator('.statusbar-item-label').dispatchEvent('click');
    },
  };
}
