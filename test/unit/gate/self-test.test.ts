import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { policyText } from '../../../engine/ci/policy-template';
import { readFixtures } from '../../../engine/gate/fixtures';
import { generalPolicy, type Policy, policyOf, strictPolicy } from '../../../engine/gate/policy';
import { readPolicyText } from '../../../engine/gate/policy-file';
import { selfTest } from '../../../engine/gate/self-test';

const folder = join(import.meta.dirname, '../../../examples/gate-fixtures');

async function tested(policy: Policy) {
  const fixtures = await readFixtures(folder);
  if (!fixtures.ok) throw new Error(fixtures.error.message);
  const result = await selfTest(fixtures.value, policy);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('the fixtures in examples/gate-fixtures', () => {
  it.each([strictPolicy, generalPolicy])('come out as they must under $name', async (policy) => {
    const { fixtures } = await tested(policy);
    expect(fixtures.filter((fixture) => !fixture.ok)).toEqual([]);
    expect(fixtures.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['clean-pass', 'declined', 'halted', 'mismatched-id', 'not-json', 'signed-out']),
    );
  });

  it('say it when a policy lets something through, and do not count it as wrong', async () => {
    const { fixtures } = await tested(policyOf({ name: 'lax', unverifiable: { max: 1 } }, 'lax.yaml'));
    expect(fixtures.find(({ name }) => name === 'unable-to-verify')).toMatchObject({
      ok: true,
      allowed: true,
      found: 'open',
    });
    expect(fixtures.find(({ name }) => name === 'fail')).toMatchObject({ ok: true, found: 'finding' });
  });

  it('are wrong when the gate stops a clean pass', async () => {
    const { fixtures } = await tested({ ...strictPolicy, minPassRate: 2 });
    expect(fixtures.filter((fixture) => !fixture.ok).map(({ name }) => name)).toEqual(['clean-pass']);
  });
});

describe('a policy file', () => {
  it('is YAML or JSON, and as strict as can be where it is silent', () => {
    const strict = { ...strictPolicy, name: 'mine', source: 'p.yaml' };
    expect(readPolicyText('name: mine\n', 'p.yaml')).toEqual({ ok: true, value: strict });
    expect(readPolicyText('{"name": "mine", "max_failed": 2}', 'p.json')).toMatchObject({ value: { maxFailed: 2 } });
  });

  it('as rook ci init writes it decides as strictly as strict does', async () => {
    const policy = readPolicyText(policyText, 'rook-policy.yaml');
    if (!policy.ok) throw new Error(policy.error.message);
    const { fixtures } = await tested(policy.value);
    expect(fixtures.filter(({ ok, allowed }) => !ok || allowed)).toEqual([]);
  });

  it.each([
    ['name: x\nmax_fialed: 3\n', 'a policy has no max_fialed', 'Did you mean max_failed?', 2],
    ['name: x\nunverifiable:\n  alow_tags: [a]\n', 'unverifiable has no alow_tags', 'Did you mean allow_tags?', 3],
    ['name: x\nthreshold: 3\n', 'a policy has no threshold', undefined, 2],
    ['max_failed: 1\n', 'has no name', undefined, 1],
    ['name: x\nmin_pass_rate: 95\n', 'min_pass_rate must be at most 1', undefined, 2],
    ['name: x\nmax_failed: -1\n', 'max_failed must be at least 0', undefined, 2],
    ['name: x\nrequired_criteria: [SC-001]\n', '<scenario id>/<criterion id>', undefined, 2],
    ['name: [x\n', '', undefined, 1],
    ['', 'empty', undefined, 1],
  ])('is refused at its place: %j', (text, message, remedy, line) => {
    const result = readPolicyText(text, 'p.yaml');
    expect(result).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining(message),
        ...(remedy && { remedy }),
        place: { file: 'p.yaml', line, column: expect.any(Number) },
      },
    });
  });
});
