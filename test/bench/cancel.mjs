import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateWorkspace } from './generated-workspace.mjs';
import { median, round } from './measured-process.mjs';

const rook = fileURLToPath(new URL('../../dist/rook.js', import.meta.url));
const hangs = (prelude) => `
${prelude}
if (process.argv[2] === 'execute') { console.error('hanging'); setInterval(() => {}, 1000); }
`;

/** From Ctrl+C to the last process gone, with a hook that ends when told and one that ignores SIGTERM. */
export async function measure([repetitions = '5']) {
  const rows = [];
  for (const [hook, prelude, bound] of [
    ['ends on SIGTERM', '', 300],
    ['ignores SIGTERM', "process.on('SIGTERM', () => {});", 2500],
  ]) {
    const workspace = generateWorkspace({ count: 1, hooks: ['execute'], script: hangs(prelude) });
    const times = [];
    for (let i = 0; i < Number(repetitions); i++) times.push(await cancelOnce(workspace.root));
    workspace.remove();
    rows.push({ hook, 'ms to the last process gone': round(median(times), 0), bound });
  }
  return rows;
}

function cancelOnce(cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [rook, 'run', '--json', '--verbose'], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let asked = 0;
    child.stderr.on('data', (chunk) => {
      if (asked > 0 || !String(chunk).includes('hanging')) return;
      asked = performance.now();
      child.kill('SIGINT');
      const poll = setInterval(() => {
        if (anyHookOf(cwd)) return;
        clearInterval(poll);
        const taken = performance.now() - asked;
        // The runner still writes its records: the workspace must not be removed under it.
        if (child.exitCode !== null || child.signalCode !== null) resolve(taken);
        else child.once('close', () => resolve(taken));
      }, 5);
    });
  });
}

/** Whether any process was started from the workspace's hook script. */
function anyHookOf(cwd) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(cwd);
      } catch {
        return false;
      }
    });
}
