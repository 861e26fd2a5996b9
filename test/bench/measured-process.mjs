import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU of the children that this process has waited for, with theirs, in seconds. Linux only. */
function childrenCpu() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** Time that all processors have been busy, in seconds. */
function machineBusy() {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) / ticksPerSecond;
}

/** The process's own memory now and at its highest, in MiB; undefined when it is gone. */
export function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (key) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
    return { now: of('VmRSS'), peak: of('VmHWM') };
  } catch {
    return undefined;
  }
}

/**
 * Runs a command to its end.
 * @returns wall and CPU (with all descendants) in seconds, the command's own peak memory in MiB, and how much CPU others used meanwhile
 */
export function run(command, { cwd, env = process.env, onSample } = {}) {
  return new Promise((resolve, reject) => {
    const busyBefore = machineBusy();
    const cpuBefore = childrenCpu();
    const started = process.hrtime.bigint();
    const child = spawn(command[0], command.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr = (stderr + chunk).slice(-4000);
    });
    let peak = 0;
    const sampler = setInterval(() => {
      const memory = memoryOf(child.pid);
      if (!memory) return;
      peak = Math.max(peak, memory.peak);
      onSample?.(memory.now, child.pid);
    }, 50);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(sampler);
      const wall = Number(process.hrtime.bigint() - started) / 1e9;
      const cpu = childrenCpu() - cpuBefore;
      resolve({ code, wall, cpu, peak, stdout, stderr, foreign: machineBusy() - busyBefore - cpu });
    });
  });
}

/** The middle of the values. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Interleaves the runs A B A B …, after one of each that does not count. */
export async function interleave(count, a, b) {
  await a();
  await b();
  const results = { a: [], b: [] };
  for (let i = 0; i < count; i++) {
    results.a.push(await a());
    results.b.push(await b());
  }
  return results;
}

export function round(value, digits = 2) {
  return Number(value.toFixed(digits));
}
