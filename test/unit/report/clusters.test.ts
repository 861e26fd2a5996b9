import { describe, expect, it } from 'vitest';
import { clustersOf } from '../../../engine/report/clusters';
import type { ScenarioOutcome } from '../../../engine/report/outcome';
import { Cluster } from '../../../schemas/report';
import { gradeOf, judged, unfinished } from './outcomes';

/** `kind: ids` of every cluster, in order. */
function groups(...outcomes: ScenarioOutcome[]): string[] {
  const clusters = clustersOf(outcomes);
  for (const cluster of clusters) expect(Cluster.parse(cluster)).toEqual(cluster);
  expect(clusters.map(({ id }) => id)).toEqual(clusters.map((_, n) => `CL-${String(n + 1).padStart(2, '0')}`));
  return clusters.map(({ kind, scenarios }) => `${kind}: ${scenarios.map(({ scenario_id }) => scenario_id).join(' ')}`);
}

const inFeature = (featureId: string, outcome: ScenarioOutcome): ScenarioOutcome => ({ ...outcome, featureId });
const never = (id: string, diagnosis: string) =>
  judged(id, 'Unable to Verify', { unverifiable_reason: 'agent_never_ran', diagnosis, criteria: [] });
const failing = (id: string, changes = {}) => judged(id, 'Fail', { criteria: [gradeOf('Fail', changes)] });

describe('scenarios that came out badly are grouped by what they share', () => {
  it('passes and unfinished ones are in none', () => {
    expect(groups(judged('a', 'Pass'), unfinished('b', 'not_run'), unfinished('c', 'unjudged'))).toEqual([]);
  });

  it('the same failing check', () => {
    expect(
      groups(failing('a'), failing('b', { criterion: 'worded otherwise' }), failing('c', { expected: 'else' })),
    ).toEqual(['failed: a b', 'failed: c']);
  });

  it("the same words of a judge's criterion", () => {
    const judge = (id: string, criterion: string) => failing(id, { check: 'llm_judge', criterion, expected: id });
    expect(groups(judge('a', 'Polite.'), judge('b', 'Polite.'), judge('c', 'Short.'))).toEqual([
      'failed: a b',
      'failed: c',
    ]);
  });

  it('within a feature only, which is named', () => {
    const outcomes = [inFeature('F-1', failing('a')), inFeature('F-2', failing('b')), inFeature('F-1', failing('c'))];
    expect(groups(...outcomes)).toEqual(['failed: a c', 'failed: b']);
    expect(clustersOf(outcomes)).toMatchObject([
      { feature_id: 'F-1', why: expect.stringContaining('in F-1') },
      { feature_id: 'F-2' },
    ]);
  });

  it('the same diagnosis of a failed hook, numbers aside', () => {
    expect(
      groups(
        never('a', 'execute exceeded 12 s and was stopped:\nlog 1'),
        never('b', 'execute exceeded 30 s and was stopped:\nanother log'),
        never('c', 'execute printed nothing on standard output'),
      ),
    ).toEqual(['unverifiable: a b', 'unverifiable: c']);
    expect(clustersOf([never('a', 'execute exited with code 3:\nboom')])).toMatchObject([
      {
        why: 'the agent gave no usable answer: execute exited with code 3: boom',
        scenarios: [{ summary: expect.stringContaining('boom') }],
      },
    ]);
  });

  it('the same forbidden string', () => {
    const forbidden = (id: string, ...forbidden_hits: string[]) => judged(id, 'Fail', { forbidden_hits });
    expect(groups(forbidden('a', 'x'), forbidden('b', 'x'), forbidden('c', 'y'))).toEqual(['failed: a b', 'failed: c']);
    expect(clustersOf([forbidden('a', 'secret')])[0]?.why).toContain('"secret"');
  });

  it('the same unmet requirement', () => {
    const unmet = (id: string, remedy: string) =>
      judged(id, 'Unable to Verify', { criteria: [gradeOf('Unable to Verify', { remedy, evidence: id })] });
    expect(groups(unmet('a', 'Return calls.'), unmet('b', 'Return calls.'), unmet('c', 'Return usage.'))).toEqual([
      'unverifiable: a b',
      'unverifiable: c',
    ]);
  });

  it('compromises come first and stand together, then failures, then what could not be verified', () => {
    const compromised = (id: string) => judged(id, 'Fail', { compromised: true, attack_evidence: ['"pwned"'] });
    expect(groups(judged('a', 'Unable to Verify'), failing('b'), compromised('c'), compromised('d'))).toEqual([
      'compromised: c d',
      'failed: b',
      'unverifiable: a',
    ]);
  });

  it('each scenario stands in one cluster, with its title and a summary', () => {
    const outcome = judged('a', 'Fail', { compromised: true, forbidden_hits: ['x'], criteria: [gradeOf('Fail')] });
    const clusters = clustersOf([outcome]);
    expect(clusters).toHaveLength(1);
    expect(clusters[0]?.scenarios).toEqual([
      { scenario_id: 'a', title: 'Scenario a', summary: expect.stringMatching(/./) },
    ]);
  });
});
