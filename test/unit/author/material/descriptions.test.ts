import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstHttp, firstTarget, inWords, recognised, refused, text } from './recognising';

const openApi = (paths: object, more: object = {}) =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Desk API' },
    servers: [{ url: 'https://api.desk.io/v1' }],
    paths,
    ...more,
  });
const body = (schema: object, more: object = {}) => ({
  requestBody: { content: { 'application/json': { schema, ...more } } },
});
const textField = { type: 'string' };

describe('an OpenAPI description', () => {
  it.each([
    [
      'required fields, defaults and handles',
      openApi({
        '/chat': {
          post: body({
            type: 'object',
            required: ['message', 'n'],
            properties: {
              message: textField,
              n: { type: 'integer', minimum: 2 },
              mode: { enum: ['fast', 'slow'], default: 'slow' },
              session_id: textField,
              note: textField,
            },
          }),
        },
      }),
      {
        request: 'POST https://api.desk.io/v1/chat',
        body: { message: '«goal»', n: 2, mode: 'slow', session_id: '«conversation»' },
      },
    ],
    [
      'an example',
      openApi({ '/ask': { post: body({}, { example: { question: 'What?', k: 3 } }) } }),
      { request: 'POST https://api.desk.io/v1/ask', body: { question: '«goal»', k: 3 } },
    ],
    [
      'named examples',
      openApi({ '/ask': { post: body({}, { examples: { a: { value: { question: 'What?' } } } }) } }),
      { request: 'POST https://api.desk.io/v1/ask', body: { question: '«goal»' } },
    ],
    [
      'references, allOf and a circle',
      openApi(
        { '/ask': { post: body({ $ref: '#/components/schemas/a~1b' }) } },
        {
          components: {
            schemas: {
              'a/b': {
                allOf: [
                  { $ref: '#/components/schemas/c%20d' },
                  { type: 'object', properties: { kind: { const: 'x' } } },
                ],
              },
              'c d': {
                type: 'object',
                required: ['text', 'parent'],
                properties: { text: textField, parent: { $ref: '#/components/schemas/a~1b' } },
              },
            },
          },
        },
      ),
      { request: 'POST https://api.desk.io/v1/ask', body: { text: '«goal»', parent: null, kind: 'x' } },
    ],
    [
      'messages by role, of 3.1',
      openApi(
        {
          '/chat/completions': {
            post: body({
              type: 'object',
              required: ['messages', 'model'],
              properties: {
                model: { type: ['string', 'null'], examples: ['m-1'] },
                messages: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['role', 'content'],
                    properties: { role: { enum: ['system', 'user'] }, content: textField },
                  },
                },
              },
            }),
          },
        },
        { openapi: '3.1.0' },
      ),
      {
        request: 'POST https://api.desk.io/v1/chat/completions',
        body: {
          model: 'm-1',
          messages: {
            history: { first: [], role: 'role', content: 'content', turn: { role: 'user', content: '«goal»' } },
          },
        },
      },
    ],
    [
      'a form',
      openApi({
        '/ask': {
          post: {
            requestBody: {
              content: {
                'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { message: textField } } },
              },
            },
          },
        },
      }),
      { request: 'POST https://api.desk.io/v1/ask', body: 'form message=«goal»' },
    ],
    [
      'a query',
      openApi({
        '/ask': {
          get: {
            parameters: [
              { in: 'query', name: 'q', schema: textField },
              { in: 'query', name: 'lang', required: true, schema: { default: 'en' } },
              { in: 'header', name: 'X-Tenant', required: true },
            ],
          },
        },
      }),
      { request: 'GET https://api.desk.io/v1/ask?q=«goal»&lang=en', headers: ['X-Tenant: «$X_TENANT»'] },
    ],
    [
      'server variables',
      openApi(
        { '/ask': { post: body({ type: 'object', properties: { message: textField } }) } },
        { servers: [{ url: 'https://{region}.desk.io/{stage}', variables: { region: { default: 'eu' } } }] },
      ),
      { request: 'POST https://eu.desk.io/«$STAGE»/ask', body: { message: '«goal»' } },
    ],
    [
      'no server',
      openApi(
        { '/ask': { post: body({ type: 'object', properties: { message: textField } }) } },
        { servers: [{ url: '/v2/' }] },
      ),
      { request: 'POST «$DESK_API_BASE_URL»/v2/ask', body: { message: '«goal»' } },
    ],
    [
      'a path parameter',
      openApi({
        '/agents/{agent_id}/run': {
          post: {
            parameters: [{ in: 'path', name: 'agent_id', required: true }],
            ...body({ type: 'object', properties: { input: textField } }),
          },
        },
      }),
      { request: 'POST https://api.desk.io/v1/agents/«$AGENT_ID»/run', body: { input: '«goal»' } },
    ],
  ])('with %s', async (_what, spec, expected) => {
    const found = await recognised(spec);
    expect(found.kind).toBe('openapi');
    expect(inWords(firstTarget(found))).toEqual(expected);
  });

  it.each([
    [{ type: 'http', scheme: 'bearer' }, ['Authorization: Bearer «$DESK_API_TOKEN»'], ''],
    [{ type: 'http', scheme: 'basic' }, ['Authorization: Basic «$DESK_BASIC_AUTH»'], ''],
    [{ type: 'apiKey', in: 'header', name: 'X-Api-Key' }, ['X-Api-Key: «$DESK_API_KEY»'], ''],
    [{ type: 'apiKey', in: 'cookie', name: 'sid' }, ['Cookie: sid=«$DESK_SID»'], ''],
    [{ type: 'oauth2', flows: {} }, ['Authorization: Bearer «$DESK_ACCESS_TOKEN»'], ''],
    [{ type: 'apiKey', in: 'query', name: 'key' }, undefined, '?key=«$DESK_API_KEY»'],
  ])('asks for credentials as variables: %j', async (scheme, headers, query) => {
    const found = await recognised(
      openApi(
        { '/ask': { post: body({ type: 'object', properties: { message: textField } }) } },
        { security: [{ s: [] }], components: { securitySchemes: { s: scheme } } },
      ),
    );
    expect(inWords(firstTarget(found))).toEqual({
      request: `POST https://api.desk.io/v1/ask${query}`,
      ...(headers && { headers }),
      body: { message: '«goal»' },
    });
    expect(found.options[0]?.draft.env).toHaveLength(1);
    expect(found.secrets).toEqual([]);
  });

  it('ranks operations by address, names and replies, and leaves others out', async () => {
    const reply = {
      responses: {
        200: { content: { 'application/json': { schema: { type: 'object', properties: { reply: textField } } } } },
      },
    };
    const found = await recognised(
      openApi({
        '/feedback': { post: body({ type: 'object', properties: { comment: textField } }) },
        '/login': {
          post: body({
            type: 'object',
            required: ['user', 'password'],
            properties: { user: textField, password: textField },
          }),
        },
        '/documents/search': { post: body({ type: 'object', properties: { query: textField } }) },
        '/assistant/chat': { post: { ...body({ type: 'object', properties: { query: textField } }), ...reply } },
      }),
    );
    expect(found.options.map(({ label }) => label)).toEqual([
      'POST /v1/assistant/chat, goal in body.query',
      'POST /v1/documents/search, goal in body.query',
    ]);
    expect(found.clear).toBe(true);
    expect(found.name).toBe('desk');
  });

  it('makes a conversation before its turns', async () => {
    const found = await recognised(
      openApi({
        '/threads': { post: {} },
        '/threads/{thread_id}/messages': {
          post: {
            parameters: [{ in: 'path', name: 'thread_id', required: true, schema: textField }],
            ...body({ type: 'object', properties: { content: textField } }),
          },
        },
      }),
    );
    const { steps, call } = firstHttp(found);
    expect(
      steps.map(({ phase, call: made, takes, handle }) => ({ phase, url: text(made.url), takes, handle })),
    ).toEqual([
      {
        phase: 'open',
        url: 'https://api.desk.io/v1/threads',
        takes: [{ name: 'thread_id', from: { kind: 'json', path: ['id'] } }],
        handle: 'thread_id',
      },
    ]);
    expect(text(call.url)).toBe('https://api.desk.io/v1/threads/«taken thread_id»/messages');
  });

  it('does not fetch references, and goes on without them', async () => {
    const found = await recognised(
      openApi({
        '/ask': {
          post: {
            ...body({ type: 'object', properties: { message: textField } }),
            parameters: [{ $ref: 'https://x.io/p.json#/a' }, { $ref: '#/nowhere' }],
          },
        },
      }),
    );
    expect(found.warnings).toEqual([
      'https://x.io/p.json#/a is not fetched: what it describes is left out.',
      '#/nowhere leads nowhere.',
    ]);
  });

  it.each([
    ['{"swagger":"2.0","paths":{}}', 'the API description is of version 2.0, and only OpenAPI 3 is read'],
    [openApi({ '/health': { get: {} } }), 'none of the 1 operations in Desk API looks like one that takes a message'],
    ['openapi: 3.0.0\npaths: [', 'YAML cannot be read'],
  ])('%s is refused', async (spec, message) => {
    expect((await refused(spec)).message).toContain(message);
  });

  describe('in several files', () => {
    let folder = '';
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'rook-openapi-'));
      mkdirSync(join(folder, 'schemas'));
      writeFileSync(
        join(folder, 'ask.yaml'),
        'post:\n  requestBody: {content: {application/json: {schema: {$ref: "schemas/turn.yaml#/Turn"}}}}\n',
      );
      writeFileSync(
        join(folder, 'schemas/turn.yaml'),
        'Turn: {type: object, properties: {message: {$ref: "text.yaml"}}}\n',
      );
      writeFileSync(join(folder, 'schemas/text.yaml'), 'type: string\n');
    });
    afterAll(() => rmSync(folder, { recursive: true }));
    const spec = (reference: string) =>
      `openapi: 3.0.0\ninfo: {title: x}\nservers: [{url: "https://x.io"}]\npaths:\n  /ask: {$ref: "${reference}"}\n`;

    it('follows references relative to each file', async () => {
      const found = await recognised(spec('./ask.yaml'), 'openapi.yaml', folder);
      expect(inWords(firstTarget(found))).toEqual({ request: 'POST https://x.io/ask', body: { message: '«goal»' } });
    });

    it('refuses files that are missing or outside', async () => {
      expect((await refused(spec('none.yaml'), 'openapi.yaml', folder)).message).toBe(
        '$ref none.yaml names the file none.yaml, which is not there',
      );
      expect((await refused(spec('../x.yaml'), 'openapi.yaml', folder)).message).toContain(
        "which lies outside of the material's folder",
      );
    });
  });
});

