import { describe, expect, test } from 'vitest';
import { formatPlace } from '../../../../engine/author/reading/path';
import { clearAnswer, plausibleAnswers, rankAnswers } from '../../../../engine/author/reading/rank-answers';
import { readReply } from '../../../../engine/author/reading/reply';

const goal = 'Say hello and nothing else.';
const said = 'Hello! How can I help you today?';

function rankOf(body: unknown, { type = 'application/json', kind = 'http' as const } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return rankAnswers([{ reply: readReply({ body: text, headers: { 'content-type': type } }, kind), goal }]);
}

const sse = (events: unknown[], names?: string[]) =>
  `${events.map((data, index) => `${names ? `event: ${names[index]}\n` : ''}data: ${JSON.stringify(data)}\n\n`).join('')}data: [DONE]\n\n`;
const lines = (values: unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;
const eventStream = 'text/event-stream; charset=utf-8';

describe('the answer in a JSON reply', () => {
  test.each([
    ['a field that says so', { reply: said }, '$.reply'],
    ['one word', { reply: 'hello' }, '$.reply'],
    ['one word, under a name that says little, and nothing else', { text: 'hello', ok: true }, '$.text'],
    ['three deep', { data: { result: { message: { text: said } } }, status: 'ok' }, '$.data.result.message.text'],
    ['several fields', { message: 'ok', text: said, status: 'success' }, '$.text'],
    ['the goal repeated', { input: goal, message: goal, content: said }, '$.content'],
    [
      'ids, dates and urls around',
      { id: 'c3', created_at: '2026-01-01T00:00:00Z', answer: said, url: 'https://x.io/a' },
      '$.answer',
    ],
    [
      'a chat completion',
      {
        id: 'x',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }],
      },
      '$.choices[0].message.content',
    ],
    [
      'a chat completion with reasoning',
      {
        choices: [
          { message: { role: 'assistant', reasoning_content: 'They want me to greet them politely.', content: said } },
        ],
      },
      '$.choices[0].message.content',
    ],
    [
      'a message of blocks',
      {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'A greeting is wanted here.' },
          { type: 'text', text: said },
        ],
      },
      '$.content[?type == "text"].text',
    ],
    [
      'an output of items',
      {
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'message', content: [{ type: 'output_text', text: said }] },
        ],
      },
      '$.output[?type == "message"].content[?type == "output_text"].text',
    ],
    [
      'parts',
      { candidates: [{ content: { role: 'model', parts: [{ text: said }] }, finishReason: 'STOP' }] },
      '$.candidates[0].content.parts[*].text',
    ],
    ['GraphQL', { data: { ask: { answer: said, __typename: 'Answer' } } }, '$.data.ask.answer'],
    [
      'sources that talk, too',
      {
        answer: said,
        sources: [{ title: 'Greeting people', text: 'A greeting is a polite way to begin a conversation.' }],
      },
      '$.answer',
    ],
    ['a camel-case name', { botReply: said, requestId: 'abc-1' }, '$.botReply'],
    ['a compound name', { assistant_reply_text: said }, '$.assistant_reply_text'],
    ['a list of results', { results: [{ generated_text: said }] }, '$.results[0].generated_text'],
    ['the top of a list', [{ generated_text: said }], '$[0].generated_text'],
    ['the same text twice', { output: said, choices: [{ text: said }] }, undefined],
  ])('is found: %s', (_, body, path) => {
    const clear = clearAnswer(rankOf(body));
    expect(clear?.text).toBe(body && path !== undefined && JSON.stringify(body).includes('"hello"') ? 'hello' : said);
    if (path !== undefined) expect(formatPlace(clear?.place ?? { path: ['?'] })).toBe(path);
  });

  test.each([
    ['two fields that may both be it', { answer: 'The refund is on its way.', response: 'I have sent you an e-mail.' }],
    ['nothing but states', { status: 'ok', id: 'abc' }],
    ['an error', { error: { message: 'model is overloaded, try again later' } }],
    ['JSON in a text', { data: '{"answer":"Hello there, how are you?"}' }],
    ['numbers', { score: 3 }],
  ])('is not guessed: %s', (_, body) => {
    expect(clearAnswer(rankOf(body))).toBeUndefined();
  });

  test('both are offered when two may be it', () => {
    const offered = plausibleAnswers(
      rankOf({ answer: 'The refund is on its way.', response: 'I have sent an e-mail.' }),
    );
    expect(offered.map(({ place }) => formatPlace(place))).toEqual(['$.answer', '$.response']);
  });

  test('what does not change with the goal is rather a state', () => {
    const replies = ['Hello there, friend.', 'Goodbye for now, friend.'].map((text, index) => ({
      reply: readReply({ body: JSON.stringify({ message: 'Our desk is open on weekdays.', content: text }) }, 'http'),
      goal: `goal ${index}`,
    }));
    expect(clearAnswer(rankAnswers(replies.slice(0, 1)))).toBeUndefined();
    expect(clearAnswer(rankAnswers(replies))?.text).toBe('Goodbye for now, friend.');
  });
});

