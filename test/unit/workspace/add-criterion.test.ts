import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCriterion } from '../../../engine/workspace/add-criterion';
import type { NewCriterion } from '../../../engine/workspace/criterion-fields';
import { changed } from '../../../engine/workspace/edits/text-change';
import { readScenarioText } from '../../../engine/workspace/scenario-file';

const contains: NewCriterion = { statement: 'It names X.', check: 'contains', parameters: { value: 'X' } };

function withCriterion(text: string, criterion = contains): string {
  const change = addCriterion(text, 'SC-1.yaml', criterion);
  if (!change.ok) throw new Error(change.error.message);
  return changed(text, change.value);
}

describe('adding a criterion', () => {
  it.each([
    [
      'comes after the last one, like it',
      'goal: g\nacceptance_criteria:\n  - statement: a\n    check: llm_judge # why\nforbidden: []\n',
      'goal: g\nacceptance_criteria:\n  - statement: a\n    check: llm_judge # why\n  - statement: It names X.\n    check: contains\n    value: X\nforbidden: []\n',
    ],
    [
      'keeps lists that are level with their key, the wide gap, and the comment of the last item',
      'acceptance_criteria:\n-   a\n    # about a\n\n# about the goal\ngoal: g\n',
      'acceptance_criteria:\n-   a\n    # about a\n-   statement: It names X.\n    check: contains\n    value: X\n\n# about the goal\ngoal: g\n',
    ],
    [
      'keeps CRLF, and a file without a last line end',
      'goal: g\r\nacceptance_criteria:\r\n  - a',
      'goal: g\r\nacceptance_criteria:\r\n  - a\r\n  - statement: It names X.\r\n    check: contains\r\n    value: X',
    ],
    [
      'puts the check first where the others do, and goes on with their ids',
      'goal: g\nacceptance_criteria:\n  - id: AC-09\n    check: llm_judge\n    statement: a\n',
      'goal: g\nacceptance_criteria:\n  - id: AC-09\n    check: llm_judge\n    statement: a\n  - id: AC-10\n    check: contains\n    statement: It names X.\n    value: X\n',
    ],
    [
      'takes the place of an empty list',
      'acceptance_criteria: [] # none yet\ngoal: g\n',
      'acceptance_criteria: # none yet\n  - statement: It names X.\n    check: contains\n    value: X\ngoal: g\n',
    ],
    [
      'fills a key without a value',
      'acceptance_criteria: # soon\ngoal: g\n',
      'acceptance_criteria: # soon\n  - statement: It names X.\n    check: contains\n    value: X\ngoal: g\n',
    ],
    [
      'brings the key where there is none',
      'goal: g # go\n# end\n',
      'goal: g # go\nacceptance_criteria:\n  - statement: It names X.\n    check: contains\n    value: X\n# end\n',
    ],
    [
      'goes into the nested form',
      'goal: g\nexpectation:\n  forbidden: [y]\ntags: []\n',
      'goal: g\nexpectation:\n  forbidden: [y]\n  acceptance_criteria:\n    - statement: It names X.\n      check: contains\n      value: X\ntags: []\n',
    ],
    [
      'works in a list in brackets',
      'goal: g\nacceptance_criteria: [a, {check: equals, value: "1"}]\n',
      'goal: g\nacceptance_criteria: [a, {check: equals, value: "1"}, {"statement":"It names X.","check":"contains","value":"X"}]\n',
    ],
    [
      'works in JSON',
      '{"goal": "g", "acceptance_criteria": []}',
      '{"goal": "g", "acceptance_criteria": [{"statement":"It names X.","check":"contains","value":"X"}]}',
    ],
    [
      'works in JSON without the key',
      '{"goal": "g"}\n',
      '{"acceptance_criteria": [{"statement":"It names X.","check":"contains","value":"X"}], "goal": "g"}\n',
    ],
    [
      'leaves the empty lines of a kept block where they are',
      'goal: g\nacceptance_criteria:\n  - statement: |+\n      a\n\nforbidden: []\n',
      'goal: g\nacceptance_criteria:\n  - statement: |+\n      a\n\n  - statement: It names X.\n    check: contains\n    value: X\nforbidden: []\n',
    ],
  ])('%s', (_name, before, after) => {
    expect(withCriterion(before)).toBe(after);
  });

  it('is a bare sentence among sentences, when it is for a judge', () => {
    const judged = { statement: 'It is kind.', check: 'llm_judge', parameters: {} };
    expect(withCriterion('goal: g\nacceptance_criteria:\n- a\n', judged)).toBe(
      'goal: g\nacceptance_criteria:\n- a\n- It is kind.\n',
    );
  });

  it.each([
    ['a file that cannot be read', 'goal: [\n', contains],
    ['what is no scenario', 'just text\n', contains],
    ['a list that others share', 'goal: g\nx: &l\n  - a\nacceptance_criteria: *l\n', contains],
    ['a pattern that does not compile', 'goal: g\n', { check: 'regex', parameters: { pattern: '(' } }],
    ['a judge without words', 'goal: g\n', { check: 'llm_judge', parameters: {} }],
  ])('refuses %s', (_name, text, criterion) => {
    expect(addCriterion(text, 'SC-1.yaml', criterion).ok).toBe(false);
  });

  it('adds to a file with problems of its own, and refuses none for them', () => {
    const text = 'goal: g\nclass: funny\nacceptance_criteria:\n  - a\n';
    expect(withCriterion(text)).toContain('value: X');
  });

  it('keeps every other byte, and reads back, whatever the texts and the layout are', () => {
    const any = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
    const layout = fc.record({
      eol: fc.constantFrom('\n', '\r\n'),
      indent: fc.constantFrom('', '  ', '    '),
      comment: fc.constantFrom('', ' # note'),
      items: fc.array(any, { maxLength: 3 }),
      tail: fc.constantFrom('', '# end', 'forbidden: [x] # y'),
    });
    fc.assert(
      fc.property(any, any, layout, (statement, value, { eol, indent, comment, items, tail }) => {
        const list = items.map((item) => `${indent}- statement: ${JSON.stringify(item)}${comment}`);
        const text = ['goal: g', `acceptance_criteria:${comment}`, ...list, tail, ''].join(eol);
        const change = addCriterion(text, 'SC-1.yaml', { statement, check: 'contains', parameters: { value } });
        if (!change.ok) throw new Error(change.error.message);
        expect(change.value.range.start).toBe(change.value.range.end);
        const after = changed(text, change.value);
        if (eol === '\r\n') expect(after).not.toMatch(/(?<!\r)\n/);
        const { scenario } = readScenarioText(after, 'SC-1.yaml');
        expect(scenario?.criteria.map((criterion) => criterion.statement)).toEqual([...items, statement]);
        expect(scenario?.criteria.at(-1)?.parameters).toMatchObject({ value });
      }),
      { numRuns: 300 },
    );
  });
});
