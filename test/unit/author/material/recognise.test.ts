import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recognise } from '../../../../engine/author/material/recognise';
import { Slug } from '../../../../schemas/profile';
import { firstTarget, inWords, notes, recognised, refused } from './recognising';

describe('a lone URL', () => {
  it.each([
    [
      'https://agent.acme.com/ask',
      'POST https://agent.acme.com/ask',
      ['body.message', 'body.prompt', 'body.query', 'body.input', 'body.question'],
    ],
    [
      'https://acme.com/api/prompt',
      'POST https://acme.com/api/prompt',
      ['body.prompt', 'body.message', 'body.query', 'body.input', 'body.question'],
    ],
    [
      'https://acme.com/s?q=x',
      'GET https://acme.com/s?q=«goal»',
      ['query parameter q', 'body.message', 'body.prompt', 'body.query', 'body.input', 'body.question'],
    ],
    [
      'localhost:3000/ask',
      'POST http://localhost:3000/ask',
      ['body.message', 'body.prompt', 'body.query', 'body.input', 'body.question'],
    ],
    ['<https://acme.com/s?text={{goal}}>', 'GET https://acme.com/s?text=«goal»', ['query parameter text']],
  ])('%s', async (url, request, places) => {
    const found = await recognised(url);
    expect(found.kind).toBe('url');
    expect(inWords(firstTarget(found))).toMatchObject({ request });
    expect(found.options.map(({ label }) => label.replace(/^.*goal in /, ''))).toEqual(places);
    expect(found.clear).toBe(places.length === 1);
  });

  it('of chat completions gets that shape, the model a variable', async () => {
    expect(inWords(firstTarget(await recognised('https://acme.com/v1/chat/completions')))).toEqual({
      request: 'POST https://acme.com/v1/chat/completions',
      body: {
        model: '«$AGENT_MODEL»',
        messages: {
          history: { first: [], role: 'role', content: 'content', turn: { role: 'user', content: '«goal»' } },
        },
      },
    });
  });

  it('of a WebSocket takes JSON or text', async () => {
    const found = await recognised('ws://localhost:8080/ws?token=abcd1234efgh5678');
    expect(found.kind).toBe('websocket');
    expect(found.options.slice(0, 2).map(({ draft }) => inWords(draft.target))).toEqual([
      { url: 'ws://localhost:8080/ws?token=«$AGENT_TOKEN»', message: { message: '«goal»' } },
      { url: 'ws://localhost:8080/ws?token=«$AGENT_TOKEN»', message: '«goal»' },
    ]);
  });

  it.each([
    ['wscat -c ws://localhost:8080/ws', '«goal»'],
    [`wscat -c ws://localhost:8080/ws -x '{"text":"hi","lang":"en"}'`, { text: '«goal»', lang: 'en' }],
    ['echo "Say {{goal}}" | websocat -n ws://localhost:8080/ws', 'Say «goal»'],
  ])('of a command for WebSockets is one: %s', async (text, message) => {
    const found = await recognised(text);
    expect(found.kind).toBe('websocket');
    expect(inWords(firstTarget(found))).toEqual({ url: 'ws://localhost:8080/ws', message });
  });

  it.each([
    ['https://acme.com/openapi.json', 'curl -o openapi.json "https://acme.com/openapi.json"'],
    ['https://acme.com/spec.yaml', 'curl -o openapi.yaml "https://acme.com/spec.yaml"'],
  ])('%s is refused, since it has to be fetched first', async (url, remedy) => {
    expect((await refused(url)).remedy).toContain(remedy);
  });
});

describe('a request written out', () => {
  it.each([
    [
      'POST /v1/chat HTTP/1.1\nHost: api.acme.com\nContent-Type: application/json\nContent-Length: 16\n\n{"message":"hi"}',
      {
        request: 'POST https://api.acme.com/v1/chat',
        headers: ['Content-Type: application/json'],
        body: { message: '«goal»' },
      },
    ],
    [
      'POST http://localhost:3000/ask\ncontent-type: application/x-www-form-urlencoded\n\ntext=hi\n\n###\nGET http://other',
      {
        request: 'POST http://localhost:3000/ask',
        headers: ['content-type: application/x-www-form-urlencoded'],
        body: 'form text=«goal»',
      },
    ],
    ['GET https://acme.com/ask?q=hello HTTP/1.1', { request: 'GET https://acme.com/ask?q=«goal»' }],
    [
      'fetch("https://acme.com/c", {\n  "headers": {"content-type": "application/json"},\n  "body": "{\\"message\\":\\"hi\\"}",\n  "method": "POST"\n});',
      { request: 'POST https://acme.com/c', headers: ['content-type: application/json'], body: { message: '«goal»' } },
    ],
    [
      "await fetch('https://acme.com/c', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({message: 'hi', n: 1})})",
      {
        request: 'POST https://acme.com/c',
        headers: ['Content-Type: application/json'],
        body: { message: '«goal»', n: 1 },
      },
    ],
  ])('%s', async (text, expected) => {
    expect(inWords(firstTarget(await recognised(text)))).toEqual(expected);
  });
});

