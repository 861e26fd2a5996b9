import { describe, expect, it } from 'vitest';
import { containsJson, sameJson } from '../../../../engine/judge/json-in-text';
import { evidenceWith, grade, outcome, usePatterns } from '../judging';

const patterns = usePatterns();
const order = {
  status: 'ok',
  count: 1,
  items: [
    { id: 'A', price: 5 },
    { id: 'B', price: 15 },
  ],
  note: null,
  nested: { deep: { flag: false } },
};
const answering = (answer: string, rawResponse?: string) =>
  evidenceWith({ answer, rawResponse: rawResponse ?? JSON.stringify({ output: answer }) });
const check = async (parameters: object, answer: string, raw?: string) =>
  outcome(await grade({ check: 'json_path', ...parameters }, answering(answer, raw), patterns));

describe('json_path over the answer', () => {
  it.each<[string, object, string]>([
    ['equals', { path: '$.status', equals: 'ok' }, 'Pass'],
    ['equals something else', { path: '$.status', equals: 'failed' }, 'Fail'],
    ['a number is not its text', { path: '$.count', equals: '1' }, 'Fail'],
    ['a number is a number', { path: '$.count', equals: 1.0 }, 'Pass'],
    ['null is a value', { path: '$.note', equals: null }, 'Pass'],
    ['null is not nothing', { path: '$.missing', equals: null }, 'Fail'],
    ['false is not absent', { path: '$.nested.deep.flag', equals: false }, 'Pass'],
    ['an object, whatever the order of its keys', { path: '$.items[1]', equals: { price: 15, id: 'B' } }, 'Pass'],
    ['an object with a key too few', { path: '$.items[1]', equals: { id: 'B' } }, 'Fail'],
    ['a list in its order', { path: '$.items[*].id', equals: 'B' }, 'Pass'],
    ['exists', { path: '$.nested.deep', exists: true }, 'Pass'],
    ['exists with null', { path: '$.note', exists: true }, 'Pass'],
    ['exists, missing', { path: '$.nope', exists: true }, 'Fail'],
    ['exists: false, missing', { path: '$.nope', exists: false }, 'Pass'],
    ['exists: false, there', { path: '$.status', exists: false }, 'Fail'],
    ['a filter of RFC 9535', { path: '$.items[?@.price > 10].id', equals: 'B' }, 'Pass'],
    ['a descendant', { path: '$..flag', equals: false }, 'Pass'],
    ['a bracketed name', { path: "$['items'][0]['id']", equals: 'A' }, 'Pass'],
    ['an index from the end', { path: '$.items[-1].id', equals: 'B' }, 'Pass'],
    ['matches a text', { path: '$.items[0].id', matches: '^[A-Z]$' }, 'Pass'],
    ['matches none', { path: '$.items[0].id', matches: '^\\d$' }, 'Fail'],
    ['matches any of several', { path: '$.items[*].id', matches: 'B' }, 'Pass'],
    ['matches a number as it is written', { path: '$.count', matches: '^1$' }, 'Pass'],
    ['matches where nothing is', { path: '$.nope', matches: '.*' }, 'Fail'],
  ])('%s', async (_, parameters, expected) => {
    expect(await check(parameters, JSON.stringify(order))).toBe(expected);
  });

  it.each<[string, string]>([
    ['with white space around it', `\n  ${JSON.stringify(order)}\n`],
    ['in a fenced block', `Here you are:\n\n\`\`\`json\n${JSON.stringify(order, null, 2)}\n\`\`\`\nAnything else?`],
    ['in a fenced block without a language, with CRLF', `Result:\r\n\`\`\`\r\n${JSON.stringify(order)}\r\n\`\`\`\r\n`],
    ['inside a JSON string', JSON.stringify(JSON.stringify(order))],
  ])('JSON is found %s', async (_, answer) => {
    expect(await check({ path: '$.status', equals: 'ok' }, answer, 'not JSON')).toBe('Pass');
    expect(await check({ path: '$.status', equals: 'failed' }, answer, 'not JSON')).toBe('Fail');
  });

  it.each([
    ['42', { path: '$', equals: 42 }],
    ['true', { path: '$', equals: true }],
    ['[1, 2]', { path: '$[1]', equals: 2 }],
    ['null', { path: '$', equals: null }],
  ])('an answer that is the JSON value %s', async (answer, parameters) => {
    expect(await check(parameters, answer)).toBe('Pass');
  });
});

describe('json_path over what execute printed', () => {
  const raw = JSON.stringify({ output: 'All fine.', order, trace: 'x' });

  it('is used when the answer is no JSON', async () => {
    expect(await check({ path: '$.order.status', equals: 'ok' }, 'All fine.', raw)).toBe('Pass');
    expect(await check({ path: '$.order.status', equals: 'failed' }, 'All fine.', raw)).toBe('Fail');
  });

  it('comes second: what the answer says is what counts', async () => {
    const answer = JSON.stringify({ status: 'failed' });
    const printed = JSON.stringify({ output: answer, status: 'ok' });
    expect(await check({ path: '$.status', equals: 'ok' }, answer, printed)).toBe('Fail');
  });
});

describe('an answer that holds no JSON', () => {
  it('fails what must be there, and is undecidable for what must not', async () => {
    expect(await check({ path: '$.a', equals: 1 }, 'Sorry.', 'Sorry.')).toBe('Fail');
    expect(await check({ path: '$.a', exists: true }, 'Sorry.', 'Sorry.')).toBe('Fail');
    expect(await check({ path: '$.a', matches: 'x' }, 'Sorry.', 'Sorry.')).toBe('Fail');
    expect(await check({ path: '$.a', exists: false }, 'Sorry.', 'Sorry.')).toBe('Unable to Verify (undecidable)');
  });
});

describe('an answer that is nested very deep', () => {
  it('is undecidable; it never ends the run', async () => {
    for (const levels of [3000, 100_000]) {
      const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
      for (const parameters of [
        { path: '$.a', exists: true },
        { path: '$..b', exists: false },
        { path: '$.a', equals: 1 },
      ])
        expect(await check(parameters, deep)).toBe('Unable to Verify (undecidable)');
    }
  });
});

describe('JSON values', () => {
  it('have no keys but their own', () => {
    const odd: unknown = JSON.parse('{"__proto__": {}}');
    expect(containsJson({ a: 1 }, odd)).toBe(false);
    expect(sameJson(odd, { a: 1 })).toBe(false);
    expect(containsJson({ a: 1 }, { toString: null })).toBe(false);
    expect(containsJson(odd, odd)).toBe(true);
  });
});

describe('an answer that is made to be slow to read', () => {
  it.each([
    ['a line that begins like a fence and is none', `\`\`\`${'a'.repeat(1_000_000)}\``],
    ['a line of backticks', '`'.repeat(1_000_000)],
    ['many fences', '```\n'.repeat(200_000)],
    ['white space behind brackets', `\`\`\`json\n${'}  '.repeat(300_000)}x`],
  ])('is read at once: %s', async (_, answer) => {
    expect(await check({ path: '$.status', equals: 'ok' }, answer, 'not JSON')).toBe('Fail');
  });
});
