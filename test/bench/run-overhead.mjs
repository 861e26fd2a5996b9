import { fileURLToPath } from 'node:url';
import { generateWorkspace } from './generated-workspace.mjs';
import { interleave, median, round, run } from './measured-process.mjs';

const rook = fileURLToPath(new URL('../../dist/rook.js', import.meta.url));
const floor = fileURLToPath(new URL('./bare-loop.mjs', import.meta.url));
const script = `
if (process.argv[2] === 'execute') {
  for await (const _ of process.stdin);
  process.stdout.write(JSON.stringify({ output: 'done', calls: [], usage: { input: 1, output: 1 } }));
}
`;

/**
 * What a run costs above the processes it starts: 400 scenarios × (open, execute, close) against a bare loop.
 * Options: [scenarios] [repetitions].
 */
export async function measure([scenarios = '400', repetitions = '5']) {
  const phases = ['open', 'execute', 'close'];
  const workspace = generateWorkspace({ count: Number(scenarios), hooks: phases, script });
  const rows = [];
  try {
    for (const concurrency of [1, 4, 8]) {
      const ours = () =>
        run([process.execPath, rook, 'run', '--json', '--concurrency', String(concurrency)], { cwd: workspace.root });
      const bare = () =>
        run([process.execPath, floor, workspace.scriptFile, scenarios, String(concurrency), phases.join()]);
      const { a, b } = await interleave(Number(repetitions), ours, bare);
      const failed = a.find(
        ({ code, stdout }) => code !== 0 || JSON.parse(stdout).report.totals.passed !== Number(scenarios),
      );
      if (failed) throw new Error(`a run did not pass: ${failed.stderr}`);
      rows.push({
        concurrency,
        'wall ratio': round(median(a.map((one, i) => one.wall / b[i].wall))),
        'wall bound': 1.1,
        'cpu ratio': round(median(a.map((one, i) => one.cpu / b[i].cpu))),
        'cpu bound': 1.15,
        'wall s': round(median(a.map(({ wall }) => wall))),
        'floor s': round(median(b.map(({ wall }) => wall))),
        'peak MiB': round(median(a.map(({ peak }) => peak)), 0),
        'foreign CPU s': round(median(a.map(({ foreign }) => foreign))),
      });
    }
  } finally {
    workspace.remove();
  }
  return rows;
}
