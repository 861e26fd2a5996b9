import type { Browser, Locator, Page } from 'playwright-core';
import type { FromPanel, ToPanel } from '../../../../schemas/panel';
import type { ScenarioView } from '../../../../schemas/panel-view';
import { type PageLog, recordPageLog } from '../../harness/page-log';

declare global {
  interface Window {
    sent: FromPanel[];
    violations: string[];
  }
}

/** The panel in a page, with the extension's side in the hands of the test. */
export interface PanelPage {
  page: Page;
  log: PageLog;
  /** Sends a message and waits until the panel has shown it. */
  post: (message: ToPanel | unknown) => Promise<void>;
  show: (view: ScenarioView) => Promise<void>;
  /** What the panel sent, since the last time this was asked. */
  sent: () => Promise<FromPanel[]>;
  state: () => Promise<unknown>;
  card: (criterionId: string) => Locator;
  isOpen: (within: Locator) => Promise<boolean>;
  section: (heading: string) => Locator;
  /** Everything that the content security policy or the console had to say. */
  complaints: () => Promise<string[]>;
  close: () => Promise<void>;
}

export interface PanelPageOptions {
  viewport?: { width: number; height: number };
  reducedMotion?: 'reduce';
  /** Time stands still until the test moves it. */
  clock?: boolean;
}

export async function openPanel(browser: Browser, url: string, options: PanelPageOptions = {}): Promise<PanelPage> {
  const { clock, ...context } = options;
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 }, ...context });
  if (clock) await page.clock.install();
  const log = recordPageLog(page);
  await page.goto(url);
  await page.waitForFunction(() => window.sent.length > 0);
  const settled = () =>
    page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  const post = async (message: unknown) => {
    await page.evaluate((data) => window.postMessage(data, '*'), message);
    await settled();
  };
  return {
    page,
    log,
    post,
    show: (view) =>
      post({
        type: 'scenario',
        route: { view: 'scenario', runId: view.runId, scenarioId: view.scenarioId },
        view,
      }),
    sent: () => page.evaluate(() => window.sent.splice(0)),
    state: () => page.evaluate(() => JSON.parse(sessionStorage.getItem('state') ?? 'null')),
    card: (criterionId) =>
      page
        .locator('rook-criterion')
        .filter({ has: page.locator('h3 .id', { hasText: new RegExp(`^${criterionId}$`) }) }),
    isOpen: (within) =>
      within
        .locator('details')
        .first()
        .evaluate((details) => (details as HTMLDetailsElement).open),
    section: (heading) => page.locator('section').filter({ has: page.locator('h2', { hasText: heading }) }),
    complaints: async () => [
      ...(await page.evaluate(() => window.violations)),
      ...log.cspViolations(),
      ...log.errors(),
      ...log.foreignRequests(),
    ],
    close: () => page.close(),
  };
}
