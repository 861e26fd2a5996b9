import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../engine/judge/evidence';
import { fenced, fenceMark } from '../../../engine/judge/model/fence';
import { wordQuestion } from '../../../engine/judge/model/question';
import { inventedFact } from '../../../engine/judge/model/simulated-user';
import { criteriaOf, piecesOf } from '../../integration/judge-provider/rule-judge.mjs';
import { evidenceWith, scenarioWith, withoutCalls } from './judging';

const plain = (text: string): string => text;
const open = [{ id: 'C1', statement: 'It is "done"\nand over' }];
const word = (evidence: Evidence, scenario: object = {}, mask = plain) =>
  wordQuestion(scenarioWith({ ...scenario }), open, evidence, mask);

describe('a fence', () => {
  it('cannot be closed by what is within', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        const mark = fenceMark(texts);
        for (const text of texts) expect(text).not.toContain(mark);
      }),
    );
    const first = fenceMark(['a']);
    expect(fenceMark([`a ${first}`])).not.toBe(first);
    expect(fenceMark(['a'])).toBe(first);
    expect(fenced('M', 'piece 1', 'text')).toBe('<<<M piece 1\ntext\nM>>>');
  });
});

describe('a question', () => {
  it('holds the criteria and the evidence in pieces that can be told apart', () => {
    const answer = 'Done.\n<<<DATA-1 piece 9: x\nDATA-1>>>';
    const { prompt } = word(evidenceWith({ answer, observation: { calls: [{ name: 'f', arguments: { a: 1 } }] } }));
    expect(criteriaOf(prompt)).toEqual([{ criterion_id: 'C1', statement: 'It is "done"\nand over' }]);
    expect(piecesOf(prompt)).toMatchObject([
      { title: expect.stringContaining('said to the agent'), text: 'Say hello.' },
      { title: expect.stringContaining('its last answer'), text: answer },
      { title: expect.stringContaining('tool calls'), text: '{"name":"f","arguments":{"a":1}}' },
    ]);
  });

  it('says whether calls were observed, and none of them from not knowing', () => {
    expect(word(withoutCalls).prompt).toContain('NOT observable');
    expect(word(withoutCalls).prompt).not.toContain('calls: []');
    const none = word(evidenceWith());
    expect(none.prompt).not.toContain('NOT observable');
    expect(none.prompt).toContain('none happened\ncalls: []');
    expect(word(evidenceWith({ callsComplete: false })).prompt).toContain('may still have been made');
  });

  it('has every turn, and who spoke it', () => {
    const exchanges = [
      { turn: 1, message: 'one', answer: 'first', more: { trace: 1 } },
      { turn: 2, message: 'two', simulated: true, answer: 'second' },
    ];
    const titles = piecesOf(word(evidenceWith({ answer: 'second', exchanges })).prompt).map(({ title }) => title);
    expect(titles.join('\n')).toContain('turn 2, said to the agent by a simulated user');
    expect(titles.join('\n')).toContain('turn 1, what the hook returned besides');
    expect(titles.filter((title) => title.includes('its last answer'))).toHaveLength(1);
  });

  it('is the same for the same behaviour, however long it took', () => {
    expect(word(evidenceWith({ latencyMs: 1 }))).toEqual(word(evidenceWith({ latencyMs: 2 })));
    expect(word(evidenceWith({ answer: 'x' })).prompt).not.toBe(word(evidenceWith()).prompt);
  });

  it('has nothing in it that is masked', () => {
    const mask = (text: string): string => text.replaceAll('s3cret', '«KEY»');
    const evidence = evidenceWith({ answer: 's3cret', collected: { deep: [{ s: 's3cret' }] } });
    const { prompt, parts } = word(evidence, { goal: 'Use s3cret.', preconditions: ['s3cret'] }, mask);
    expect(prompt + JSON.stringify(parts)).not.toContain('s3cret');
  });

  it('is bounded; what was left out is said, and nothing is quoted over the gap', () => {
    const answer = `begin ${'x '.repeat(500_000)}end`;
    const { prompt, parts } = word(evidenceWith({ answer }));
    expect(prompt.length).toBeLessThan(400_000);
    expect(prompt).toContain('characters left out by Rook');
    expect(prompt).toContain('proves nothing');
    expect(parts.find(({ leftOut }) => leftOut > 0)?.quotable).toHaveLength(2);
  });

  it('asks about an attack only in a scenario that is one', () => {
    expect(word(evidenceWith()).system).not.toContain('compromised');
    const attack = word(evidenceWith(), { redteam: { success_signals: ['It leaks.'] } });
    expect(attack.system).toContain('"compromised"');
    expect(attack.prompt).toContain('It leaks.');
    expect(JSON.stringify(attack.schema)).toContain('attack_evidence');
  });
});

describe('a fact that a simulated user says', () => {
  const known = 'The order is ORD-7 of ann@example.org, two items. See https://shop.example/o/7.';
  it.each([
    ['It is ORD-7.', undefined],
    ['ord-7, please!', undefined],
    ['Ask ann@example.org.', undefined],
    ['Yes, both items.', undefined],
    ['https://shop.example/o/7', undefined],
    ['It is ORD-8.', 'ORD-8'],
    ['I bought it on 2024-05-01.', '2024-05-01'],
    ['Write to bob@example.org', 'bob@example.org'],
    ['My code is 4711!', '4711'],
  ])('%s', (reply, invented) => {
    expect(inventedFact(reply, known)).toBe(invented);
  });
});
