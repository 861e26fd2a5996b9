import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, round } from './measured-process.mjs';
import { bundled } from './panel/bundled.mjs';
import { writeHugeScenario } from './panel/huge-scenario.mjs';
import { openScenarioPage } from './panel/scenario-page.mjs';

/** 30 MiB, in characters; on disk an answer is three times as long, twice in response.json and once in hooks.json. */
const answerLength = 31_457_280;
/** So long an answer makes a response.json of 30 MiB. */
const shorterLength = 14_400_000;

/**
 * The page of a scenario whose agent answered with 30 MB: what its host reads, what the page paints, and whether it stands
 * still while more is opened. CPU time is told beside, for a machine that does other things, too. Needs the build.
 * Options: [repetitions].
 */
export async function measure([repetitions = '5']) {
  const { PanelSession } = await bundled('engine/report/views/panel-session.ts');
  const runsDir = mkdtempSync(join(tmpdir(), 'rook-panel-bench-'));
  try {
    const agent = { runsDir, agentDir: runsDir, name: 'bench', id: 'bench' };
    const read = async (scenarioId, length) => {
      const session = new PanelSession(agent, writeHugeScenario(runsDir, scenarioId, length));
      const rounds = [];
      let message;
      for (let turn = 0; turn < Number(repetitions); turn++) {
        const round = await timed(() => session.shown());
        ({ message } = round.result);
        rounds.push(round);
      }
      return {
        session,
        message,
        ms: median(rounds.map(({ ms }) => ms)),
        cpu: median(rounds.map(({ cpu }) => cpu)),
      };
    };
    const shorter = await read('SC-901', shorterLength);
    const { session, message, ...host } = await read('SC-900', answerLength);
    const { path } = message.view.cuts.find((cut) => cut.path.includes('transcript'));
    const portions = [];
    for (const start of [20_000, answerLength / 2, answerLength - 1_000_000]) {
      const request = { ask: 'viewText', path, start, end: start + 1_000_000 };
      portions.push(await timed(() => session.answer(request)));
    }
    const opened = [];
    const work = [];
    for (let turn = 0; turn < Number(repetitions); turn++) {
      const panel = await openScenarioPage({ session, message });
      opened.push(await panel.show());
      if (turn === 0) work.push(...(await reading(panel)));
      await panel.close();
    }
    const paint = median(opened.map(({ painted }) => painted));
    return [
      { what: 'host makes the view, response.json of 30 MiB, ms', value: round(shorter.ms, 0), bound: '700' },
      { what: 'its CPU, ms', value: round(shorter.cpu, 0) },
      { what: 'host makes the view, answer of 30 MiB, ms', value: round(host.ms, 0), bound: '700' },
      { what: 'its CPU, ms', value: round(host.cpu, 0) },
      { what: 'message to the page, MB', value: round(JSON.stringify(message).length / 1e6) },
      { what: 'page paints it, ms', value: round(paint, 0), bound: '' },
      { what: 'host and page, response.json of 30 MiB, ms', value: round(shorter.ms + paint, 0), bound: '1500' },
      { what: 'host and page, answer of 30 MiB, ms', value: round(host.ms + paint, 0), bound: '1500' },
      { what: 'longest task of painting, ms', value: round(median(opened.map(({ task }) => task)), 0) },
      { what: 'host reads a portion of 1,000,000, ms', value: round(median(portions.map(({ ms }) => ms)), 0) },
      { what: 'its CPU, ms', value: round(median(portions.map(({ cpu }) => cpu)), 0) },
      ...work,
    ];
  } finally {
    rmSync(runsDir, { recursive: true, force: true });
  }
}

/** What a reader does then, and the longest task of the page meanwhile. */
async function reading({ page, longest }) {
  const transcript = page.locator('section', { has: page.locator('h2', { hasText: 'Transcript' }) });
  const settled = async () => {
    await page.waitForFunction(() => !document.querySelector('rook-panel').textContent.includes('Reading…'));
    await transcript.locator('button[aria-disabled]').first().waitFor({ state: 'detached' });
  };
  const rows = [];
  const task = async (what, act) => {
    await longest();
    await act();
    await settled();
    const found = await longest();
    rows.push({ what: `longest task, ${what}, ms`, value: found > 50 ? round(found, 0) : 'none over 50', bound: '50' });
  };
  const more = transcript.getByRole('button', { name: 'Show more' });
  await task('first portion (20,000)', () => more.click());
  await task('second portion (40,000)', () => more.click());
  for (let click = 0; click < 5; click++) {
    await more.click();
    await settled();
  }
  await task('a portion of 1,000,000', () => more.click());
  await task('the end', () => transcript.getByRole('button', { name: 'Show the end' }).click());
  await task('the quotation at the end', () => page.getByRole('button', { name: 'Show in transcript' }).click());
  const mark = await transcript.locator('mark').textContent();
  if (mark !== 'the very last words of a very long answer') throw new Error(`The quotation is not shown: ${mark}`);
  return rows;
}

async function timed(act) {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const result = await act();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: performance.now() - start, cpu: (user + system) / 1000 };
}
