import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { agentPath } from '../generated-workspace.mjs';
import { median, round, run } from '../measured-process.mjs';
import { openEditor, until } from './editor.mjs';
import { generateScenarios } from './workspaces.mjs';

const rook = fileURLToPath(new URL('../../../dist/rook.js', import.meta.url));
const count = 2000;

/** A folder without a Rook workspace, then one with 2,000 scenarios that have all run; then one scenario changes. */
export async function measure(repetitions) {
  const workspace = generateScenarios(count);
  const editor = await openEditor({ scenarios: count });
  try {
    const stored = await run([process.execPath, rook, 'run', '--json', '--concurrency', '4'], { cwd: workspace.root });
    if (!stored.stdout.includes('"report"')) throw new Error(`no run to restore: ${stored.stderr}`);
    const idle = await openEmptyFolder(editor);
    const openings = [];
    for (let i = 0; i <= repetitions; i++) openings.push(await openOnce(editor, workspace.root));
    openings.shift(); // the first one fills caches
    const edits = { disk: [], editor: [] };
    const file = join(workspace.root, agentPath, 'scenarios', 'SC-00007.yaml');
    for (let i = 0; i <= repetitions; i++) {
      for (const [how, save] of [
        ['disk', false],
        ['editor', true],
      ]) {
        const { fromEvent } = await editor.ask('/edit', { file, id: 'SC-00007', save });
        if (i > 0) edits[how].push(fromEvent);
      }
    }
    const row = (what, values, bound, unit = 'ms') => ({
      what,
      median: round(median(values), 0),
      bound,
      unit,
      least: round(Math.min(...values), 0),
      most: round(Math.max(...values), 0),
    });
    const of = (key) => openings.map((one) => one[key]);
    return [
      { what: 'folder without .testmuai/rook: Rook is active', median: idle ? 1 : 0, bound: 0, unit: '' },
      { ...row('activation, in the host (load + call)', of('activation'), 60) },
      { ...row('activation → full tree, 2,000 × 3', of('full'), 1000), 'foreign CPU s': median(of('foreignFull')) },
      { ...row("… the host's own CPU until then", of('cpuFull'), undefined) },
      { ...row('… until sub-folders have been searched, too', of('ready'), undefined) },
      {
        ...row('full tree → 2,000 results restored', of('restored'), 3000),
        'foreign CPU s': median(of('foreignRestored')),
      },
      { ...row('activation → 2,000 results restored', of('total'), undefined) },
      { ...row('longest task of the window while restoring', of('longTask'), 250) },
      { ...row('longest delay of the host while restoring', of('hostDelay'), 250) },
      { ...row('… and until the tree was full', of('hostDelayFull'), undefined) },
      { ...row('file event in the host → item changed', edits.disk, 50) },
      { ...row('saved in the editor → item changed', edits.editor, 50) },
    ];
  } finally {
    await editor.stop();
    workspace.remove();
  }
}

/** The editor starts in an empty folder. */
async function openEmptyFolder(editor) {
  await delay(3000);
  return (await editor.ask('/state')).isActive;
}

async function openOnce(editor, folder) {
  await editor.open(folder);
  await editor.workbench.openTestingView();
  const state = await until(async () => {
    const now = await editor.ask('/state');
    return now.seen.restored && now;
  });
  const { marks, seen, at } = state;
  const begun = marks.willLoadExtensionCode;
  await delay(500); // what the window still has to show
  const tasks = await editor.longTasks(seen.full);
  return {
    activation: marks.didLoadExtensionCode - begun + marks.didActivateExtension - marks.willActivateExtension,
    full: seen.full - begun,
    ready: seen.ready - begun,
    restored: seen.restored - seen.full,
    total: seen.restored - begun,
    longTask: Math.max(0, ...tasks.map(({ ms }) => ms)),
    hostDelay: state.delays.restored,
    hostDelayFull: state.delays.full,
    cpuFull: at.full.cpu - at.active.cpu,
    foreignFull: round((at.full.busy - at.active.busy - (at.full.cpu - at.active.cpu)) / 1000),
    foreignRestored: round((at.restored.busy - at.full.busy - (at.restored.cpu - at.full.cpu)) / 1000),
  };
}
