import { describe, expect, test } from 'vitest';
import { callParts, findCalls } from '../../../../engine/author/reading/calls';
import { findHandle } from '../../../../engine/author/reading/handle';
import { findJob } from '../../../../engine/author/reading/job';
import { errorIn } from '../../../../engine/author/reading/outline';
import { formatPath, parsePath, placeInWords, valuesAt } from '../../../../engine/author/reading/path';
import { readReply } from '../../../../engine/author/reading/reply';
import { findUsage } from '../../../../engine/author/reading/usage';

const json = (value: unknown) => readReply({ body: JSON.stringify(value) }, 'http');
const events = (values: unknown[]) =>
  readReply(
    {
      body: values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join(''),
      headers: { 'content-type': 'text/event-stream' },
    },
    'http',
  );

describe('usage', () => {
  test.each([
    [{ usage: { prompt_tokens: 3, completion_tokens: 4 } }, '$.usage.prompt_tokens', '$.usage.completion_tokens'],
    [{ usage: { input_tokens: 3, output_tokens: 4 } }, '$.usage.input_tokens', '$.usage.output_tokens'],
    [
      { usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 } },
      '$.usageMetadata.promptTokenCount',
      '$.usageMetadata.candidatesTokenCount',
    ],
    [{ meta: { usage: { input: 3, output: 4 } } }, '$.meta.usage.input', '$.meta.usage.output'],
  ])('is found in %j', (value, input, output) => {
    const usage = findUsage(json(value));
    expect(usage && [formatPath(usage.input.path), formatPath(usage.output.path)]).toEqual([input, output]);
  });
  test('is taken from different events of a stream, the last of each', () => {
    const usage = findUsage(
      events([{ message: { usage: { input_tokens: 9, output_tokens: 1 } } }, { usage: { output_tokens: 12 } }]),
    );
    expect(usage && [formatPath(usage.input.path), formatPath(usage.output.path)]).toEqual([
      '$.data.message.usage.input_tokens',
      '$.data.usage.output_tokens',
    ]);
  });
  test.each([[{ usage: { input: 1.5, output: 2 } }], [{ input: 3, output: 4 }], [{ usage: { input_tokens: 3 } }]])(
    'is not made up from %j',
    (value) => {
      expect(findUsage(json(value))).toBeUndefined();
    },
  );
});

describe('calls', () => {
  test.each([
    [{ tool_calls: [{ name: 'refund', arguments: { id: 1 } }] }, '$.tool_calls', '$.name', '$.arguments'],
    [{ data: { calls: [{ tool: 'refund', args: {} }] } }, '$.data.calls', '$.tool', '$.args'],
    [
      {
        choices: [
          {
            message: {
              role: 'assistant',
              tool_calls: [{ type: 'function', function: { name: 'refund', arguments: '{}' } }],
            },
          },
        ],
      },
      '$.choices[0].message.tool_calls',
      '$.function.name',
      '$.function.arguments',
    ],
    [
      {
        content: [
          { type: 'text', text: 'x' },
          { type: 'tool_use', name: 'refund', input: {} },
        ],
      },
      '$.content[?type == "tool_use"]',
      '$.name',
      '$.input',
    ],
    [{ tool_calls: [] }, '$.tool_calls', '$.name', '$.arguments'],
    [
      { choices: [{ message: { role: 'assistant', content: 'x' } }] },
      '$.choices[0].message.tool_calls',
      '$.function.name',
      '$.function.arguments',
    ],
  ])('are found in %j', (value, list, name, args) => {
    const calls = findCalls(json(value));
    expect(calls && [formatPath(calls.list.path), formatPath(calls.name), formatPath(calls.arguments ?? [])]).toEqual([
      list,
      name,
      args,
    ]);
  });
  test.each([
    [{ people: [{ name: 'Ada' }] }],
    [{ reply: 'x' }],
    [{ tool_calls: null }],
    // Of which turn they are, no index says.
    [{ messages: [{ role: 'user' }, { role: 'assistant', tool_calls: [{ name: 'kb', args: {} }] }] }],
  ])('are not made up from %j', (value) => {
    expect(findCalls(json(value))).toBeUndefined();
  });
});

