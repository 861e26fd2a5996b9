import { describe, expect, it } from 'vitest';
import { checkNames } from '../../../engine/judge/known-checks';
import { gapsOf, unrunnableReason } from '../../../engine/lifecycle/runnability';
import { readScenarioText } from '../../../engine/workspace/scenario-file';
import { corpusText } from '../schemas/corpus-files';
import { entryOf, profileWith } from './scenario-entries';

const bare = profileWith();
const able = profileWith({ capabilities: { multi_turn: true, calls: true, usage: true, attachments: true } });

function scenarioWith(changes: Record<string, unknown>) {
  const { scenario, problems } = entryOf('SC-001', changes);
  if (!scenario) throw new Error(JSON.stringify(problems));
  return scenario;
}

describe('what a scenario needs from the profile', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['multi_turn', { multi_turn: true }, /capabilities\.multi_turn/],
    ['category state_context', { category: 'state_context' }, /capabilities\.multi_turn/],
    ['set-up messages', { setup_messages: ['a'] }, /capabilities\.multi_turn/],
    ['category token_economy', { class: 'non_functional', category: 'token_economy' }, /capabilities\.usage/],
    ['input of another kind', { input_kind: 'image' }, /image input.*capabilities\.attachments/],
    ['such input in the nested form', { input: { kind: 'pdf' } }, /pdf input.*capabilities\.attachments/],
  ])('%s cannot run without the capability, and the reason names profile and capability', (_, changes, reason) => {
    expect(unrunnableReason(scenarioWith(changes), bare)).toMatch(reason);
    expect(unrunnableReason(scenarioWith(changes), bare)).toContain('profile local');
    expect(unrunnableReason(scenarioWith(changes), able)).toBeUndefined();
  });

  it.each(['text', 'url'])('%s input needs nothing', (kind) => {
    expect(unrunnableReason(scenarioWith({ input_kind: kind }), bare)).toBeUndefined();
  });

  it('executable: false is not run with any profile, and says why', () => {
    expect(unrunnableReason(scenarioWith({ executable: false, skip_reason: 'no card' }), able)).toBe(
      'not executable: no card',
    );
    expect(unrunnableReason(scenarioWith({ executable: false }), able)).toMatch(/executable: false/);
  });

  it('a criterion that cannot be observed does not stop a run', () => {
    expect(unrunnableReason(scenarioWith({ calls: [{ tool: 't' }] }), bare)).toBeUndefined();
  });
});

describe('what will keep criteria from being verified', () => {
  it.each<[string, Record<string, unknown>, { kind: string; criterion_id: string }]>([
    ['called', { check: 'called', tool: 't' }, { kind: 'calls', criterion_id: 'C1' }],
    ['not_called', { check: 'not_called', tool: 't' }, { kind: 'calls', criterion_id: 'C1' }],
    ['called_with', { check: 'called_with', tool: 't', arguments: {} }, { kind: 'calls', criterion_id: 'C1' }],
    ['call_order', { check: 'call_order', tools: ['a', 'b'] }, { kind: 'calls', criterion_id: 'C1' }],
    ['call_count', { check: 'call_count', tool: 't', max: 1 }, { kind: 'calls', criterion_id: 'C1' }],
    ['max_tokens', { check: 'max_tokens', value: 5 }, { kind: 'usage', criterion_id: 'C1' }],
  ])('%s is listed as gapped with the remedy when the profile does not declare it', (_, criterion, expected) => {
    const scenario = scenarioWith({ acceptance_criteria: [criterion] });
    const gap = gapsOf(scenario, bare, true);
    expect(gap).toMatchObject({ scenario_id: 'SC-001', unmet: [expected] });
    expect(gap?.remedy).toMatch(/declare/);
    expect(gapsOf(scenario, able, true)).toBeUndefined();
  });

  it('an llm_judge criterion is gapped only without a judge', () => {
    const scenario = scenarioWith({ acceptance_criteria: ['It is polite.'] });
    expect(gapsOf(scenario, able, false)).toMatchObject({ unmet: [{ kind: 'judge', criterion_id: 'C1' }] });
    expect(gapsOf(scenario, able, true)).toBeUndefined();
  });

  it('call expectations are gapped as CALL-01', () => {
    const scenario = scenarioWith({ acceptance_criteria: [], calls: [{ tool: 't', expect: 'not_called' }] });
    expect(gapsOf(scenario, bare, true)).toMatchObject({ unmet: [{ kind: 'calls', criterion_id: 'CALL-01' }] });
    expect(gapsOf(scenario, able, true)).toBeUndefined();
  });

  it('a requirement that names no operation reads as the stored plan of a real run has it', () => {
    const { scenario } = readScenarioText(corpusText('scenarios/SC-002.yaml'), 'SC-002.yaml');
    if (!scenario) throw new Error('SC-002 does not load');
    const why = 'a verification requirement names no MCP operation: {"type":"mcp","server":"ops-directory"}';
    expect(gapsOf(scenario, able, true)?.unmet).toContainEqual({ kind: 'unknown', why });
  });

  it('checks that decide from the answer, from files or by a script have no gap', () => {
    const free = ['regex', 'contains', 'equals', 'json_path', 'json_schema', 'max_latency_ms', 'max_turns', 'script'];
    expect(checkNames).toEqual(expect.arrayContaining(free));
    const scenario = scenarioWith({
      acceptance_criteria: [
        { check: 'regex', pattern: 'a' },
        { check: 'contains', value: 'a' },
        { check: 'equals', value: 'a' },
        { check: 'json_path', path: '$', exists: true },
        { check: 'max_latency_ms', value: 1 },
        { check: 'max_turns', value: 1 },
        { check: 'json_schema', schema: true },
        { check: 'file_exists', path: 'a' },
        { check: 'file_matches', path: 'a', pattern: 'b' },
        { check: 'script', script: 'a.mjs' },
      ],
    });
    expect(gapsOf(scenario, bare, false)).toBeUndefined();
  });
});
