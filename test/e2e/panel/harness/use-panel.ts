import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { PanelState } from '../../../../schemas/panel';
import { ensureBrowser } from '../../../../scripts/ensure-browser.mjs';
import { launchChromium } from '../../../../scripts/lib/chromium.mjs';
import { openPanel, type PanelPage, type PanelPageOptions } from './panel-page';
import { type PanelServer, startPanelServer } from './panel-server';

export const panelState: PanelState = {
  agentDir: '/projects/desk',
  route: { view: 'scenario', runId: '2026-10-04T21-07-16Z', scenarioId: 'SC-001' },
  host: 'editor',
};

export interface Panels {
  open: (theme?: string, options?: PanelPageOptions) => Promise<PanelPage>;
}

/** One browser and one server for the tests of a `describe`. */
export function usePanel(): () => Panels {
  let browser: Browser | undefined;
  let server: PanelServer | undefined;

  beforeAll(async () => {
    server = await startPanelServer(panelState);
    browser = await launchChromium(await ensureBrowser());
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  return () => {
    const [chromium, pages] = [browser, server];
    if (!chromium || !pages) throw new Error('The panel is there inside tests only');
    return { open: (theme = 'dark', options = {}) => openPanel(chromium, pages.url(theme), options) };
  };
}
