const messageLines = 30;

/**
 * Prints failing tests, skipped tests, a table with a row for each tier, and as the very last line the totals.
 * @param {import('./tier-result.mjs').TierResult[]} results
 * @returns {boolean} whether nothing failed
 */
export function printSummary(results) {
  for (const { name: tier, failures } of results) {
    for (const { name, message } of failures) console.log(`\nFAILED [${tier}] ${name}\n${indent(message)}`);
  }
  for (const { name: tier, skips } of results) {
    for (const { name, reason } of skips) console.log(`\nskipped [${tier}] ${name}: ${reason}`);
  }
  console.log(`\n${table(results)}\n`);
  const passed = sum(results.map((result) => result.passed));
  const failed = sum(results.map((result) => result.failures.length));
  const skipped = sum(results.map((result) => result.skipped));
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0;
}

/** @param {import('./tier-result.mjs').TierResult[]} results */
function table(results) {
  const rows = results.map(({ name, passed, failures, skipped, seconds }) => [
    name,
    String(passed),
    String(failures.length),
    String(skipped),
    seconds.toFixed(1),
  ]);
  const all = [['tier', 'passed', 'failed', 'skipped', 'seconds'], ...rows];
  const width = (/** @type {number} */ column) => Math.max(...all.map((row) => (row[column] ?? '').length));
  const line = (/** @type {string[]} */ row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column)))).join('  ');
  return all.map(line).join('\n');
}

/** @param {string} message */
function indent(message) {
  const lines = message.trimEnd().split('\n');
  const more = lines.length > messageLines ? [`… ${lines.length - messageLines} more lines`] : [];
  return [...lines.slice(0, messageLines), ...more].map((line) => `    ${line}`).join('\n');
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
