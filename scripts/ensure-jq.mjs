/**
 * Finds jq for the tests of the gate script, or installs it. Node built-ins alone.
 */
import { existsSync } from 'node:fs';
import { isEntryPoint, runAsProgram } from './lib/program.mjs';
import { runCommand } from './lib/run-command.mjs';

const installLimitSeconds = 300;

/**
 * Sees to it that jq starts, installing it from the Debian archive where that is possible (as root). Where it is not, it
 * says so, and the tests that need it are skipped with a reason.
 * @returns {Promise<boolean>} whether jq is there
 */
export async function ensureJq() {
  if (await starts()) return true;
  const problem = await installWithApt();
  if (problem === undefined) return true;
  console.log(`jq is not here, and could not be installed: ${problem}. The tests of the gate script are skipped.`);
  return false;
}

async function starts() {
  try {
    const result = await runCommand('jq', ['--version'], { quiet: true, limitSeconds: 30 });
    return result.code === 0;
  } catch {
    return false; // there is no such program
  }
}

/** @returns {Promise<string | undefined>} why it could not be installed */
async function installWithApt() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return 'apt-get is not here';
  if (process.getuid?.() !== 0) return 'apt-get needs root';
  console.log('Installing jq with apt-get …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, quiet: true, limitSeconds: installLimitSeconds };
  await runCommand('apt-get', ['update'], options); // One broken source must not stop the install.
  const install = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', 'jq'], options);
  if (await starts()) return undefined;
  return `apt-get install jq: ${install.output.trim().split('\n').at(-1) ?? 'no output'}`;
}

if (isEntryPoint(import.meta.url)) {
  runAsProgram(async () => {
    process.exitCode = (await ensureJq()) ? 0 : 1;
  });
}
