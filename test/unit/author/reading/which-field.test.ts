import { describe, expect, test } from 'vitest';
import { formatPath, formatPlace, parsePath } from '../../../../engine/author/reading/path';
import { clearAnswer, plausibleAnswers, rankAnswers, textAt } from '../../../../engine/author/reading/rank-answers';
import { readReply } from '../../../../engine/author/reading/reply';

/** What an agent says for a goal: short answers to the author's probes, longer ones later. */
const said = (goal: string): string =>
  goal.includes('hello')
    ? 'Hello!'
    : goal.includes('goodbye')
      ? 'Goodbye!'
      : 'Send it back within 30 days; it is free.';
const probes = ['Say hello and nothing else.', 'Say goodbye and nothing else.'];
const later = 'What is your refund policy?';

type Shape = (goal: string) => unknown;
type Sent = (goal: string) => { body: string; headers: Record<string, string> };

const json =
  (shape: Shape): Sent =>
  (goal) => ({ body: JSON.stringify(shape(goal)), headers: { 'content-type': 'application/json' } });
const words = (goal: string) => said(goal).split(/(?<= )/);
const sse =
  (events: (goal: string) => unknown[]): Sent =>
  (goal) => ({
    body: events(goal)
      .map((data) => `data: ${JSON.stringify(data)}\n\n`)
      .join(''),
    headers: { 'content-type': 'text/event-stream' },
  });
const ndjson =
  (values: (goal: string) => unknown[]): Sent =>
  (goal) => ({
    body: values(goal)
      .map((value) => JSON.stringify(value))
      .join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });

/** The candidate that the author chooses, from one reply or two, as the probing does. */
function choose(sent: Sent) {
  const replies = probes.map((goal) => ({ reply: readReply(sent(goal), 'http'), goal }));
  const first = rankAnswers(replies.slice(0, 1));
  const both = rankAnswers(replies);
  return { clear: clearAnswer(first) ?? clearAnswer(both, true), offered: plausibleAnswers(both) };
}

/** What is read from a later, longer reply. */
function readLater(sent: Sent): string | undefined {
  const { clear } = choose(sent);
  return clear && textAt(readReply(sent(later), 'http'), clear.place);
}

const turns: readonly (readonly [string, string])[] = [
  ['Hi', 'Welcome back.'],
  ['Thanks', 'Not at all.'],
];
const history = (goal: string, make: (asked: string, answer: string) => unknown[]) =>
  (goal === later ? [...turns, [goal, said(goal)] as const] : [[goal, said(goal)] as const]).flatMap(([q, a]) =>
    make(q, a),
  );

describe('a history is read as what the agent has said since the user spoke', () => {
  test.each<[string, Shape]>([
    [
      'role',
      (g) => ({
        messages: history(g, (q, a) => [
          { role: 'user', content: q },
          { role: 'assistant', content: a },
        ]),
      }),
    ],
    [
      'sender',
      (g) => ({
        history: history(g, (q, a) => [
          { sender: 'user', text: q },
          { sender: 'bot', text: a },
        ]),
      }),
    ],
    [
      'type',
      (g) => ({
        messages: history(g, (q, a) => [
          { type: 'human', content: q },
          { type: 'ai', content: a },
        ]),
      }),
    ],
    [
      'from.role, with activities that say nothing',
      (g) => ({
        activities: history(g, (q, a) => [
          { type: 'message', from: { id: 'u', role: 'user' }, text: q },
          { type: 'typing', from: { id: 'b', role: 'bot' } },
          { type: 'message', from: { id: 'b', role: 'bot' }, text: a },
        ]),
      }),
    ],
    [
      'attributes.role',
      (g) => ({
        data: history(g, (q, a) => [
          { type: 'message', attributes: { role: 'user', text: q } },
          { type: 'message', attributes: { role: 'bot', text: a } },
        ]),
      }),
    ],
    [
      'names of its own, the user known by the question',
      (g) => ({
        messages: history(g, (q, a) => [
          { author: 'u-7', text: q },
          { author: 'desk', text: a },
        ]),
      }),
    ],
    [
      'a greeting first',
      (g) => ({
        messages: [
          { role: 'assistant', content: 'Welcome to the desk. How can I help?' },
          { role: 'user', content: g },
          { role: 'assistant', content: said(g) },
        ],
      }),
    ],
    [
      'instructions first',
      (g) => ({
        messages: [
          { role: 'system', content: 'You are a helpful agent of the desk.' },
          { role: 'user', content: g },
          { role: 'assistant', content: said(g) },
        ],
      }),
    ],
    [
      'a tool between',
      (g) => ({
        messages: [
          { role: 'user', content: g },
          ...(g === later
            ? [
                { role: 'assistant', content: 'Let me look.', tool_calls: [{ id: '1' }] },
                { role: 'tool', content: 'POLICY 30' },
              ]
            : []),
          { role: 'assistant', content: said(g) },
        ],
      }),
    ],
    [
      'the newest first',
      (g) => ({
        messages: history(g, (q, a) => [
          { role: 'user', content: q },
          { role: 'assistant', content: a },
        ]).reverse(),
      }),
    ],
    ['pairs of question and answer', (g) => ({ turns: history(g, (q, a) => [{ question: q, answer: a }]) })],
    ['pairs of user and bot', (g) => ({ turns: history(g, (q, a) => [{ user: q, bot: a }]) })],
  ])('%s', (_, shape) => {
    expect(readLater(json(shape))).toBe(said(later));
  });
});

