import { describe, expect, it } from 'vitest';
import { checkNames } from '../../../engine/judge/known-checks';
import { criterionForm, criterionProblems, fieldValue } from '../../../engine/workspace/criterion-fields';
import { criterionSentence } from '../../../engine/workspace/criterion-sentence';

describe('the form of a check', () => {
  it('is there for every check', () => {
    expect(checkNames.filter((name) => !criterionForm(name))).toEqual([]);
    expect(criterionForm('unheard_of')).toBeUndefined();
  });

  it('says what must be there, of which kind, and what is a choice', () => {
    expect(criterionForm('regex')).toEqual({
      needsStatement: false,
      oneOf: [],
      fields: [
        { name: 'pattern', kind: 'text', required: true },
        { name: 'flags', kind: 'text', required: false },
        { name: 'absent', kind: 'flag', required: false },
        { name: 'strict', kind: 'flag', required: false },
      ],
    });
    expect(criterionForm('llm_judge')).toMatchObject({ needsStatement: true, fields: [] });
    expect(criterionForm('json_path')?.oneOf).toEqual(['equals', 'exists', 'matches']);
    expect(criterionForm('call_count')?.oneOf).toEqual(['min', 'max', 'equals']);
    const kinds = (check: string) => criterionForm(check)?.fields.map(({ name, kind }) => `${name}:${kind}`);
    expect(kinds('call_order')).toEqual(['tools:list']);
    expect(kinds('max_tokens')).toEqual(['value:number']);
    expect(kinds('called_with')).toContain('arguments:json');
  });
});

describe('what is typed for a parameter', () => {
  it.each([
    ['text', '  a ', '  a '],
    ['number', ' 12.5', 12.5],
    ['list', 'look_up, refund,', ['look_up', 'refund']],
    ['json', '{"id": 1}', { id: 1 }],
    ['json', 'paid', 'paid'],
    ['json', '25', 25],
    ['flag', 'true', true],
  ] as const)('%s %j is %j', (kind, typed, value) => {
    expect(fieldValue(kind, typed)).toEqual({ ok: true, value });
  });

  it.each([
    ['text', ''],
    ['number', 'ten'],
    ['number', ''],
    ['list', ' , '],
    ['json', '{"id": '],
    ['json', ' '],
  ] as const)('%s %j will not do', (kind, typed) => {
    expect(fieldValue(kind, typed).ok).toBe(false);
  });
});

describe('a criterion before it is written', () => {
  it('has the problems that its file would have', () => {
    const [problem] = criterionProblems({ check: 'json_path', parameters: { path: '$.[', exists: true } });
    expect(problem).toMatchObject({ path: ['path'], message: expect.stringContaining('does not compile') });
    expect(criterionProblems({ check: 'contains', parameters: { value: 'x' } })).toEqual([]);
  });

  it.each([
    ['contains', { value: 'x', absent: true }, 'The answer does not contain "x".'],
    ['json_path', { path: '$.a', exists: false }, '$.a does not exist.'],
    ['called', { server: 'billing', tool: 'refund' }, 'billing.refund was called.'],
    ['called_with', { tool: 'refund', arguments: { id: 1 } }, 'refund was called with {"id":1}.'],
    ['call_count', { tool: 'refund', max: 2 }, 'The number of calls of refund is at most 2.'],
    ['llm_judge', {}, undefined],
  ])('%s says of itself in words what it asks', (check, parameters, sentence) => {
    expect(criterionSentence(check, parameters)).toBe(sentence);
  });
});
