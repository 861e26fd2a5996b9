import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateWorkspace } from './generated-workspace.mjs';
import { interleave, median, round, run } from './measured-process.mjs';

const rook = fileURLToPath(new URL('../../dist/rook.js', import.meta.url));
const script = `if (process.argv[2] === 'execute') { for await (const _ of process.stdin); console.log('{"output":"done"}'); }`;

/** Start of the command against an empty Node.js program. Options: [repetitions]. */
export async function measure([repetitions = '15']) {
  const workspace = generateWorkspace({ count: 20, hooks: ['execute'], script });
  try {
    await run([process.execPath, rook, 'run', '--json'], { cwd: workspace.root });
    const runs = readdirSync(join(workspace.root, '.testmuai/rook/projects/bench/agents/bench/runs'));
    if (runs.length === 0) throw new Error('no run to report on');
    const rows = [];
    for (const [args, bound] of [
      [['--version'], 3],
      [['report', '--json'], 4],
      [['scenarios', 'list', '--json'], 4],
    ]) {
      const ours = () => run([process.execPath, rook, ...args], { cwd: workspace.root });
      const bare = () => run([process.execPath, '-e', '0']);
      const { a, b } = await interleave(Number(repetitions), ours, bare);
      rows.push({
        command: `rook ${args.join(' ')}`,
        ratio: round(median(a.map(({ wall }) => wall)) / median(b.map(({ wall }) => wall))),
        bound,
        ms: round(1000 * median(a.map(({ wall }) => wall)), 0),
        'node -e 0 ms': round(1000 * median(b.map(({ wall }) => wall)), 0),
      });
    }
    return rows;
  } finally {
    workspace.remove();
  }
}
