import { describe, expect, test } from 'vitest';
import { findQuotation, quotationsIn } from '../../../../engine/report/views/quote-search';
import { quotesOf } from '../../../../engine/report/views/quotes';
import type { ScenarioView } from '../../../../schemas/panel-view';
import { plainView } from '../../../e2e/panel/harness/made-views';

/** A view whose only criterion has this evidence. */
function quoting(
  evidence: string,
  change: Partial<ScenarioView> = {},
  more: Record<string, unknown> = {},
): ScenarioView {
  const view = plainView();
  const [criterion] = view.verdict?.criteria ?? [];
  if (!view.verdict || !criterion) throw new Error('plainView has a criterion');
  return { ...view, verdict: { ...view.verdict, criteria: [{ ...criterion, ...more, evidence }] }, ...change };
}

const of = ['verdict', 'criteria', 0, 'evidence'];
const answered = (...content: string[]): Partial<ScenarioView> => ({
  response: {
    scenario_id: 'SC-001',
    status: 'completed',
    transcript: content.map((text) => ({ role: 'agent', content: text })),
  },
});
const called = (...calls: unknown[]): Partial<ScenarioView> => ({
  hooks: { phases: { execute: { ran: true, ok: true, data: { calls: calls as never[] } } } }, // JSON, as a hook prints it
});

describe('what an evidence text quotes', () => {
  test('the text in its quotation marks and dots, as judges and checks write it', () => {
    expect(quotationsIn('…"the refund was issued"…')[0]).toBe('the refund was issued');
    expect(quotationsIn('“the refund”')[0]).toBe('the refund');
    expect(quotationsIn('49.90 EUR')).toEqual(['49.90 EUR']);
  });

  test('pieces inside a sentence, long ones first; short ones prove nothing', () => {
    expect(
      quotationsIn('It says "we will pay it back" and then "ok" and "no refund is possible here".').slice(1),
    ).toEqual(['no refund is possible here', 'we will pay it back']);
    expect(quotationsIn('"…"')).toEqual([]);
  });

  test('word for word, else with white space folded; nothing in it is a pattern', () => {
    expect(findQuotation('a b  c a b', 'a b')).toEqual({ start: 0, end: 3, count: 2 });
    expect(findQuotation('paid\n  back today', 'paid back')).toEqual({ start: 0, end: 11, count: 1 });
    expect(findQuotation('abc', 'a.c')).toBeUndefined();
    expect(findQuotation('costs (49.90)\n$ *', 'costs (49.90) $ *')).toMatchObject({ start: 0 });
  });
});

describe('where a quotation stands', () => {
  test('in the answer: the first place, and how many others', () => {
    expect(
      quotesOf(quoting('"49.90 EUR"', answered('Nothing.', 'Take 49.90 EUR, yes, 49.90 EUR.', '49.90 EUR'))),
    ).toEqual([{ of, path: ['response', 'transcript', 1, 'content'], start: 5, end: 14, others: 2 }]);
  });

  test('in an answer without a transcript', () => {
    const response = { scenario_id: 'SC-001', status: 'completed', output: 'Yes: 49.90 EUR.', transcript: [] };
    expect(quotesOf(quoting('49.90 EUR', { response }))).toMatchObject([{ path: ['response', 'output'], start: 5 }]);
  });

  test('what the agent said comes before what was said to it', () => {
    const transcript = [
      { role: 'user' as const, content: 'Please refund ORD-1042.' },
      { role: 'agent' as const, content: 'I refund ORD-1042' },
    ];
    const response = { scenario_id: 'SC-001', status: 'completed', transcript };
    expect(quotesOf(quoting('"ORD-1042"', { response }))).toMatchObject([
      { path: ['response', 'transcript', 1, 'content'], others: 1 },
    ]);
  });

  test('in a tool call: the text within, or the whole call when the evidence is one', () => {
    const calls = [{ name: 'a' }, { name: 'look', arguments: { id: ['x', 'order ORD-1042'] }, result: { at: 'noon' } }];
    expect(quotesOf(quoting('"order ORD-1042"', { ...answered('no'), ...called(...calls) }))).toMatchObject([
      { path: ['hooks', 'phases', 'execute', 'data', 'calls', 1, 'arguments', 'id', 1], start: 0, end: 14 },
    ]);
    expect(quotesOf(quoting(JSON.stringify(calls[1]), called(...calls)))).toEqual([
      { of, path: ['hooks', 'phases', 'execute', 'data', 'calls', 1], others: 0 },
    ]);
    expect(quotesOf(quoting('{"name":"look","arguments":{"id"…', called(...calls)))).toMatchObject([
      { path: ['hooks', 'phases', 'execute', 'data', 'calls', 1] },
    ]);
  });

  test('calls that collect returned replace those of the turns', () => {
    const view = quoting('"order ORD-1042"', {
      ...answered('no'),
      hooks: {
        phases: {
          execute: { ran: true, ok: true, data: { calls: [{ name: 'old', arguments: 'order ORD-1042' }] } },
          collect: { ran: true, ok: true, data: { calls: [{ name: 'new', arguments: 'order ORD-1042' }] } },
        },
      },
    });
    expect(quotesOf(view)).toMatchObject([{ path: ['hooks', 'phases', 'collect', 'data', 'calls', 0, 'arguments'] }]);
  });

  test('in what a hook printed as an error', () => {
    const timeline = [{ phase: 'execute', ok: false, stderr: 'boom: connection refused' }];
    expect(quotesOf(quoting('"connection refused"', { ...answered('x'), timeline }))).toMatchObject([
      { path: ['timeline', 0, 'stderr'], start: 6 },
    ]);
  });

  test('what stands nowhere, and what is of another attempt, is left out', () => {
    expect(quotesOf(quoting('the agent never said so'))).toEqual([]);
    expect(quotesOf(quoting('"49.90 EUR"', answered('49.90 EUR'), { attempt: 2 }))).toEqual([]);
    expect(quotesOf(quoting('"49.90 EUR"', { ...answered('49.90 EUR'), attempt: 2 }, { attempt: 2 }))).toHaveLength(1);
    expect(quotesOf({ ...plainView(), verdict: undefined })).toEqual([]);
  });
});
