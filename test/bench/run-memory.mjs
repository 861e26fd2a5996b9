import { fileURLToPath } from 'node:url';
import { generateWorkspace } from './generated-workspace.mjs';
import { round, run } from './measured-process.mjs';

const rook = fileURLToPath(new URL('../../dist/rook.js', import.meta.url));
const script = `
if (process.argv[2] === 'execute') {
  for await (const _ of process.stdin);
  process.stdout.write(JSON.stringify({ output: 'done ' + 'x'.repeat(1024 * 1024), calls: [] }));
}
`;

/** Memory of the runner over many scenarios with replies of 1 MiB: under 160 MiB, and flat. Options: [scenarios]. */
export async function measure([scenarios = '1000']) {
  const workspace = generateWorkspace({ count: Number(scenarios), hooks: ['execute'], script });
  const samples = [];
  try {
    const command = [process.execPath, rook, 'run', '--json', '--concurrency', '2'];
    const { code, peak, wall, stderr } = await run(command, {
      cwd: workspace.root,
      onSample: (now) => samples.push(now),
    });
    if (code !== 0) throw new Error(stderr);
    const tenth = Math.max(1, Math.floor(samples.length / 10));
    const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
    const first = mean(samples.slice(tenth, 2 * tenth)); // the first tenth is start-up
    const last = mean(samples.slice(-tenth));
    return [
      {
        scenarios,
        'peak MiB': round(peak, 0),
        'peak bound': 160,
        'first tenth MiB': round(first, 0),
        'last tenth MiB': round(last, 0),
        'last / first': round(last / first),
        'flat bound': 1.1,
        'wall s': round(wall),
      },
    ];
  } finally {
    workspace.remove();
  }
}
