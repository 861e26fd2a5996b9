import { resolve } from 'node:path';
import { readFixtures } from '../../engine/gate/fixtures';
import { type Policy, strictPolicy } from '../../engine/gate/policy';
import { loadPolicy } from '../../engine/gate/policy-file';
import { type SelfTest, selfTest, type TestedFixture } from '../../engine/gate/self-test';
import { ok, type Result } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import type { SelfTestFlags } from '../commands/gate';
import { bundledFixtures } from '../gate-fixtures';
import type { Paper } from '../terminal/paper';
import { visibleInOneLine } from '../terminal/visible-text';

/** `rook gate self-test`: whether the gate stops what it must stop, before a release depends on it. */
export async function gateSelfTest(flags: SelfTestFlags & GlobalFlags): Promise<Result<Answer>> {
  const folder = process.cwd();
  const policy = await loadPolicy(flags.policy ?? strictPolicy.source, folder);
  if (!policy.ok) return policy;
  const fixtures =
    flags.fixtures === undefined ? ok(bundledFixtures) : await readFixtures(resolve(folder, flags.fixtures));
  if (!fixtures.ok) return fixtures;
  const tested = await selfTest(fixtures.value, policy.value);
  if (!tested.ok) return tested;
  const wrong = tested.value.fixtures.filter((fixture) => !fixture.ok).length;
  const failure = {
    error: `${wrong} of ${tested.value.fixtures.length} fixtures did not come out as they must`,
    remedy: 'Do not gate a release by this policy before they do.',
  };
  return ok({
    document: { ok: wrong === 0, ...(wrong > 0 && failure), policy: policy.value.source, ...tested.value },
    text: (paper) => selfTestText(tested.value, policy.value, wrong, paper),
    exitCode: wrong === 0 ? 0 : 1,
  });
}

function selfTestText({ fixtures, notes }: SelfTest, policy: Policy, wrong: number, paper: Paper): string {
  const { paint } = paper;
  const count = fixtures.length;
  const summary =
    wrong === 0
      ? paint('green', `${count} of ${count} fixtures came out as they must under the policy ${policy.name}.`)
      : paint('red', `${wrong} of ${count} fixtures did not come out as they must under the policy ${policy.name}.`);
  return [...fixtures.flatMap((fixture) => fixtureLines(fixture, paper)), ...notes, summary]
    .map((line) => `${line}\n`)
    .join('');
}

function fixtureLines(fixture: TestedFixture, { paint }: Paper): string[] {
  const { name, wanted, found, message, allowed } = fixture;
  const sign = !fixture.ok ? paint('red', '✗') : allowed ? paint('yellow', '!') : paint('green', '✓');
  const outcome = found === 'open' ? 'open' : `closed, ${found}`;
  const why = message === undefined ? '' : `: ${visibleInOneLine(message)}`;
  const more = allowed
    ? ['    The policy allows it; strict would stop it.']
    : fixture.ok
      ? []
      : [
          `    It must be ${wanted === 'open' ? 'open' : `closed, ${wanted}`}, and for the reason that expected.json names.`,
        ];
  return [`${sign} ${visibleInOneLine(name)}  ${outcome}${why}`, ...more];
}
