import { ok, type Result } from '../../schemas/result';
import { type GateEvidence, reasonOf } from './evidence';
import { readExpectedIds } from './expected-ids';
import { expectationOf, type Fixture, type Outcome } from './fixtures';
import { decideGate } from './gate';
import { readJsonBytes } from './json-text';
import { generalPolicy, type Policy, strictPolicy } from './policy';

/** What became of one fixture. */
export interface TestedFixture {
  name: string;
  about: string;
  wanted: Outcome;
  found: Outcome;
  /** The first reason, when the gate was closed. */
  message?: string;
  ok: boolean;
  /** The policy of the user lets through what `strict` stops: that is theirs to decide, and it is told. */
  allowed?: boolean;
}

export interface SelfTest {
  fixtures: TestedFixture[];
  /** Rules of the policy that fixtures cannot be tested by. */
  notes: string[];
}

/**
 * Runs the gate over fixtures, and says of each whether it was stopped where it must be (seed 004, "Test the gate").
 * A policy of the user's own may decide otherwise than `strict` about findings and what is blocked, and about nothing else.
 */
export async function selfTest(fixtures: readonly Fixture[], policy: Policy): Promise<Result<SelfTest>> {
  const { policy: applied, notes } = testable(policy);
  const tested: TestedFixture[] = [];
  for (const fixture of fixtures) {
    const outcome = await testFixture(fixture, applied);
    if (!outcome.ok) return outcome;
    tested.push(outcome.value);
  }
  return ok({ fixtures: tested, notes });
}

async function testFixture(fixture: Fixture, policy: Policy): Promise<Result<TestedFixture>> {
  const { name } = fixture;
  const expectation = expectationOf(fixture);
  if (!expectation.ok) return expectation;
  const { about, message: part = '', expected: list } = expectation.value;
  const expected = readExpectedIds(list);
  if (!expected.ok) return expected;
  const result = await decideGate({ policy, evidence: evidenceOf(fixture), expected: expected.value });
  const wanted = expectation.value[policy.source === generalPolicy.source ? 'general' : 'strict'];
  const found: Outcome = result.kind ?? 'open';
  const message = result.error;
  const told = { name, about, wanted, found, ...(message !== undefined && { message }) };
  if (found === wanted) return ok({ ...told, ok: found === 'open' || message?.includes(part) === true });
  const own = policy.source !== strictPolicy.source && policy.source !== generalPolicy.source;
  const allowed = own && found === 'open' && (wanted === 'finding' || wanted === 'blocked');
  return ok({ ...told, ok: allowed, ...(allowed && { allowed }) });
}

function evidenceOf({ name, files }: Fixture): Result<GateEvidence> {
  const read = (file: string) => readJsonBytes(Buffer.from(files[file] ?? ''), `${name}/${file}`);
  const run = read('run.json');
  if (!run.ok) return run;
  const evidence: GateEvidence = { run: { file: `${name}/run.json`, document: run.value } };
  if (files['report.json'] === undefined) return ok(evidence);
  const report = read('report.json');
  return ok({
    ...evidence,
    ...(report.ok
      ? { report: { file: `${name}/report.json`, document: report.value } }
      : { reportFault: reasonOf('inconsistent', report.error) }),
  });
}

/** Fixtures have no verdict files and no base: rules that need them are left out, and that is said. */
function testable(policy: Policy): { policy: Policy; notes: string[] } {
  const notes: string[] = [];
  if (policy.requiredCriteria.length > 0)
    notes.push('Required criteria were not tested: fixtures have no verdict files.');
  if (policy.needsBase) notes.push('What fails newly was not tested: fixtures have no base.');
  const records = policy.allowTags.length > 0 || policy.allowCategories.length > 0;
  if (records) notes.push('Allowed tags and categories were not tested: fixtures have no scenarios.');
  const flaky = !policy.allowFlaky && policy.maxFailed > 0;
  if (flaky) notes.push('Flaky scenarios were not tested: fixtures have no verdict files.');
  return {
    policy: {
      ...policy,
      requiredCriteria: [],
      needsBase: false,
      ...(records && { allowTags: [], allowCategories: [] }),
      ...(flaky && { allowFlaky: true }),
    },
    notes,
  };
}