describe('a Postman collection', () => {
  const collection = (item: unknown[], more: object = {}) =>
    JSON.stringify({
      info: { name: 'Desk', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item,
      ...more,
    });
  const chat = (request: object, more: object = {}) => ({
    name: 'Chat',
    request: { method: 'POST', url: 'https://api.desk.io/chat', ...request },
    ...more,
  });
  const raw = (content: string) => ({ body: { mode: 'raw', raw: content, options: { raw: { language: 'json' } } } });

  it.each([
    [
      'raw JSON, with what is disabled left out',
      [
        chat({
          ...raw('{"message":"hi"}'),
          header: [
            { key: 'X-A', value: '1' },
            { key: 'X-B', value: '2', disabled: true },
          ],
        }),
      ],
      {},
      { request: 'POST https://api.desk.io/chat', headers: ['X-A: 1'], body: { message: '«goal»' } },
    ],
    [
      'a URL in parts, and its variables',
      [
        chat({
          ...raw('{"message":"hi"}'),
          url: {
            host: ['{{base}}'],
            path: ['agents', ':id', 'chat'],
            query: [{ key: 'v', value: '{{version}}' }],
            variable: [{ key: 'id', value: 'a1' }],
          },
        }),
      ],
      {
        variable: [
          { key: 'base', value: 'https://{{host}}' },
          { key: 'host', value: 'desk.io' },
        ],
      },
      { request: 'POST https://desk.io/agents/a1/chat?v=«$VERSION»', body: { message: '«goal»' } },
    ],
    [
      'a form',
      [
        chat({
          body: {
            mode: 'urlencoded',
            urlencoded: [
              { key: 'message', value: 'hi' },
              { key: 'off', value: 'x', disabled: true },
            ],
          },
        }),
      ],
      {},
      { request: 'POST https://api.desk.io/chat', body: 'form message=«goal»' },
    ],
    [
      'form data',
      [
        chat({
          body: {
            mode: 'formdata',
            formdata: [
              { key: 'message', value: 'hi', type: 'text' },
              { key: 'f', type: 'file', src: '/x' },
            ],
          },
        }),
      ],
      {},
      { request: 'POST https://api.desk.io/chat', body: [{ name: 'message', value: '«goal»' }] },
    ],
    [
      'GraphQL',
      [
        chat({
          body: {
            mode: 'graphql',
            graphql: { query: 'query Q($q: String!) { ask(q: $q) { a } }', variables: '{"q": "hi"}' },
          },
        }),
      ],
      {},
      {
        request: 'POST https://api.desk.io/chat',
        body: { query: 'query Q($q: String!) { ask(q: $q) { a } }', variables: { q: '«goal»' } },
      },
    ],
    [
      'inherited authorization',
      [{ name: 'F', item: [chat(raw('{"message":"hi"}'))] }],
      {
        auth: {
          type: 'apikey',
          apikey: [
            { key: 'key', value: 'X-Key' },
            { key: 'value', value: '{{desk_key}}' },
          ],
        },
      },
      { request: 'POST https://api.desk.io/chat', headers: ['X-Key: «$DESK_KEY»'], body: { message: '«goal»' } },
    ],
    [
      'authorization of its own',
      [
        chat({
          ...raw('{"message":"hi"}'),
          auth: {
            type: 'basic',
            basic: [
              { key: 'username', value: 'u' },
              { key: 'password', value: 'p4ssw0rd' },
            ],
          },
        }),
      ],
      { auth: { type: 'bearer', bearer: [] } },
      {
        request: 'POST https://api.desk.io/chat',
        headers: ['Authorization: Basic «$DESK_BASIC_AUTH»'],
        body: { message: '«goal»' },
      },
    ],
    [
      'a random id',
      [chat(raw('{"message":"{{message}}","session_id":"{{$guid}}"}'))],
      {},
      { request: 'POST https://api.desk.io/chat', body: { message: '«goal»', session_id: '«session»' } },
    ],
  ])('with %s', async (_what, items, more, expected) => {
    const found = await recognised(collection(items, more));
    expect(found.kind).toBe('postman');
    expect(inWords(firstTarget(found))).toEqual(expected);
  });

  it('takes secrets out of its variables', async () => {
    const found = await recognised(
      collection(
        [
          chat({
            ...raw('{"message":"hi"}'),
            auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_token}}' }] },
          }),
        ],
        { variable: [{ key: 'api_token', value: 's3cr3t-v4lue' }] },
      ),
    );
    expect(found.secrets).toEqual([
      { variable: 'API_TOKEN', purpose: 'variable api_token of the collection', value: 's3cr3t-v4lue' },
    ]);
    expect(JSON.stringify(found.options)).not.toContain('s3cr3t-v4lue');
  });

  it('runs the request first whose script sets a variable that the call needs', async () => {
    const login = {
      name: 'Login',
      request: {
        method: 'POST',
        auth: { type: 'noauth' },
        url: '{{base}}/login',
        ...raw('{"user":"u","password":"pw12345"}'),
      },
      event: [
        {
          listen: 'test',
          script: { exec: ['const j = pm.response.json();', "pm.environment.set('token', j.data.access_token);"] },
        },
      ],
    };
    const unrelated = chat({ url: '{{base}}/health', method: 'GET' });
    const found = await recognised(
      collection(
        [
          login,
          unrelated,
          chat({
            ...raw('{"message":"hi"}'),
            url: '{{base}}/chat',
            auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
          }),
        ],
        { variable: [{ key: 'base', value: 'https://api.desk.io' }] },
      ),
    );
    const target = firstHttp(found);
    expect(target.steps.map(({ phase, call, takes }) => ({ phase, url: text(call.url), takes }))).toEqual([
      {
        phase: 'prepare',
        url: 'https://api.desk.io/login',
        takes: [{ name: 'token', from: { kind: 'json', path: ['data', 'access_token'] } }],
      },
    ]);
    expect(inWords(target)).toMatchObject({ headers: ['Authorization: Bearer «taken token»'] });
  });

  it('of requests that are as likely leaves the choice to a person', async () => {
    const found = await recognised(
      collection([
        chat(raw('{"message":"hi"}')),
        { ...chat({ ...raw('{"message":"hi"}'), url: 'https://api.desk.io/ask' }), name: 'Ask' },
      ]),
    );
    expect(found.clear).toBe(false);
    expect(found.options.map(({ label }) => label)).toEqual([
      'Chat: POST /chat, goal in body.message',
      'Ask: POST /ask, goal in body.message',
    ]);
  });

  it('that has no such request, or is broken, is refused', async () => {
    expect((await refused(collection([chat({ method: 'GET' })]))).message).toBe(
      'none of the 1 requests in the collection Desk looks like one that takes a message',
    );
    expect((await refused('{"info":{"name":"x"},"item":[7]}')).message).toContain(
      'the Postman collection cannot be read',
    );
  });
});
