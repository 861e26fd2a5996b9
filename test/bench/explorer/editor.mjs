import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const probe = fileURLToPath(new URL('./probe', import.meta.url));

/**
 * A real editor with the packaged extension, unless `rook` is false, and the probe in its extension host, which notes when the
 * tree holds that many `scenarios`. It starts in an empty folder, so that what is measured later finds the server warm, as a
 * window does that is opened beside another.
 */
export async function openEditor({ rook = true, settings = {}, scenarios = 0 } = {}) {
  const sources = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  });
  const { startWorkbench } = await sources.ssrLoadModule('/test/e2e/harness/workbench.ts');
  const folder = mkdtempSync(join(tmpdir(), 'rook-bench-empty-'));
  const address = join(mkdtempSync(join(tmpdir(), 'rook-bench-probe-')), 'probe.json');
  const workbench = await startWorkbench({
    folder,
    settings,
    extensions: [probe],
    env: {
      BENCH_PROBE: address,
      BENCH_PROFILE: process.env.ROOK_BENCH_PROFILE ?? '',
      BENCH_SCENARIOS: String(scenarios),
    },
    ...(!rook && { vsix: false }),
  });
  await workbench.page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        globalThis.longTasks.push({ at: performance.timeOrigin + startTime, ms: duration });
    }).observe({ type: 'longtask', buffered: true });
  });

  const editor = {
    page: workbench.page,
    workbench,
    /** Opens a folder, with an extension host of its own, and waits for the probe in it. */
    open: async (next) => {
      rmSync(address, { force: true });
      await workbench.openFolder(next);
      await until(() => existsSync(address));
    },
    /** Asks the probe. */
    ask: async (path, query = {}) => {
      const { port } = JSON.parse(readFileSync(address, 'utf8'));
      const answer = await (await fetch(`http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`)).json();
      if (answer?.error) throw new Error(answer.error);
      return answer;
    },
    hostPid: () => JSON.parse(readFileSync(address, 'utf8')).pid,
    /** What has kept the window's main thread busy for more than 50 ms since then. */
    longTasks: (since) => workbench.page.evaluate((from) => longTasks.filter(({ at, ms }) => at + ms > from), since),
    stop: async () => {
      await workbench.stop();
      await sources.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return editor;
}

export async function until(ask, limitMs = 120_000) {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await delay(100)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error('what was waited for did not come');
}
