import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} TierResult what one row of the summary says
 * @property {string} name
 * @property {number} passed
 * @property {number} skipped
 * @property {{ name: string, message: string }[]} failures
 * @property {{ name: string, reason: string }[]} skips
 * @property {number} seconds
 *
 * @typedef {object} TierEvent one line of a report, written by tier-reporter.mjs or by the in-host suite
 * @property {'started' | 'finished' | 'end'} type
 * @property {string} name
 * @property {'passed' | 'failed' | 'skipped' | 'pending'} state
 * @property {string} [message]
 * @property {string} [reason]
 */

const unknownReason = 'no reason given';

/**
 * A tier that stands or falls as one, such as a static check.
 * @param {string} name
 * @param {number} seconds
 * @param {string} [failure] why it failed; absent when it passed
 * @returns {TierResult}
 */
export function singleResult(name, seconds, failure) {
  const failures = failure === undefined ? [] : [{ name, message: failure }];
  return { name, passed: failure === undefined ? 1 : 0, skipped: 0, failures, skips: [], seconds };
}

/**
 * A tier that cannot run here.
 * @param {string} name
 * @param {string} reason
 * @returns {TierResult}
 */
export function skippedResult(name, reason) {
  return { name, passed: 0, skipped: 1, failures: [], skips: [{ name: `all of ${name}`, reason }], seconds: 0 };
}

/**
 * Turns a tier's report and the way its process ended into a result. A tier that crashed, was killed or ran nothing
 * has failed, whatever its tests said.
 * @param {string} name
 * @param {string} reportFile
 * @param {import('./run-command.mjs').CommandResult} command
 * @param {{ filtered?: boolean }} [options] filtered: only some tests were asked for, so none is a valid number
 * @returns {TierResult}
 */
export function tierResult(name, reportFile, command, { filtered = false } = {}) {
  const events = readEvents(reportFile);
  const finished = events.filter(({ type }) => type === 'finished');
  const failures = finished
    .filter(({ state }) => state === 'failed')
    .map((event) => ({ name: event.name, message: event.message ?? '' }));
  // A filter marks all other tests as skipped.
  const skips = finished
    .filter(({ state, reason }) => (state === 'skipped' || state === 'pending') && !(filtered && reason === undefined))
    .map((event) => ({ name: event.name, reason: event.reason ?? unknownReason }));
  const passed = finished.filter(({ state }) => state === 'passed').length;

  const done = new Set(finished.map((event) => event.name));
  const open = events.filter((event) => event.type === 'started' && !done.has(event.name)).map((event) => event.name);
  for (const test of open) failures.push({ name: test, message: 'Did not finish.' });

  const complete = events.some(({ type }) => type === 'end');
  const problem = processProblem(command, complete, failures.length);
  if (problem) failures.push({ name: `${name} as a whole`, message: problem });
  else if (passed + failures.length + skips.length === 0 && !filtered) {
    failures.push({ name: `${name} as a whole`, message: 'No test was found.' });
  }
  return { name, passed, skipped: skips.length, failures, skips, seconds: command.seconds };
}

/**
 * What the way the process ended says beyond its tests.
 * @param {import('./run-command.mjs').CommandResult} command
 * @param {boolean} complete whether the report has its end
 * @param {number} failed
 */
function processProblem(command, complete, failed) {
  if (command.timedOut) return `Killed after ${Math.round(command.seconds)} s.`;
  if (!complete) return `Ended before its tests did (exit code ${command.code}): see its output.`;
  if (command.code !== 0 && failed === 0) return `Exit code ${command.code} although no test failed: see its output.`;
  return undefined;
}

/**
 * @param {string} file
 * @returns {TierEvent[]}
 */
function readEvents(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // A killed process may have left half a line.
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}
