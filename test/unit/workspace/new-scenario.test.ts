import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goalEnd, type NewScenario, newScenarioText, nextScenarioId } from '../../../engine/workspace/new-scenario';
import { readScenarioText } from '../../../engine/workspace/scenario-file';
import { repositoryRoot } from '../../../scripts/lib/repository.mjs';

const refundDesk = path.join(
  repositoryRoot,
  'examples/refund-desk/.testmuai/rook/projects/harbour-goods/agents/refund-desk/scenarios',
);
const scenario: NewScenario = {
  id: 'SC-015',
  title: 'A refund is refused',
  goal: 'Please refund ORD-1.',
  class: 'functional',
  category: 'negative',
  featureId: 'F-001',
  criterion: { statement: 'The answer says no.', check: 'contains', parameters: { value: 'cannot' } },
};

function textOf(change: Partial<NewScenario> = {}, siblings: string[] = []): string {
  const text = newScenarioText({ ...scenario, ...change }, siblings);
  if (!text.ok) throw new Error(text.error.message);
  return text.value;
}

describe('the id of a new scenario', () => {
  it.each([
    [[], 'SC-001'],
    [['SC-001', 'SC-014'], 'SC-015'],
    [['SC-002', 'sc-007', 'login'], 'SC-008'],
    [['SC-0999', 'SC-0009'], 'SC-1000'],
    [['SC-999'], 'SC-1000'],
  ])('after %j is %s', (taken, id) => {
    expect(nextScenarioId(taken)).toBe(id);
  });
});

describe('the text of a new scenario', () => {
  it('is short where there is nothing to resemble', () => {
    expect(textOf()).toBe(
      [
        'local_id: SC-015',
        'title: A refund is refused',
        'feature_id: F-001',
        'goal: Please refund ORD-1.',
        'acceptance_criteria:',
        '  - statement: The answer says no.',
        '    check: contains',
        '    value: cannot',
        'class: functional',
        'category: negative',
        '',
      ].join('\n'),
    );
  });

  it('has the keys of the files beside it, in their order, and none of what they say', () => {
    const siblings = readdirSync(refundDesk).map((name) => readFileSync(path.join(refundDesk, name), 'utf8'));
    const keys = textOf({}, siblings).match(/^\w+(?=:)/gm);
    expect(keys?.slice(0, 6)).toEqual(['local_id', 'title', 'feature_id', 'goal', 'input_kind', 'acceptance_criteria']);
    expect(keys?.indexOf('tags')).toBeLessThan(keys?.indexOf('class') ?? -1);
    expect(keys).not.toContain('why');
    expect(readScenarioText(textOf({}, siblings), 'SC-015.yaml').scenario).toMatchObject({ tags: [], repeat: 1 });
  });

  it('is nested where the others are, with id, CRLF and lists level with their key', () => {
    const sibling =
      "id: SC-014\r\ngoal: 'a: b'\r\ninput:\r\n  kind: text\r\nexpectation:\r\n  acceptance_criteria:\r\n  - statement: x\r\n  forbidden: []\r\ntags: [a]\r\n";
    expect(textOf({ title: 'On: time' }, [sibling])).toBe(
      [
        'id: SC-015',
        "title: 'On: time'",
        'feature_id: F-001',
        'goal: Please refund ORD-1.',
        'input:',
        '  kind: text',
        'expectation:',
        '  acceptance_criteria:',
        '  - statement: The answer says no.',
        '    check: contains',
        '    value: cannot',
        '  forbidden: []',
        'class: functional',
        'category: negative',
        'tags: []',
        '',
      ].join('\r\n'),
    );
  });

  it('takes no style from a file that cannot be read', () => {
    expect(textOf({}, ['goal: [unclosed', 'just text'])).toBe(textOf());
  });

  it('refuses a malformed criterion', () => {
    const bad = newScenarioText(
      { ...scenario, criterion: { check: 'regex', parameters: { pattern: '(' }, statement: 'x' } },
      [],
    );
    expect(bad).toMatchObject({ ok: false, error: { message: expect.stringContaining('does not compile') } });
  });

  it('says where its goal ends', () => {
    const text = textOf();
    expect(text.slice(0, goalEnd(text, 'SC-015.yaml'))).toMatch(/Please refund ORD-1\.$/);
  });

  const nasty = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          ...': # - " \' \n \r\n \t \\ 👩‍👩‍👧 é | > & * ! % @ ` { } [ ] , ? ~ null true 007 1e3 ... ---'.split(/ /),
          ' ',
          'word',
        ),
        {
          minLength: 1,
          maxLength: 40,
        },
      )
      .map((parts) => parts.join('')),
  );
  const said = nasty.filter((text) => text.trim() !== '');

  it('keeps any title and goal, in either form', () => {
    const forms = [[], ["id: a\ngoal: b\nexpectation: {acceptance_criteria: [x]}\ntitle: 'c: d'\n"], ['goal: b\r\n']];
    fc.assert(
      fc.property(said, said, nasty, fc.constantFrom(...forms), (title, goal, value, siblings) => {
        const criterion = { statement: title, check: 'contains', parameters: { value } };
        const text = newScenarioText({ ...scenario, title, goal, criterion }, siblings);
        if (!text.ok) throw new Error(text.error.message);
        const { scenario: read, problems } = readScenarioText(text.value, 'SC-015.yaml');
        expect(problems).toEqual([]);
        expect(read).toMatchObject({
          id: 'SC-015',
          title,
          goal,
          criteria: [{ statement: title, parameters: { value } }],
        });
      }),
      { numRuns: 300 },
    );
  });
});
