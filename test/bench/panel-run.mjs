import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { ensureBrowser } from '../../scripts/ensure-browser.mjs';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { repositoryRoot } from '../../scripts/lib/repository.mjs';
import { median, round } from './measured-process.mjs';
import { agentOf, recordedRun, recordVerdict } from './panel/recorded-run.mjs';

/**
 * The overview of a run in a real page, with the built panel (`npm run build`) and the host's own reading: how soon it is
 * painted, how it scrolls, what it holds, and whether updates block it. Options: [scenarios] [repetitions].
 */
export async function measure([scenarios = '1000', repetitions = '5']) {
  const { PanelSession, startPanelServer } = await hostSide();
  const count = Number(scenarios);
  const run = recordedRun({ count, judged: count });
  const growing = recordedRun({ count: 500, judged: 0 });
  const route = (runId) => ({ view: 'run', runId });
  const server = await startPanelServer({ route: route(run.runId), host: 'editor' });
  const browser = await launchChromium(await ensureBrowser());
  try {
    const opened = [];
    for (let i = 0; i < Number(repetitions); i++) {
      const page = await openPage(browser, server.url('dark'));
      const session = new PanelSession(agentOf(run), route(run.runId));
      opened.push(await open(page, session));
      if (i + 1 < Number(repetitions)) await page.close();
      else opened.page = page;
    }
    const { page } = opened;
    const memory = await memoryOf(browser, page);
    const { result: scrolling, cpu: scrollCpu } = await traced(browser, page, () => scroll(page));
    const floor = await scrollNothing(browser);
    const after = await memoryOf(browser, page);
    await page.close();
    const live = await follow(browser, await openPage(browser, server.url('dark')), growing, PanelSession, route);
    const ms = (key) => round(median(opened.map((one) => one[key])), 0);
    return [
      { what: 'first paint of the overview after open, ms', value: ms('first'), bound: 600 },
      { what: 'all records shown after open, ms', value: ms('whole'), bound: '' },
      { what: 'messages until then', value: ms('messages'), bound: '' },
      { what: 'longest task while it opens, ms', value: ms('longest'), bound: '' },
      { what: 'longest frame while scrolling all rows, ms', value: round(scrolling.longest, 1), bound: 50 },
      { what: 'the same on a page without content, ms', value: round(floor.longest, 1), bound: '' },
      { what: 'longest task while scrolling, ms (0: none of 50 or more)', value: scrolling.task, bound: 50 },
      { what: 'CPU of the longest task while scrolling, ms', value: round(scrollCpu, 1), bound: 50 },
      { what: 'frames over 20 ms, of all', value: `${scrolling.late} of ${scrolling.frames}`, bound: '' },
      { what: 'the same on a page without content', value: `${floor.late} of ${floor.frames}`, bound: '' },
      { what: 'JavaScript heap, MiB', value: round(Math.max(memory.heap, after.heap), 1), bound: '' },
      { what: 'private memory of the page, MiB', value: round(Math.max(memory.own, after.own), 0), bound: 150 },
      { what: 'longest task during updates of 500 scenarios, ms', value: round(live.longest, 1), bound: 50 },
      { what: 'CPU of the longest task during updates, ms', value: round(live.cpu, 1), bound: 50 },
      { what: 'updates', value: live.updates, bound: '' },
      { what: 'reading for an update, longest, ms', value: round(live.reading, 1), bound: '' },
    ];
  } finally {
    await browser.close();
    await server.stop();
    run.remove();
    growing.remove();
  }
}

/** The host's side as the extension has it, bundled. */
async function hostSide() {
  // As deep as scripts/lib, which finds the repository by its own place.
  const outfile = join(repositoryRoot, 'test-results/bench/panel-run-host.mjs');
  await esbuild.build({
    stdin: {
      contents: `export { PanelSession } from './engine/report/views/panel-session';
        export { startPanelServer } from './test/e2e/panel/harness/panel-server';`,
      resolveDir: repositoryRoot,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
  });
  return import(pathToFileURL(outfile).href);
}

async function openPage(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await page.goto(url);
  await page.waitForFunction(() => window.sent.length > 0);
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask' });
  });
  return page;
}

/** Hands messages over as the extension does; each is waited for until it is painted. Times in milliseconds. */
async function open(page, session) {
  const started = Date.now();
  let first;
  for (let messages = 1; ; messages++) {
    const { message, more } = await session.shown();
    const painted = await post(page, message);
    first ??= painted - started;
    if (!more) {
      const longest = await page.evaluate(() => window.longest);
      return { first, whole: painted - started, messages, longest };
    }
  }
}

/** @returns when it was painted, by the clock of the machine */
function post(page, message) {
  return page.evaluate(
    (data) =>
      new Promise((resolve) => {
        window.postMessage(data, '*');
        // Behind the next frame: by then the message was taken, rendered and painted.
        setTimeout(() => requestAnimationFrame(() => setTimeout(() => resolve(Date.now()))));
      }),
    message,
  );
}

/** From top to bottom, a screen in about seven frames. */
function scroll(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        window.longest = 0;
        const frames = [];
        let before;
        const step = (now) => {
          if (before !== undefined) frames.push(now - before);
          before = now;
          const end = document.documentElement.scrollHeight - window.innerHeight;
          if (window.scrollY >= end - 1) {
            const late = frames.filter((frame) => frame > 20).length;
            return resolve({ longest: Math.max(...frames), frames: frames.length, late, task: window.longest });
          }
          window.scrollBy(0, 120);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
  );
}

/** What the machine does by itself, with whatever else runs on it. */
async function scrollNothing(browser) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await page.setContent('<div style="height: 49000px"></div>');
  const floor = await scroll(page);
  await page.close();
  return floor;
}

/** Ten verdicts at a time, as fast as a host shows them. */
async function follow(browser, page, run, PanelSession, route) {
  const session = new PanelSession(agentOf(run), route(run.runId));
  await open(page, session);
  await page.evaluate(() => {
    window.scrollTo(0, 600);
    window.longest = 0;
  });
  let reading = 0;
  let updates = 0;
  const { cpu } = await traced(browser, page, async () => {
    for (let done = 0; done < run.ids.length; done += 10) {
      for (const [index, id] of run.ids.slice(done, done + 10).entries()) recordVerdict(run, id, done + index);
      for (let more = true; more; updates++) {
        const started = performance.now();
        const shown = await session.shown();
        reading = Math.max(reading, performance.now() - started);
        await post(page, shown.message);
        ({ more } = shown);
      }
    }
  });
  const longest = await page.evaluate(() => window.longest);
  await page.close();
  return { longest, cpu, reading, updates };
}

/**
 * What a piece of work costs the page's main thread: the CPU of its longest task, in milliseconds, which does not depend on
 * what else the machine does.
 */
async function traced(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel'] });
  const result = await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const mains = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`));
  return { result, cpu: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)) };
}

/** In MiB. What is not the page's alone (the browser's code) is not counted. */
async function memoryOf(browser, page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const own = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateMemory(id));
  return { heap: usedSize / 2 ** 20, own: Math.max(...own) };
}

function privateMemory(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return of('Private_Clean') + of('Private_Dirty');
}
