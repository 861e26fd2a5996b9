import { ensureBrowser } from '../../../scripts/ensure-browser.mjs';
import { launchChromium } from '../../../scripts/lib/chromium.mjs';
import { bundled } from './bundled.mjs';

/** Chromium tells of tasks that are longer than 50 ms only; when it tells of none, the longest counts as this. */
const untold = 50;

/**
 * The panel in a real Chromium, with a session as its host.
 * @param {{ session: { answer(request: unknown): Promise<unknown> }, message: { route: unknown } }} host
 */
export async function openScenarioPage({ session, message }) {
  const { startPanelServer } = await bundled('test/e2e/panel/harness/panel-server.ts');
  const server = await startPanelServer({ agentDir: '/agent', route: message.route, host: 'editor' });
  const browser = await launchChromium(await ensureBrowser());
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await page.exposeFunction('answerOf', (request) => session.answer(request));
  await page.goto(server.url('dark'));
  await page.waitForFunction(() => window.sent.length > 0);
  await page.evaluate(() => {
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    });
    const { push } = window.sent;
    window.sent.push = (...messages) => {
      for (const { type, id, request } of messages) {
        // In the bench the answer comes through the debugger's socket, which a webview's does not: that task is left out.
        if (type === 'request')
          window.answerOf(request).then((answer) =>
            setTimeout(() => {
              window.tasks.length = 0;
              window.postMessage({ type: 'answer', id, answer }, '*');
            }, 100),
          );
      }
      return push.apply(window.sent, messages);
    };
  });
  const longest = async () => {
    await page.waitForTimeout(150);
    return page.evaluate((none) => Math.max(none, ...window.tasks.splice(0)), untold);
  };
  return {
    page,
    longest,
    /** Posts the view as a webview gets it, and measures until it is painted. */
    async show() {
      await page.evaluate((data) => {
        window.message = data;
      }, message);
      await page.waitForTimeout(300);
      await page.evaluate(() => window.tasks.splice(0));
      const painted = await page.evaluate(
        () =>
          new Promise((done) => {
            const start = performance.now();
            window.postMessage(window.message, '*');
            const look = () =>
              document.querySelector('rook-panel')?.shadowRoot?.querySelector('rook-scenario')
                ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
                : setTimeout(look);
            look();
          }),
      );
      return { painted, task: await longest() };
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}
