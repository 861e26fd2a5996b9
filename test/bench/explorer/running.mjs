import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generateWorkspace } from '../generated-workspace.mjs';
import { interleave, median, round, run } from '../measured-process.mjs';
import { openEditor, until } from './editor.mjs';

const rook = fileURLToPath(new URL('../../../dist/rook.js', import.meta.url));
const count = 500;
const script = `if (process.argv[2] === 'execute') {
  for await (const _ of process.stdin);
  process.stdout.write('{"output":"done","calls":[]}');
}`;

/** 500 scenarios of one hook each, run by the Test Explorer and by the command in turns; then the palette is opened during a run. */
export async function measure(repetitions) {
  const workspace = generateWorkspace({ count, hooks: ['execute'], script });
  const editor = await openEditor();
  const palette = [];
  try {
    await editor.open(workspace.root);
    await editor.workbench.openTestingView();
    await until(async () => (await editor.ask('/state')).seen.restored);
    const inEditor = async () => {
      const { wall, states } = await editor.ask('/run');
      if (states.passed !== count) throw new Error(`not every scenario passed: ${JSON.stringify(states)}`);
      return { wall };
    };
    const byCommand = async () => {
      const { code, wall, stderr } = await run([process.execPath, rook, 'run', '--json'], { cwd: workspace.root });
      if (code !== 0) throw new Error(stderr);
      return { wall };
    };
    const { a, b } = await interleave(repetitions, inEditor, byCommand);
    // In a run of its own: opening it again and again takes a processor from the hooks.
    let running = true;
    const last = inEditor().finally(() => {
      running = false;
    });
    for (await delay(1500); running; await delay(1000)) palette.push(await openPalette(editor.page));
    await last;
    return [
      {
        what: 'run of 500 scenarios, wall ratio to the command',
        median: round(median(a.map(({ wall }, i) => wall / b[i].wall))),
        bound: 1.15,
        unit: '×',
        least: round(Math.min(...a.map(({ wall }, i) => wall / b[i].wall))),
        most: round(Math.max(...a.map(({ wall }, i) => wall / b[i].wall))),
      },
      { what: '… in the editor', median: round(median(a.map(({ wall }) => wall))), unit: 's' },
      { what: '… by the command', median: round(median(b.map(({ wall }) => wall))), unit: 's' },
      {
        what: `command palette opens during the run (${palette.length} times)`,
        median: round(median(palette), 0),
        bound: 300,
        unit: 'ms',
        least: round(Math.min(...palette), 0),
        most: round(Math.max(...palette), 0),
      },
    ];
  } finally {
    await editor.stop();
    workspace.remove();
  }
}

/** From the key to the first command on screen, by the window's own clock. */
async function openPalette(page) {
  await page.evaluate(() => {
    globalThis.paletteOpened = new Promise((resolve) => {
      let begun;
      const look = () => {
        const row = document.querySelector('.quick-input-widget .quick-input-list .monaco-list-row');
        if (row?.checkVisibility()) resolve(performance.now() - begun);
        else requestAnimationFrame(look);
      };
      const onKey = ({ key }) => {
        if (key !== 'F1') return;
        begun = performance.now();
        removeEventListener('keydown', onKey, true);
        look();
      };
      addEventListener('keydown', onKey, true);
    });
  });
  await page.keyboard.press('F1');
  const taken = await page.evaluate(() => globalThis.paletteOpened);
  await page.keyboard.press('Escape');
  return taken;
}