const two = [said(later), 'Is there more?'];
const bubbles = (goal: string) => (goal === later ? two : [said(goal)]);

describe('a list of messages is read as a whole', () => {
  test.each<[string, Shape, string]>([
    ['at the top', (g) => bubbles(g).map((text) => ({ recipient_id: 'u1', text })), two.join('\n')],
    ['under a name', (g) => ({ messages: bubbles(g).map((text) => ({ text })) }), two.join('\n')],
    ['of texts at the top', bubbles, two.join('\n')],
    ['of texts', (g) => ({ replies: bubbles(g) }), two.join('\n')],
    [
      'of agents alone',
      (g) => ({ items: bubbles(g).map((text) => ({ from: { role: 'bot' }, text })) }),
      two.join('\n'),
    ],
    ['parts of a sentence', (g) => ({ segments: words(g).map((text) => ({ text })) }), said(later)],
    ['blocks', (g) => ({ content: words(g).map((text) => ({ type: 'text', text })) }), said(later)],
  ])('%s', (_, shape, expected) => {
    expect(readLater(json(shape))).toBe(expected);
  });
  test('and of possibilities the first', () => {
    const shape: Shape = (g) => ({
      choices: [{ message: { content: said(g) } }, { message: { content: `Or ${said(g)}` } }],
    });
    expect(readLater(json(shape))).toBe(said(later));
  });
});

describe('a stream whose first answer came in one piece is joined later', () => {
  test.each<[string, Sent]>([
    ['tokens', sse((g) => words(g).map((token) => ({ token })))],
    ['deltas with an end', sse((g) => [...words(g).map((text) => ({ type: 'delta', text })), { type: 'done' }])],
    ['chat deltas', sse((g) => words(g).map((content) => ({ choices: [{ delta: { content } }] })))],
    [
      'messages that are deltas',
      sse((g) => [...words(g).map((answer) => ({ event: 'message', answer })), { event: 'message_end' }]),
    ],
    ['a line for each', ndjson((g) => words(g).map((text) => ({ text })))],
    ['lines with an end', ndjson((g) => [...words(g).map((text) => ({ type: 'chunk', text })), { type: 'end' }])],
    [
      'lines with a code',
      (g) => ({
        body: `${words(g)
          .map((piece) => `0:${JSON.stringify(piece)}\n`)
          .join('')}d:{"finishReason":"stop"}\n`,
        headers: { 'content-type': 'text/plain' },
      }),
    ],
    [
      'thoughts beside',
      sse((g) => [
        { candidates: [{ content: { parts: [{ text: `They ask: ${g}`, thought: true }] } }] },
        ...words(g).map((text) => ({ candidates: [{ content: { parts: [{ text }] } }] })),
      ]),
    ],
  ])('%s', (_, sent) => {
    expect(readLater(sent)).toBe(said(later));
  });
  test('and one that ends with the whole is read there, past words on the way', () => {
    const sent = ndjson((g) => [
      { type: 'assistant', message: { content: [{ type: 'text', text: 'Let me think.' }] } },
      { type: 'assistant', message: { content: [{ type: 'text', text: said(g) }] } },
      { type: 'result', result: said(g) },
    ]);
    expect(readLater(sent)).toBe(said(later));
  });
});

