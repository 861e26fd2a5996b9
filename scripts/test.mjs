/**
 * `npm test`: everything, from a fresh clone on; needs Node.js and git only.
 *
 *   npm test                       all tiers
 *   npm test -- unit cli           these tiers only
 *   npm test -- --grep refund      only tests whose name matches, in all tiers that have tests
 *
 * The last line is `N passed, N failed`, with `, N skipped` when there are any. Exit code 1 when anything failed.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { build, installDependencies } from './lib/prepare.mjs';
import { describeError, isEntryPoint } from './lib/program.mjs';
import { printSummary } from './lib/test-summary.mjs';
import { tiers } from './lib/test-tiers.mjs';
import { singleResult } from './lib/tier-result.mjs';

const staticChecks = ['typecheck', 'lint'];

/**
 * @param {string[]} args
 * @returns {{ selected: typeof tiers, grep: string | undefined }}
 */
function readArguments(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { grep: { type: 'string', short: 't' } },
  });
  const names = tiers.map((tier) => tier.name);
  for (const name of positionals) {
    if (!names.includes(name)) throw new Error(`There is no tier "${name}". Tiers: ${names.join(', ')}.`);
  }
  const wanted = (/** @type {string} */ name) =>
    positionals.length > 0 ? positionals.includes(name) : values.grep === undefined || !staticChecks.includes(name);
  return { selected: tiers.filter((tier) => wanted(tier.name)), grep: values.grep };
}

/**
 * Runs a step; an exception becomes a failed result, so that the rest still runs and is counted.
 * @param {string} name
 * @param {() => Promise<import('./lib/tier-result.mjs').TierResult | undefined>} step
 */
async function guarded(name, step) {
  const startedAt = Date.now();
  try {
    return await step();
  } catch (error) {
    return singleResult(name, (Date.now() - startedAt) / 1000, describeError(error));
  }
}

/** @param {string[]} args */
async function main(args) {
  const { selected, grep } = readArguments(args);
  const results = [];
  for (const [name, step] of /** @type {const} */ ([
    ['install', installDependencies],
    ['build', build],
  ])) {
    console.log(`\n── ${name}`);
    const failure = await guarded(name, async () => void (await step()));
    if (failure) results.push(failure);
    if (failure && name === 'install') return results;
  }
  for (const tier of selected) {
    console.log(`\n── ${tier.name}`);
    const result = await guarded(tier.name, () => tier.run({ grep }));
    if (result) results.push(result);
  }
  const ran = results.some(({ passed, failures, skipped }) => passed + failures.length + skipped > 0);
  if (!ran) results.push(singleResult('grep', 0, `No test matches "${grep}".`));
  return results;
}

if (isEntryPoint(import.meta.url)) {
  const results = await main(process.argv.slice(2)).catch((error) => [
    singleResult('npm test', 0, describeError(error)),
  ]);
  process.exitCode = printSummary(results) ? 0 : 1;
}
