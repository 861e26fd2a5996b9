import type { Page } from 'playwright-core';
import type { QuickInput } from './quick-input';
import { waitFor } from './wait-for';

export interface WorkspaceTrust {
  /** Trusts the folder in a workbench that was started with `trust: false`. */
  trustFolder: () => Promise<void>;
}

export function workspaceTrustOf(page: Page, { runCommand }: Pick<QuickInput, 'runCommand'>): WorkspaceTrust {
  const restricted = page.locator('.part.statusbar .statusbar-item', { hasText: 'Restricted Mode' });
  return {
    trustFolder: async () => {
      await runCommand('Workspaces: Manage Workspace Trust');
      const editor = page.locator('.workspace-trust-editor');
      await editor.locator('.workspace-trust-limitations.trusted .monaco-button').click();
      await waitFor('the folder to be trusted', async () => (await restricted.count()) === 0);
    },
  };
}
