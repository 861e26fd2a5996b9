import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBrowser } from '../../../scripts/ensure-browser.mjs';
import { launchChromium } from '../../../scripts/lib/chromium.mjs';
import { copyExample } from '../../../scripts/lib/example-copy.mjs';
import { hookScript, WorkspaceBuilder } from '../../integration/workspace-builder';
import { type PageLog, recordPageLog } from '../harness/page-log';
import { runRook, type ServedPanel, serveUi } from './harness/served-panel';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium(await ensureBrowser());
});
afterAll(() => browser.close());

/** A tab, and what its console and its policy had to say. */
async function openTab(context: BrowserContext, url: string): Promise<{ page: Page; log: PageLog }> {
  const page = await context.newPage();
  const log = recordPageLog(page);
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await page.goto(url);
  return { page, log };
}

const places = (page: Page) => page.getByRole('navigation', { name: 'Places' });
const here = (page: Page) => places(page).locator('[aria-current="page"]');

async function complaints(page: Page, log: PageLog): Promise<string[]> {
  return [
    ...(await page.evaluate(() => window.violations)),
    ...log.cspViolations(),
    ...log.errors(),
    ...log.foreignRequests(),
  ];
}

describe('runs in a browser', () => {
  const copy = copyExample('refund-desk');
  let served: ServedPanel;
  let context: BrowserContext;
  let first = '';
  let second = '';
  beforeAll(async () => {
    first = await runRook(copy.folder, ['--only', 'SC-001,SC-004']);
    second = await runRook(copy.folder, ['--only', 'SC-001']);
    served = await serveUi(copy.folder);
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await served.stop();
    copy.remove();
  });

  test('begin with the newest, and its address can be shared: the token is not in it', async () => {
    const { page, log } = await openTab(context, served.url);
    await expect.poll(() => here(page).textContent()).toBe(`Run ${second}`);
    const { pathname } = new URL(served.url);
    expect(page.url()).toBe(`http://127.0.0.1:${served.port}${pathname}#/run/${second}`);
    await expect.poll(() => page.title()).toBe(`Run ${second} · Refund desk · Rook`);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await complaints(page, log)).toEqual([]);
  });

  test("lead from a scenario to its run and back, with the browser's own buttons", async () => {
    const { page, log } = await openTab(context, `${served.url}#/run/${first}/SC-004`);
    await expect.poll(() => here(page).textContent()).toBe('SC-004');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await places(page)
      .getByRole('button', { name: `Run ${first}` })
      .click();
    await expect.poll(() => here(page).textContent()).toBe(`Run ${first}`);
    expect(await places(page).getByRole('button', { name: 'Back' }).count()).toBe(0);
    await places(page).getByRole('button', { name: 'Trends' }).click();
    await expect.poll(() => here(page).textContent()).toBe('Trends');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => here(page).textContent()).toBe('SC-004');
    await expect.poll(() => page.title()).toBe(`SC-004 in ${first} · Refund desk · Rook`);
    await page.goForward();
    await expect.poll(() => here(page).textContent()).toBe(`Run ${first}`);
    expect(await complaints(page, log)).toEqual([]);
  });

  test('tell of a newer one, and go there', async () => {
    const { page } = await openTab(context, `${served.url}#/run/${first}`);
    await places(page).getByRole('button', { name: 'Newer run' }).click();
    await expect.poll(() => here(page).textContent()).toBe(`Run ${second}`);
    await expect.poll(() => places(page).getByRole('button', { name: 'Newer run' }).count()).toBe(0);
  });

  test('open by a link in another tab, which stands alone', async () => {
    const { page } = await openTab(context, served.url);
    await here(page).waitFor();
    const link = page.url().replace(/#.*/, `#/run/${first}/SC-001`);
    const other = await openTab(context, link);
    await expect.poll(() => here(other.page).textContent()).toBe('SC-001');
    await expect.poll(() => here(page).textContent()).toBe(`Run ${second}`);
    expect(await complaints(other.page, other.log)).toEqual([]);
  });

  test('stand where they stood, with what was open, after going back and after a reload', async () => {
    const { page } = await openTab(context, `${served.url}#/run/${first}/SC-004`);
    const details = page.locator('rook-criterion details').first();
    await details.waitFor();
    const before = await details.evaluate((one: HTMLDetailsElement) => one.open);
    await details.locator('summary').click();
    await page.evaluate(() => window.scrollTo(0, 150));
    const stands = async () => [
      await page.evaluate(() => Math.round(window.scrollY)),
      await details.evaluate((one: HTMLDetailsElement) => one.open),
    ];
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('rook-readings'))).toContain('"scroll":150');
    await page.evaluate(() => {
      location.hash = '#/trends'; // the buttons are at the top
    });
    await expect.poll(() => here(page).textContent()).toBe('Trends');
    await page.goBack();
    await expect.poll(stands).toEqual([150, !before]);
    await page.reload();
    await expect.poll(stands).toEqual([150, !before]);
  });

  test('say so when an address leads nowhere', async () => {
    const { page } = await openTab(context, `${served.url}#/run/2020-01-01T00-00-00Z`);
    await page.getByRole('alert').getByText('there is no run 2020-01-01T00-00-00Z').waitFor();
    await page.evaluate(() => {
      location.hash = '#/somewhere/else/entirely';
    });
    await page.getByRole('alert').getByText('There is no place "somewhere/else/entirely" in the panel.').waitFor();
    await page.goBack();
    await page.getByRole('alert').getByText('there is no run').waitFor();
  });

  test('are kept from who has no token', async () => {
    const page = await context.newPage();
    const answer = await page.goto(served.url.replace(/\?.*/, ''));
    expect(answer?.status()).toBe(401);
    await page.getByRole('heading', { name: 'This address alone does not let you in' }).waitFor();
  });

  test('copy to the clipboard of the browser', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(served.url).origin });
    const { page } = await openTab(context, `${served.url}#/run/${first}/SC-004`);
    await page.locator('rook-copy').first().getByRole('button').click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('SC-004');
  });

  test.each([
    ['light', { colorScheme: 'light' }, 'vscode-light', 'rgb(255, 255, 255)'],
    ['dark', { colorScheme: 'dark' }, 'vscode-dark', 'rgb(31, 31, 31)'],
    ['high contrast', { colorScheme: 'dark', contrast: 'more' }, 'vscode-high-contrast', 'rgb(0, 0, 0)'],
    [
      'high contrast, light',
      { contrast: 'more' },
      'vscode-high-contrast vscode-high-contrast-light',
      'rgb(255, 255, 255)',
    ],
  ] as const)('look %s when the system does, and follow it', async (_name, media, bodyClass, background) => {
    const { page } = await openTab(context, served.url);
    await here(page).waitFor();
    await page.emulateMedia(media);
    await expect.poll(() => page.evaluate(() => document.body.className)).toBe(bodyClass);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
  });
});