describe('an MCP server', () => {
  it.each([
    [
      'mcp: node server.mjs  tool: ask  argument: question',
      { server: ['node', 'server.mjs'], tool: 'ask', arguments: { question: '«goal»' } },
    ],
    [
      'mcp: https://acme.com/mcp\ntool: ask\nargument: q',
      { server: ['https://acme.com/mcp'], tool: 'ask', arguments: { q: '«goal»' } },
    ],
    [
      '{"mcpServers":{"desk":{"command":"npx","args":["-y","desk","--token","abcdef012345"],"env":{"API_KEY":"abcdef012345","MODE":"x"},"tool":"ask","argument":"text"}}}',
      {
        server: ['npx', '-y', 'desk', '--token', '«$AGENT_TOKEN»', 'API_KEY=«$API_KEY»', 'MODE=x'],
        tool: 'ask',
        arguments: { text: '«goal»' },
      },
    ],
    [
      '{"mcpServers":{"desk":{"url":"https://acme.com/mcp","headers":{"Authorization":"Bearer ${env:DESK_TOKEN}"}}},"tool":"ask","arguments":{"question":"hi","lang":"en"}}',
      {
        server: ['https://acme.com/mcp', 'Authorization: Bearer «$DESK_TOKEN»'],
        tool: 'ask',
        arguments: { question: '«goal»', lang: 'en' },
      },
    ],
    [
      '{"command":"node","args":["s.mjs"],"tool":"ask","argument":"q"}',
      { server: ['node', 's.mjs'], tool: 'ask', arguments: { q: '«goal»' } },
    ],
  ])('%s', async (text, expected) => {
    const found = await recognised(text);
    expect(found.kind).toBe('mcp');
    expect(found.clear).toBe(true);
    expect(inWords(firstTarget(found))).toEqual(expected);
  });

  it.each(['https://acme.com/mcp', '{"mcpServers":{"desk":{"url":"https://acme.com/mcp"}}}'])(
    'whose tool is not named (%s) is asked for its tools first',
    async (text) => {
      expect(inWords(firstTarget(await recognised(text)))).toEqual({ server: ['https://acme.com/mcp'], arguments: {} });
    },
  );

  it('whose argument is not named offers the usual names', async () => {
    const found = await recognised('mcp: node server.mjs tool: ask');
    expect(found.clear).toBe(false);
    expect(found.options.map(({ label }) => label)).toContain('tool ask, goal in arguments.question');
  });

  it.each([
    ['{"mcpServers":{"a":{"command":"a"},"b":{"command":"b"}}}', 'the MCP configuration has several servers: a, b'],
    ['{"mcpServers":{}}', 'the MCP configuration has no server'],
  ])('%s is refused', async (text, message) => {
    expect((await refused(text)).message).toBe(message);
  });
});

describe('notes', () => {
  it.each([
    [
      'Use this:\n\n```bash\ncurl https://acme.com/c -d \'{"message":"hi"}\'\n```\nIt answers JSON:\n```json\n{"reply":"x"}\n```',
      'a cURL command: POST https://acme.com/c, goal in body.message (found in notes)',
    ],
    [
      "Log in:\n```\ncurl -c j https://acme.com/login -d 'user=u&password=hunter22'\n```\nThen\n```\ncurl -b j https://acme.com/c -d message=hi\n```",
      '2 cURL commands: POST https://acme.com/c after one request that prepares it, goal in form field message (found in notes)',
    ],
    [
      'Call it so:\n\n  curl https://acme.com/c \\\n    -d message=hi\n\nIt answers.',
      'a cURL command: POST https://acme.com/c, goal in form field message (found in notes)',
    ],
    [
      'Our agent is at https://acme.com/chat. It takes JSON.',
      'a URL: https://acme.com/chat, what it expects is found by trying (found in notes)',
    ],
    ['On the box, `claude -p "what is up"` answers.', 'a command line: claude, goal as argument 2 (found in notes)'],
  ])('%s', async (text, what) => {
    expect((await recognised(text)).what).toBe(what);
  });

  it('with nothing in them that can be read stay notes', async () => {
    expect(await notes('It has no address. You send it an e-mail.')).toEqual({
      kind: 'notes',
      text: 'It has no address. You send it an e-mail.',
    });
    expect((await notes('Either https://a.io or https://b.io, I forgot.')).kind).toBe('notes');
  });

  it('that are empty are refused', async () => {
    expect((await refused(' \n')).message).toBe('standard input is empty');
  });
});

it('never throws, and names profiles by slugs, whatever it is given', async () => {
  const pieces = [
    'curl ',
    'https://x.io/a?b=1',
    " -d '",
    '{"message":"hi"}',
    "'",
    '"',
    ' -H ',
    'Authorization: Bearer ',
    '$X',
    '{{goal}}',
    '\n',
    ' | ',
    '\\',
    '`',
    '$(',
    ')',
    'openapi: 3.0.0\npaths: {}',
    '{',
    '}',
    'POST /x HTTP/1.1\n',
    'mcp: a tool: b',
    'fetch("https://x.io", {',
    '<<EOF\n',
    '@',
    '-F a=b',
    '\uFDD0',
    '“',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 8 }),
      async (parts) => {
        const result = await recognise({
          text: parts.join(''),
          source: 'standard input',
          folder: '/nonexistent-folder-of-material',
        });
        if (!result.ok || result.value.kind === 'notes') return;
        expect(Slug.safeParse(result.value.name).success).toBe(true);
        expect(result.value.options.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 1500 },
  );
});

it('refuses what is far too long, and what is nested beyond use', async () => {
  expect((await refused('one word and another\n'.repeat(20_000))).message).toBe(
    'standard input is too long to be material',
  );
  expect((await notes('{"a":'.repeat(20_000))).kind).toBe('notes');
});