describe('the answer in a stream', () => {
  const pieces = ['Hello!', ' How can I', ' help you today?'];
  test.each([
    [
      'chat deltas',
      sse([
        { choices: [{ delta: { role: 'assistant' } }] },
        ...pieces.map((content) => ({ choices: [{ delta: { content } }] })),
        { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
      ]),
      '$.data.choices[0].delta.content, joined',
    ],
    [
      'block deltas',
      sse(
        [
          { type: 'message_start', message: { id: 'm', role: 'assistant' } },
          { type: 'content_block_start', content_block: { type: 'text', text: '' } },
          ...pieces.map((text) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text } })),
          { type: 'message_stop' },
        ],
        ['message_start', 'content_block_start', ...pieces.map(() => 'content_block_delta'), 'message_stop'],
      ),
      '$.data.delta.text, joined',
    ],
    ['deltas of its own', sse(pieces.map((token) => ({ token }))), '$.data.token, joined'],
    [
      'deltas among other events',
      sse([{ type: 'status', text: 'Looking up the order now' }, ...pieces.map((text) => ({ type: 'delta', text }))]),
      '$.data.text of the events whose $.data.type is "delta", joined',
    ],
    ['plain text', pieces.map((text) => `data: ${text}\n\n`).join(''), '$.data, joined'],
    ['snapshots', sse(['Hello!', 'Hello! How can I', said].map((text) => ({ text }))), '$.data.text, the last one'],
    [
      'a final event',
      sse([
        { type: 'start', id: 'r1' },
        { type: 'final', answer: said },
      ]),
      '$.data.answer, the last one',
    ],
  ])('is found: %s', (_, body, place) => {
    const clear = clearAnswer(rankOf(body, { type: eventStream }));
    expect(clear?.text.replaceAll('  ', ' ')).toBe(said);
    expect(clear && formatPlace(clear.place)).toBe(place);
  });

  test.each([
    [
      'messages',
      lines([
        ...pieces.map((content) => ({ model: 'm', message: { role: 'assistant', content }, done: false })),
        { model: 'm', done: true, eval_count: 3 },
      ]),
      '$.message.content, joined',
    ],
    [
      'one line at the end',
      lines([
        { event: 'log', note: 'Looking up the order now' },
        { event: 'final', output: said },
      ]),
      '$.output, the last one',
    ],
  ])('is found in lines: %s', (_, body, place) => {
    const clear = clearAnswer(rankOf(body, { type: 'application/x-ndjson' }));
    expect(clear?.text).toBe(said);
    expect(clear && formatPlace(clear.place)).toBe(place);
  });
});

describe('the answer in a text', () => {
  test('is the whole of it', () => {
    expect(clearAnswer(rankOf(`${said}\n`, { type: 'text/plain' }))?.text).toBe(said);
  });
  test('is not a web page, whatever its type says', () => {
    expect(rankOf('<!DOCTYPE html><html><body>Sign in</body></html>', { type: 'application/json' })).toEqual([]);
    expect(rankOf('<p>Hello</p>', { type: 'text/html' })).toEqual([]);
  });
  test('is not empty', () => {
    expect(rankOf(' \n', { type: 'text/plain' })).toEqual([]);
  });
  test('of a program stands in the last line that is JSON, whatever it logs before', () => {
    const printed = `[info] loading the model\n[info] asking\n${JSON.stringify({ reply: said })}\n`;
    const reply = readReply({ body: printed }, 'command');
    expect(reply.format).toBe('lines');
    expect(clearAnswer(rankAnswers([{ reply, goal }]))?.text).toBe(said);
  });
});