describe('a run that goes on while somebody looks', () => {
  const waiting = hookScript({
    execute: `while (!fs.existsSync(env.ROOK_WORKSPACE + '/go')) await sleep(20);
      return { output: 'done' };`,
  });
  const workspace = new WorkspaceBuilder().agent().profile('local', ['execute']).hook(waiting).scenario('SC-1');
  let served: ServedPanel;
  let context: BrowserContext;
  beforeAll(async () => {
    served = await serveUi(workspace.root);
    context = await browser.newContext();
  });
  afterAll(async () => {
    await context.close();
    await served.stop();
    workspace.remove();
  });

  test('appears on the page that had none, and is followed to its end', async () => {
    const { page, log } = await openTab(context, served.url);
    await page.getByRole('heading', { name: 'Desk has not run yet' }).waitFor();
    const run = runRook(workspace.root);
    await here(page)
      .getByText(/^Run 2/)
      .waitFor();
    workspace.file('go', '');
    const runId = await run;
    expect(new URL(page.url()).hash).toBe(`#/run/${runId}`);
    await page.goto(page.url().replace(/#.*/, `#/run/${runId}/SC-1`));
    await page.getByRole('heading', { level: 1, name: 'Scenario SC-1' }).waitFor();
    expect(await complaints(page, log)).toEqual([]);
  });

  test('stays on the page when rook ui ends, which is said, also when another one begins', async () => {
    const { page } = await openTab(context, served.url);
    const told = page.locator('rook-connection').getByRole('status');
    await here(page)
      .getByText(/^Run 2/)
      .waitFor();
    expect(await told.textContent()).toBe('');
    await served.stop();
    await told.getByText('rook ui does not answer.').waitFor();
    await here(page)
      .getByText(/^Run 2/)
      .waitFor();
    served = await serveUi(workspace.root, ['--port', String(served.port)]);
    await told.getByText('rook ui was started anew').waitFor();
    await page.goto(served.url);
    await here(page)
      .getByText(/^Run 2/)
      .waitFor();
    expect(await told.textContent()).toBe('');
  });
});
