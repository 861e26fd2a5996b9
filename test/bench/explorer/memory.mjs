import { setTimeout as delay } from 'node:timers/promises';
import { median, memoryOf, round } from '../measured-process.mjs';
import { openEditor, until } from './editor.mjs';
import { generateScenarios } from './workspaces.mjs';

const count = 10_000;
/** By then the host has collected what reading has left. */
const settleMs = 15_000;

/** 10,000 scenarios: how long until the tree is full, and how much the host's memory grows over an editor without Rook. */
export async function measure(repetitions) {
  const workspace = generateScenarios(count);
  const rounds = Math.min(repetitions, 3); // each takes most of a minute
  try {
    const without = await openings(workspace.root, { rook: false, rounds });
    const withRook = await openings(workspace.root, { rook: true, rounds });
    const of = (list, key) => median(list.map((one) => one[key]));
    const grown = of(withRook, 'settled') - of(without, 'settled');
    const rows = [
      { what: 'activation → full tree, 10,000 × 3', median: round(of(withRook, 'ready'), 0), bound: 4000, unit: 'ms' },
      { what: 'host memory over the editor alone', median: round(grown, 0), bound: 120, unit: 'MiB' },
      { what: '… of the editor alone', median: round(of(without, 'settled'), 0), unit: 'MiB' },
      {
        what: '… peak, over that of the editor alone',
        median: round(of(withRook, 'peak') - of(without, 'peak'), 0),
        unit: 'MiB',
      },
    ];
    return rows;
  } finally {
    workspace.remove();
  }
}

async function openings(folder, { rook, rounds }) {
  const editor = await openEditor({ rook });
  const results = [];
  try {
    for (let i = 0; i < rounds; i++) {
      await editor.open(folder);
      const { seen, marks } = rook ? await until(() => full(editor)) : await editor.ask('/state');
      await delay(settleMs);
      const { now: settled, peak } = memoryOf(editor.hostPid());
      results.push({ settled, peak, ready: rook ? seen.ready - marks.willLoadExtensionCode : 0 });
    }
    return results;
  } finally {
    await editor.stop();
  }
}

async function full(editor) {
  const state = await editor.ask('/state');
  return state.seen.ready && state;
}
