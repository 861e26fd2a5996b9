import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

const testLimitMs = 60_000;
const reportFile = path.join(__dirname, 'report.ndjson');

/**
 * Runs every bundled `*.in-host.js` beside this file inside the extension host, and writes what happened, as it
 * happens, to the report file that `npm test` reads. VS Code calls it; rejecting makes the editor exit with 1.
 */
export async function run(): Promise<void> {
  writeFileSync(reportFile, '');
  const mocha = new Mocha({ ui: 'tdd', timeout: testLimitMs, reporter: Mocha.reporters.Base, ...readOptions() });
  for (const name of readdirSync(__dirname))
    if (name.endsWith('.in-host.js')) mocha.addFile(path.join(__dirname, name));
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('test', (test) => report({ type: 'started', name: test.fullTitle() }));
    runner.on('pass', (test) => finish('passed', test.fullTitle()));
    runner.on('pending', (test) => finish('skipped', test.fullTitle()));
    runner.on('fail', (test, error: Error) => finish('failed', test.fullTitle(), error.stack ?? error.message));
  });
  report({ type: 'end' });
  if (failures > 0) throw new Error(`${failures} tests failed in the extension host`);
}

function finish(state: 'passed' | 'failed' | 'skipped', name: string, message?: string): void {
  report({ type: 'finished', name, state, ...(message === undefined ? {} : { message }) });
  // The runner outside shows lines with this mark; the console of an extension host holds much else.
  console.log(`[in-host] ${state}: ${name}${message === undefined ? '' : `\n${message}`}`);
}

function report(event: Record<string, string>): void {
  appendFileSync(reportFile, `${JSON.stringify(event)}\n`);
}

function readOptions(): { grep?: RegExp } {
  const options: unknown = JSON.parse(readFileSync(path.join(__dirname, 'options.json'), 'utf8'));
  const grep = typeof options === 'object' && options !== null && 'grep' in options ? options.grep : undefined;
  return typeof grep === 'string' ? { grep: new RegExp(grep) } : {};
}
