import { describe, expect, it } from 'vitest';
import { answerOf, observe } from '../../../engine/lifecycle/observation';
import { HooksFile } from '../../../schemas/record';
import { corpusValue } from '../schemas/corpus-files';

type Json = Record<string, unknown>;

/** Records of turns that printed these objects, and of collect; null is a turn that failed. */
function hooksOf(turns: (Json | null)[], collect?: Json | 'failed'): HooksFile {
  const records = turns.map((data, index) => ({
    ran: true,
    ok: data !== null,
    turn: index + 1,
    ...(data && { data }),
  }));
  const last = records.at(-1);
  return HooksFile.parse({
    version: 1,
    phases: {
      ...(last && { execute: { ...last, turns: records } }),
      ...(collect === 'failed' && { collect: { ran: true, ok: false } }),
      ...(collect && collect !== 'failed' && { collect: { ran: true, ok: true, data: collect } }),
    },
  });
}

const call = (name: string, more: Json = {}) => ({ name, ...more });

describe('observed calls', () => {
  it('an empty list was observed to be empty', () => {
    expect(observe(hooksOf([{ calls: [] }]))).toMatchObject({ calls: [] });
    expect(observe(hooksOf([{ calls: [] }]))).not.toHaveProperty('callsGap');
  });

  it('a missing list was not observable', () => {
    const observation = observe(hooksOf([{ output: 'x' }]));
    expect(observation).not.toHaveProperty('calls');
    expect(observation.callsGap).toMatch(/returned no calls/);
  });

  it('those of several turns are joined in order, each with its turn', () => {
    const hooks = hooksOf([
      { calls: [call('a'), call('b', { arguments: { n: 1 } })] },
      { calls: [] },
      { calls: [call('c')] },
    ]);
    expect(observe(hooks).calls).toEqual([
      { name: 'a', turn: 1 },
      { name: 'b', arguments: { n: 1 }, turn: 1 },
      { name: 'c', turn: 3 },
    ]);
  });

  it('one turn without calls makes all of them not observable, and is named', () => {
    const observation = observe(hooksOf([{ calls: [call('a')] }, { output: 'x' }, { calls: [] }]));
    expect(observation).not.toHaveProperty('calls');
    expect(observation.callsGap).toBe('turn 2 returned no calls');
  });

  it('what collect returns replaces those of the turns, and is not added to them', () => {
    const hooks = hooksOf([{ calls: [call('a')] }], { calls: [call('z')] });
    expect(observe(hooks).calls).toEqual([{ name: 'z' }]);
    expect(observe(hooksOf([{ calls: [call('a')] }], { calls: [] })).calls).toEqual([]);
  });

  it('collect fills in for turns that returned none', () => {
    expect(observe(hooksOf([{ output: 'x' }], { calls: [] })).calls).toEqual([]);
  });

  it('collect without calls, or failed, leaves those of the turns', () => {
    expect(observe(hooksOf([{ calls: [call('a')] }], { trace: 'u' })).calls).toEqual([{ name: 'a', turn: 1 }]);
    expect(observe(hooksOf([{ calls: [call('a')] }], 'failed')).calls).toEqual([{ name: 'a', turn: 1 }]);
  });

  it('a turn that failed observed nothing', () => {
    const observation = observe(hooksOf([null]));
    expect(observation).not.toHaveProperty('calls');
    expect(observation.callsGap).toMatch(/no turn/);
  });

  it("a hook's own field called turn does not stand for Rook's", () => {
    expect(observe(hooksOf([{ calls: [call('a', { turn: 'first' })] }])).calls).toEqual([{ name: 'a', turn: 1 }]);
  });

  it('an old record without turns reads as one turn', () => {
    const hooks = HooksFile.parse(corpusValue('run/scenarios/SC-002/hooks.json'));
    expect(observe(hooks).calls?.map(({ name, turn }) => [name, turn])).toEqual([
      ['lookup_service', 1],
      ['search_incidents', 1],
      ['recent_incidents', 1],
    ]);
  });
});

describe('observed usage', () => {
  it('of several turns is summed, in either spelling', () => {
    const hooks = hooksOf([{ usage: { input: 10, output: 1 } }, { usage: { input_tokens: 5, output_tokens: 2 } }]);
    expect(observe(hooks)).toMatchObject({ usage: { input_tokens: 15, output_tokens: 3 } });
    expect(observe(hooks)).not.toHaveProperty('usageGap');
    expect(observe(hooks).usage).not.toHaveProperty('partial');
  });

  it('with one turn silent is partial, and says which', () => {
    const observation = observe(hooksOf([{ usage: { input: 10, output: 1 } }, { output: 'x' }]));
    expect(observation.usage).toEqual({ input_tokens: 10, output_tokens: 1, partial: true });
    expect(observation.usageGap).toMatch(/partial: turn 2/);
  });

  it('that nobody returned is not zero', () => {
    const observation = observe(hooksOf([{ output: 'x' }]));
    expect(observation).not.toHaveProperty('usage');
    expect(observation.usageGap).toMatch(/no usage/);
  });

  it('of zero tokens is observed', () => {
    expect(observe(hooksOf([{ usage: { input: 0, output: 0 } }])).usage).toEqual({ input_tokens: 0, output_tokens: 0 });
  });

  it("from collect is the total, also when the turns' is partial", () => {
    const hooks = hooksOf([{ usage: { input: 10, output: 1 } }, {}], { usage: { input: 40, output: 4 } });
    expect(observe(hooks)).toMatchObject({ usage: { input_tokens: 40, output_tokens: 4 } });
    expect(observe(hooks)).not.toHaveProperty('usageGap');
  });
});

describe('the answer on record', () => {
  it('is output, or agent_reply', () => {
    expect(answerOf({ output: 'a', agent_reply: 'b' })).toBe('a');
    expect(answerOf({ agent_reply: 'b' })).toBe('b');
    expect(answerOf(undefined)).toBeUndefined();
    expect(answerOf({ output: 5 })).toBeUndefined();
  });
});
