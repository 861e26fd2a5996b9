import { describe, expect, it } from 'vitest';
import { entryOf } from '../lifecycle/scenario-entries';
import { evidenceOfCalls, evidenceWith, grade, judge, usePatterns } from './judging';

const patterns = usePatterns();

describe('arguments that a provider reports as JSON text', () => {
  const calls = evidenceOfCalls({ name: 'refund', arguments: '{"id": 7}' });

  it('are compared as what they are', async () => {
    expect((await grade({ check: 'not_called', tool: 'refund', arguments: { id: 7 } }, calls, patterns)).status).toBe(
      'Fail',
    );
    expect((await grade({ check: 'called_with', tool: 'refund', arguments: { id: 7 } }, calls, patterns)).status).toBe(
      'Pass',
    );
    expect((await grade({ check: 'called_with', tool: 'refund', arguments: { id: 8 } }, calls, patterns)).status).toBe(
      'Fail',
    );
  });

  it('that are no mapping cannot be compared', async () => {
    const odd = evidenceOfCalls({ name: 'refund', arguments: 'id seven' });
    for (const check of ['not_called', 'called_with']) {
      const graded = await grade({ check, tool: 'refund', arguments: { id: 7 } }, odd, patterns);
      expect(graded).toMatchObject({ status: 'Unable to Verify', unverifiable_reason: 'not_observable' });
    }
  });
});

describe('a path that never ends', () => {
  it('is undecidable, and the run goes on', async () => {
    const answer = JSON.stringify([{ a: `${'a'.repeat(45)}!` }]);
    const criterion = { check: 'json_path', path: '$[?match(@.a, "(a+)+b")]', exists: true };
    expect(await grade(criterion, evidenceWith({ answer }), patterns)).toMatchObject({
      status: 'Unable to Verify',
      unverifiable_reason: 'undecidable',
    });
  });
});

describe('a requirement', () => {
  it.each(['constructor', 'toString', '__proto__'])('is not met by what every object has: %s', async (field) => {
    const judged = await judge(
      { verification_requires: [{ type: 'agent_metadata', field }] },
      evidenceWith({ collected: { trace: 1 } }),
      patterns,
    );
    expect(judged.criteria.map(({ criterion_id }) => criterion_id)).toContain('VERIFY-01');
  });
});

describe('a whole number that is too large to be told from its neighbours', () => {
  it.each([
    [{ acceptance_criteria: [{ check: 'called_with', tool: 'pay', arguments: { id: 9007199254740993n } }] }],
    [{ acceptance_criteria: [{ check: 'json_path', path: '$.id', equals: 9007199254740993n }] }],
    [{ calls: [{ tool: 'pay', expect: 'called_with', arguments: { ids: [9007199254740993n] } }] }],
  ])('keeps the scenario from running: %o', (changes) => {
    const { scenario, problems } = entryOf('SC-001', changes);
    expect(scenario).toBeUndefined();
    expect(problems.map(({ code }) => code)).toContain('inexact-number');
  });
});
