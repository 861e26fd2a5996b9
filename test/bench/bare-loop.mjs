// The floor: spawns the same hook processes with the same limits, and does nothing else.
// Usage: node bare-loop.mjs <script> <scenarios> <concurrency> <phase,…>
import { spawn } from 'node:child_process';

const [script, count, concurrency, phaseList] = process.argv.slice(2);
const phases = phaseList.split(',');

function call(phase, goal) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, phase], {
      detached: true,
      stdio: [phase === 'execute' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    });
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 300_000);
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.resume();
    if (phase === 'execute') child.stdin.end(goal);
    child.once('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(out);
      else reject(new Error(`exit code ${code}`));
    });
  });
}

let next = 0;
async function worker() {
  while (next < Number(count)) {
    const index = next++;
    for (const phase of phases) await call(phase, `Do the thing number ${index}.`);
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, worker));