describe('the answer is told from what stands beside it', () => {
  test.each<[string, Shape]>([
    ['a suggested reply', (g) => ({ bubble: said(g), suggested_reply: `Thanks, that helped with ${g}` })],
    ['a quick reply', (g) => ({ quickReply: `Yes, more about ${g}`, speech: said(g) })],
    [
      'questions that may follow',
      (g) => ({ follow_up_questions: [`More on ${g}`, 'How do I send it?'], markdown: said(g) }),
    ],
    [
      'answers of an FAQ',
      (g) => ({ faq_matches: [{ question: 'Q', answer: `A canned answer, ${g.length}` }], reply: said(g) }),
    ],
    ['passages', (g) => ({ passages: [{ content: `A passage about ${g}.`, score: 1 }], generated: said(g) })],
    ['documents', (g) => ({ docs: [{ page_content: `Long text. ${g}` }], result: said(g) })],
    ['nodes', (g) => ({ response: said(g), source_nodes: [{ node: { text: `A long node ${g}` } }] })],
    ['chunks', (g) => ({ data: { answer: said(g), reference: { chunks: [{ content: `ref ${g}` }] } } })],
    ['tasks', (g) => ({ raw: said(g), tasks_output: [{ description: `Answer ${g}`, raw: `Draft on ${g}` }] })],
    ['reasoning of its agents', (g) => ({ text: said(g), agentReasoning: [{ messages: [`I was asked ${g}`] }] })],
    ['output of tools', (g) => ({ tools: [{ name: 'kb', output: `Found for ${g}` }], reply: said(g) })],
    ['thoughts', (g) => ({ thoughts_output: `The user wants ${g}`, final: said(g) })],
    [
      'what is included',
      (g) => ({ data: { attributes: { text: said(g) } }, included: [{ type: 'docs', attributes: { text: g } }] }),
    ],
    ['the result of a query', (g) => ({ queryResult: { queryText: g, fulfillmentText: said(g) } })],
    ['moderation', (g) => ({ moderation: { message: `No issue in ${g.length} letters` }, reply: said(g) })],
    ['a title and a summary', (g) => ({ title: `About ${g}`, summary: `They asked: ${g}`, text: said(g) })],
    ['the question, a little changed', (g) => ({ message: `> ${g.toLowerCase()}`, text: said(g) })],
    ['a receipt', (g) => ({ message: `Request processed in 0.${g.length} seconds`, text: said(g) })],
    ['a receipt under a good name', (g) => ({ response: 'Message received at 10:01', bot: { said: said(g) } })],
    ['marks for a voice', (g) => ({ speech: `<speak>${said(g)}</speak>`, answer: said(g) })],
    [
      'a thought among the parts',
      (g) => ({
        candidates: [{ content: { parts: [{ text: `They ask ${g}`, thought: true }, { text: said(g) }] } }],
      }),
    ],
  ])('%s', (_, shape) => {
    expect(readLater(json(shape))).toBe(said(later));
  });
  test('a number is an answer when its name says so', () => {
    expect(readLater(json((g) => ({ answer: g.length, note: `counted in ${g}` })))).toBe(String(later.length));
  });
});

describe('nothing is chosen, and everything that may be it is offered:', () => {
  test.each<[string, Sent, string | undefined]>([
    ['two languages', json((g) => ({ en: said(g), de: `DE ${said(g)}` })), '$.en'],
    ['two messages', json((g) => ({ greeting: `Hi, you ask about ${g.length}`, r: said(g) })), '$.r'],
    ['a talk', json((g) => ({ content: `User: ${g}\nBot: ${said(g)}` })), '$.content'],
    ['markup', json((g) => ({ answer: `<p>${said(g)}</p>` })), '$.answer'],
    [
      'thoughts before the answer in one text',
      json((g) => ({ choices: [{ message: { content: `<think>They ask ${g}</think>${said(g)}` } }] })),
      '$.choices[0].message.content',
    ],
    ['JSON in a text', json((g) => JSON.stringify({ answer: said(g) })), '$'],
    [
      'several nodes of an agent',
      sse((g) => [
        { node: 'planner', content: `Greet about ${g}` },
        { node: 'writer', content: said(g) },
      ]),
      '$.data.content',
    ],
  ])('%s', (_, sent, path) => {
    const { clear, offered } = choose(sent);
    expect(clear).toBeUndefined();
    expect(offered.map(({ place }) => formatPath(place.path))).toContain(path);
  });
});

test('a place is shown as a person may write it', () => {
  for (const shown of [
    '$.messages[?role == "assistant" after "user", "tool"].content',
    '$.messages[?from.role == "bot" before "user"].text',
    '$.turns[-1].answer',
    '$.parts[?!thought].text',
  ]) {
    const path = parsePath(shown);
    expect(path.ok && formatPath(path.value)).toBe(shown);
  }
  expect(formatPlace({ path: ['replies', { each: true }], lines: true })).toBe('$.replies[*], each on its line');
});