describe('the handle of a conversation', () => {
  test.each([
    [{ reply: 'x', session_id: 's1' }, 'session_id', 's1'],
    [{ data: { threadId: 7 } }, 'threadId', '7'],
    [{ conversation: { id: 'c1' } }, 'conversation_id', 'c1'],
    [{ session: 's', conversation_id: 'c' }, 'conversation_id', 'c'],
  ])('is found in %j', (value, name, handle) => {
    expect(findHandle(json(value))).toMatchObject({ name, value: handle });
  });
  test('is found in a header', () => {
    expect(findHandle(json({ reply: 'x' }), { 'x-session-id': 'h' })).toEqual({
      from: { header: 'x-session-id' },
      name: 'x-session-id',
      value: 'h',
    });
  });
  test.each([[{ id: 'msg_1' }], [{ session_id: '' }], [{ session_id: null }]])('is not made up from %j', (value) => {
    expect(findHandle(json(value))).toBeUndefined();
  });
});

describe('a job instead of an answer', () => {
  const url = ['http://agent.test/v1/ask?x=1'];
  test('is known by 202 and Location', () => {
    expect(findJob(json({}), { status: 202, headers: { location: '/jobs/1' } }, url)).toEqual({
      at: { kind: 'location' },
    });
  });
  test('is known by a pending state and an id', () => {
    const job = findJob(json({ id: 'j1', status: 'queued' }), { status: 200 }, url);
    expect(job).toMatchObject({
      at: { kind: 'id', path: ['id'], url: ['http://agent.test/v1/ask', '/', { taken: 'job' }] },
      state: { path: ['status'] },
    });
    expect(job?.state?.pending).toContain('queued');
  });
  test('is asked for where it says', () => {
    expect(findJob(json({ id: 'j1', status: 'queued', status_url: '/jobs/j1' }), { status: 200 }, url)?.at).toEqual({
      kind: 'url',
      path: ['status_url'],
    });
  });
  test('is none when the state is an end', () => {
    expect(
      findJob(json({ id: 'j1', status: 'completed', answer: 'Hello there' }), { status: 200 }, url),
    ).toBeUndefined();
  });
});

test('an error that came with a good status is told', () => {
  expect(errorIn(json({ errors: [{ message: 'Unknown field "ask"' }] }))).toBe('Unknown field "ask"');
  expect(errorIn(json({ error: 'no such model' }))).toBe('no such model');
  expect(errorIn(json({ error: null, reply: 'x' }))).toBeUndefined();
});

test('a path is read as it is shown', () => {
  for (const shown of [
    '$.a.b',
    '$.choices[0].message.content',
    '$["odd name"].x',
    '$.content[?type == "text"].text',
    '$.parts[*].text',
    '$',
  ]) {
    const path = parsePath(shown);
    expect(path.ok && formatPath(path.value)).toBe(shown);
  }
  expect(parsePath('data.reply')).toEqual({ ok: true, value: ['data', 'reply'] });
  expect(parsePath('$.a[').ok).toBe(false);
  expect(
    valuesAt({ content: [{ type: 'text', text: 'a' }, { type: 'x' }] }, [
      'content',
      { each: true, where: { key: 'type', is: 'text' } },
      'text',
    ]),
  ).toEqual(['a']);
});

test('the whole of what came has no path, in words', () => {
  expect(placeInWords({ path: [] }, 'command')).toBe('the whole output');
  expect(placeInWords({ path: [] }, 'http')).toBe('the whole reply');
  expect(placeInWords({ path: ['data', 'reply'] }, 'http')).toBe('$.data.reply');
});

describe('a list that is named by hand', () => {
  test.each([
    [[{ name: 'look_up', input: { id: 1 } }], { name: ['name'], arguments: ['input'] }],
    [[{ tool: 'look_up', args: {} }], { name: ['tool'], arguments: ['args'] }],
    [
      [{ function: { name: 'look_up', arguments: '{}' } }],
      { name: ['function', 'name'], arguments: ['function', 'arguments'] },
    ],
    [[], undefined],
    [['look_up'], undefined],
  ])('%j', (list, parts) => {
    expect(callParts(list)).toEqual(parts);
  });
});
