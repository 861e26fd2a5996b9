import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstHttp, firstTarget, inWords, json, recognised, refused } from './recognising';

const post = (body: unknown, more: object = {}) => ({ request: 'POST https://x.io/c', ...more, body });
const jsonHeader = 'Content-Type: application/json';

/** Commands, and the request that each is. */
const commands: readonly (readonly [string, unknown])[] = [
  // Bodies
  [
    `curl https://x.io/c -d '{"message":"hi","n":1,"on":true,"none":null}'`,
    post({ message: '«goal»', n: 1, on: true, none: null }),
  ],
  [
    `curl -X POST https://x.io/c --json '{"q":"hi"}'`,
    post({ q: '«goal»' }, { headers: [jsonHeader, 'Accept: application/json'] }),
  ],
  [
    `curl https://x.io/c -d a=1 -d 'message=hi there' --data-urlencode 'note=a&b c'`,
    post('form a=1 message=«goal» note=a&b c'),
  ],
  [`curl https://x.io/c --data-raw 'message=@home'`, post('form message=«goal»')],
  [
    `curl https://x.io/c --data-urlencode '=hello you' -H 'Content-Type: text/plain'`,
    post('text/plain: «goal»', { headers: ['Content-Type: text/plain'] }),
  ],
  [
    `curl https://x.io/c -F 'prompt=say hi;type=text/plain' -F 'lang="a;b"'`,
    post([
      { name: 'prompt', value: '«goal»', type: 'text/plain' },
      { name: 'lang', value: 'a;b' },
    ]),
  ],
  [`curl https://x.io/c --form-string 'message=@x;type=y'`, post([{ name: 'message', value: '«goal»' }])],
  [
    `curl https://x.io/c -F message=hi -H 'Content-Type: multipart/form-data; boundary=zz'`,
    post([{ name: 'message', value: '«goal»' }]),
  ],
  [`curl -XPUT https://x.io/c -d message=hi`, { request: 'PUT https://x.io/c', body: 'form message=«goal»' }],
  [`curl https://x.io/c -d "{'message': 'hi'}"`, post({ message: '«goal»' })],
  [`curl https://x.io/c -d '{"message":"hi",}'`, post({ message: '«goal»' })],
  [`curl https://x.io/c -d '["hello there"]'`, post(['«goal»'])],
  [`curl https://x.io/c --data-binary @- <<'EOF'\n{"text": "it's $5"}\nEOF`, post({ text: '«goal»' })],
  [`echo '{"text":"hi"}' | curl -d @- https://x.io/c`, post({ text: '«goal»' })],
  [`curl https://x.io/c -d @- <<< '{"text":"hi"}'`, post({ text: '«goal»' })],
  // Queries
  [
    `curl -G https://x.io/s --data-urlencode 'q=hello world' -d lang=en`,
    { request: 'GET https://x.io/s?q=«goal»&lang=en' },
  ],
  [`curl 'https://x.io/s?lang=en&query=a%20b#top'`, { request: 'GET https://x.io/s?lang=en&query=«goal»' }],
  [`curl https://x.io/s?a=1&q=hi`, { request: 'GET https://x.io/s?a=1&q=«goal»' }],
  [`curl https://x.io/say/{message}`, { request: 'GET https://x.io/say/«goal»' }],
  [`curl --url-query q=hi https://x.io/s`, { request: 'GET https://x.io/s?q=«goal»' }],
  // Options
  [
    `curl -sSLk -XPOST localhost:3000/ask -dmessage=hi`,
    { request: 'POST http://localhost:3000/ask', body: 'form message=«goal»', insecure: true, follow: true },
  ],
  [`curl -m 2.5 --compressed -N https://x.io/c -d message=hi`, post('form message=«goal»', { timeoutSeconds: 2.5 })],
  [
    `curl --url https://x.io/c --request POST --data message=hi --silent --retry 3 -o /dev/null`,
    post('form message=«goal»'),
  ],
  [
    `curl -H 'Accept;' -H 'X-None:' -H 'A: b: c' -A me -e https://y.io https://x.io/c -d message=hi`,
    post('form message=«goal»', { headers: ['Accept: ', 'A: b: c', 'User-Agent: me', 'Referer: https://y.io'] }),
  ],
  [
    `curl -H 'Host: x.io' -H 'Content-Length: 3' -H 'sec-ch-ua: y' -H ':authority: x.io' -H 'Accept-Encoding: br' https://x.io/c -d message=hi`,
    post('form message=«goal»'),
  ],
  [`curl --no-buffer --no-progress-meter https://x.io/c -d message=hi`, post('form message=«goal»')],
  [`/usr/bin/curl https://x.io/c -d message=hi 2>/dev/null | jq .`, post('form message=«goal»')],
  [`$ curl https://x.io/c \\\n> -d message=hi`, post('form message=«goal»')],
  [`HTTPS_PROXY= curl https://x.io/c -d message=hi`, post('form message=«goal»')],
  // Shells
  [
    `curl ^"https://x.io/c^" ^\n  --data-raw ^"^{^\\^"message^\\^":^\\^"hi ^%^ there^\\^"^}^"`,
    post({ message: '«goal»' }),
  ],
  [`curl "https://x.io/c" -d "{\\"message\\":\\"hi\\"}" ^\n  --compressed`, post({ message: '«goal»' })],
  [`curl.exe 'https://x.io/c' \`\n  -d '{\\"message\\":\\"it''s\\"}'`, post({ message: '«goal»' })],
  [
    `curl $'https://x.io/c' --data-raw $'{"a":"\\u0021 it\\'s","message":"x"}'`,
    post({ a: "! it's", message: '«goal»' }),
  ],
  [`curl “https://x.io/c” -d ‘{"message":"hi"}’`, post({ message: '«goal»' })],
  [`\uFEFFcurl https://x.io/c \\\r\n -d '{"message":"hi"}'\r\n`, post({ message: '«goal»' })],
  // Variables
  [
    `curl "$BASE_URL/chat" -H "X-Trace: a-$TRACE" -d '{"message":"hi"}'`,
    { request: 'POST «$BASE_URL»/chat', headers: ['X-Trace: a-«$TRACE»'], body: { message: '«goal»' } },
  ],
  [
    `curl https://x.io/c -H 'Content-Type: application/json' -d "{\\"message\\": \\"$MESSAGE\\", \\"n\\": $COUNT}"`,
    post({ message: '«goal»', n: '«$COUNT»' }, { headers: [jsonHeader] }),
  ],
  [`BASE=https://x.io\ncurl $BASE/c -d "{\\"message\\":\\"\${GOAL}\\"}"`, post({ message: '«goal»' })],
  [
    `curl https://x.io/{agent_id}/ask/:tenant -d '{"message":"hi","user":"<user-id>"}'`,
    { request: 'POST https://x.io/«$AGENT_ID»/ask/«$TENANT»', body: { message: '«goal»', user: '«$USER_ID»' } },
  ],
  // Where the goal goes
  [`curl https://x.io/c -d '{"message":"no","text":"Say: {{goal}}!"}'`, post({ message: 'no', text: 'Say: «goal»!' })],
  [`curl https://x.io/c -d '{"a": {{ prompt }}}'`, post({ a: '«goal»' })],
  [`curl https://x.io/c -d '{"a":"YOUR_MESSAGE_HERE"}'`, post({ a: '«goal»' })],
  [`curl https://x.io/c -d '{"a":"<your question>"}'`, post({ a: '«goal»' })],
  [
    `curl https://x.io/c -d '{"system_prompt":"Be brief.","inputs":{"question":"hi"}}'`,
    post({ system_prompt: 'Be brief.', inputs: { question: '«goal»' } }),
  ],
  [
    `curl https://x.io/c -d '{"data":{"attributes":{"userMessage":"hi"}},"type":"text"}'`,
    post({ data: { attributes: { userMessage: '«goal»' } }, type: 'text' }),
  ],
  [
    `curl https://x.io/c -d '{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"}]}]}'`,
    post({
      model: 'm',
      contents: {
        history: { first: [], role: 'role', content: 'parts', turn: { role: 'user', parts: [{ text: '«goal»' }] } },
      },
    }),
  ],
  [`curl https://x.io/c -d '{"messages":[{"content":"hi"}]}'`, post({ messages: [{ content: '«goal»' }] })],
  [`curl https://x.io/c -d '{"foo":"Where is my parcel?","bar":"x"}'`, post({ foo: '«goal»', bar: 'x' })],
  [
    `curl https://x.io/c -d '<ask><text>{{goal}}</text></ask>' -H 'Content-Type: text/xml'`,
    post('text/xml: <ask><text>«goal»</text></ask>', { headers: ['Content-Type: text/xml'] }),
  ],
  // Messages by role
  [
    `curl https://x.io/c -d '{"model":"m","messages":[{"role":"system","content":"s"},{"role":"user","content":"hi"}]}'`,
    post({
      model: 'm',
      messages: {
        history: {
          first: [{ role: 'system', content: 's' }],
          role: 'role',
          content: 'content',
          turn: { role: 'user', content: '«goal»' },
        },
      },
    }),
  ],
  [
    `curl https://x.io/c -d '{"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}'`,
    post({
      messages: {
        history: {
          first: [],
          role: 'role',
          content: 'content',
          turn: { role: 'user', content: [{ type: 'text', text: '«goal»' }] },
        },
      },
    }),
  ],
  [
    `curl https://x.io/c -d '{"messages":[{"role":"user","content":"{{goal}}"},{"role":"assistant","content":"x"}],"conversation_id":""}'`,
    post({
      messages: [
        { role: 'user', content: '«goal»' },
        { role: 'assistant', content: 'x' },
      ],
      conversation_id: '«conversation»',
    }),
  ],
  // Handles
  [
    `curl https://x.io/c -d '{"message":"hi","session_id":null,"threadId":"","chatId":"{{chatId}}"}'`,
    post({ message: '«goal»', session_id: '«conversation»', threadId: '«conversation»', chatId: '«conversation»' }),
  ],
  [
    `curl https://x.io/c -H 'X-Session-Id: abc-1' -d 'message=hi&session='`,
    post('form message=«goal» session=«conversation»', { headers: ['X-Session-Id: «session»'] }),
  ],
  [
    `curl https://x.io/sessions/$SESSION_ID/ask -d message=hi`,
    { request: 'POST https://x.io/sessions/«session»/ask', body: 'form message=«goal»' },
  ],
  // GraphQL
  [
    `curl https://x.io/c -d '{"query":"query Q($q: String!) { ask(text: $q) { a } }","variables":{"q":"hi"}}'`,
    post({ query: 'query Q($q: String!) { ask(text: $q) { a } }', variables: { q: '«goal»' } }),
  ],
  [
    `curl https://x.io/c -d '{"query":"{ ask(question: \\"What?\\", lang: \\"en\\") {message} }"}'`,
    post({
      query: 'query ($goal: String!) { ask(question: $goal, lang: "en") {message} }',
      variables: { goal: '«goal»' },
    }),
  ],
  [
    `curl https://x.io/c -d '{"query":"mutation M($id: ID!) { ask(id: $id, q: \\"{{goal}}\\") { a } }","variables":{"id":"7"}}'`,
    post({
      query: 'mutation M($id: ID!, $goal: String!) { ask(id: $id, q: $goal) { a } }',
      variables: { id: '7', goal: '«goal»' },
    }),
  ],
  [`curl https://x.io/c -d '{"query":"how do I pay?"}'`, post({ query: '«goal»' })],
];

describe('a cURL command', () => {
  it.each(commands)('%s', async (command, expected) => {
    expect(inWords(firstTarget(await recognised(command)))).toEqual(expected);
  });

  it('becomes a draft, exactly', async () => {
    const found = await recognised(
      `curl -X POST https://api.acme.com/v1/chat -H 'Content-Type: application/json' -H 'Authorization: Bearer tok_9f8e7d6c5b4a' -d '{"message":"Where is my order?","session_id":null}'`,
    );
    expect(found).toEqual({
      kind: 'curl',
      what: 'a cURL command: POST https://api.acme.com/v1/chat, goal in body.message',
      name: 'acme',
      clear: true,
      warnings: [],
      secrets: [{ variable: 'ACME_API_TOKEN', purpose: 'bearer token for api.acme.com', value: 'tok_9f8e7d6c5b4a' }],
      options: [
        {
          label: 'POST /v1/chat, goal in body.message',
          score: 108,
          draft: {
            env: [{ variable: 'ACME_API_TOKEN', purpose: 'bearer token for api.acme.com' }],
            target: {
              kind: 'http',
              steps: [],
              call: {
                method: 'POST',
                url: ['https://api.acme.com/v1/chat'],
                headers: [
                  ['Content-Type', ['application/json']],
                  ['Authorization', ['Bearer ', { env: 'ACME_API_TOKEN' }]],
                ],
                body: {
                  kind: 'json',
                  value: {
                    fields: [
                      ['message', { text: [{ slot: 'goal' }] }],
                      ['session_id', { text: [{ slot: 'conversation' }] }],
                    ],
                  },
                },
              },
            },
          },
        },
      ],
    });
  });

  it('with two fields that are as likely leaves the choice to a person', async () => {
    const found = await recognised(`curl https://x.io/c -d '{"message":"a","prompt":"b"}'`);
    expect(found.clear).toBe(false);
    expect(found.options.map(({ label }) => label)).toEqual([
      'POST /c, goal in body.message',
      'POST /c, goal in body.prompt',
    ]);
  });

  it('with a literal handle offers the handle of the reply second', async () => {
    const found = await recognised(`curl https://x.io/c -d '{"message":"a","sessionId":"abc-1"}'`);
    expect(found.clear).toBe(true);
    expect(found.options.map(({ label }) => label)).toEqual([
      'POST /c, goal in body.message',
      'POST /c, goal in body.message, sessionId from the reply',
    ]);
    const bodies = found.options.map(({ draft: { target } }) =>
      target.kind === 'http' && target.call.body?.kind === 'json' ? json(target.call.body.value) : undefined,
    );
    expect(bodies).toEqual([
      { message: '«goal»', sessionId: '«session»' },
      { message: '«goal»', sessionId: '«conversation»' },
    ]);
  });

  it('of a POST without a body is sent guessed bodies', async () => {
    const found = await recognised(`curl -X POST https://x.io/c -H 'X-Api-Key: $KEY_OF_X'`);
    expect(found.clear).toBe(false);
    expect(inWords(firstTarget(found))).toEqual(post({ message: '«goal»' }, { headers: ['X-Api-Key: «$KEY_OF_X»'] }));
    expect(found.warnings).toContain('The request has no place for the goal: it is sent as a JSON body.');
  });

  it.each([
    [
      'curl --frobnicate https://x.io/c -d message=hi',
      '--frobnicate is left out: curl has no option of that name that is known here.',
    ],
    [
      'curl --proxy http://p:1 https://x.io/c -d message=hi',
      '--proxy is left out: the script does not do what it stands for.',
    ],
    ['curl https://x.io/c -d message=hi | jq .a', 'Left out what the output is piped to: jq .a.'],
    [
      'curl https://x.io/c?a=1&b=2 -d message=hi',
      'The URL has no quotes: a shell would have ended the command at its &. It was taken as a whole.',
    ],
    [
      'curl -H "Host: y.io" https://x.io/c -d message=hi',
      'The header Host names y.io, and the URL x.io: requests go to the latter.',
    ],
    [
      'curl -b jar.txt https://x.io/c -d message=hi',
      "The cookies in the file jar.txt (-b) are left out: give them as -b 'name=value'.",
    ],
    [
      "curl https://x.io/c -H 'X-A: $A_TOKEN' -d message=hi",
      '$A_TOKEN stands in single quotes, where a shell does not replace it: it was taken for a variable.',
    ],
    [
      'curl https://x.io/threads/thread_12345a/runs -d message=hi',
      'The URL names the conversation thread_12345a: each scenario goes on with it. Give the command that creates one, too, before this one.',
    ],
    [
      `curl https://x.io/c -d '{"message":"hi","chat_id":42}'`,
      'The field chat_id is the number 42 in every request: each scenario goes on with that conversation.',
    ],
    [
      `curl https://x.io/c -d '{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]}'`,
      'The 2 earlier messages of the sample come first in every conversation.',
    ],
    [
      'curl “https://x.io/c” -d message=hi',
      'Its quotes were curled by an editor (“ ”): they were taken for straight ones.',
    ],
  ])('%s warns', async (command, warning) => {
    expect((await recognised(command)).warnings).toContain(warning);
  });

  it.each([
    [`curl -H 'X: y'`, 'the curl command has no URL'],
    [`curl https://x.io/c -d '{}'`, 'nothing in POST https://x.io/c looks like the place of the goal'],
    [`curl https://x.io/c -d '{"a":"b`, 'the single quote in line 1 of the command is not closed'],
    ['curl https://x.io/c -d @-', '-d @- reads standard input, which the material does not have'],
    ['curl https://x.io/c -F message', '-F message is not of the form name=value'],
  ])('%s is refused, with a remedy', async (command, message) => {
    const error = await refused(command);
    expect(error.message).toBe(message);
    expect(error.remedy).toMatch(/\.$/);
  });

  it('does not swallow the word after an unknown option', async () => {
    expect(firstHttp(await recognised('curl --frob -d message=hi https://x.io/c')).call.url).toEqual([
      'https://x.io/c',
    ]);
  });

  it.each([
    ['https://api.acme.com/c', 'acme'],
    ['https://www.acme.co.uk/c', 'acme'],
    ['https://bot.staging.acme.com/c', 'bot-staging-acme'],
    ['http://localhost:3000/c', 'local-3000'],
    ['http://127.0.0.1:8080/c', 'local-8080'],
    ['$BASE_URL/c', 'agent'],
  ])('to %s is called %s', async (url, name) => {
    expect((await recognised(`curl "${url}" -d message=hi`)).name).toBe(name);
  });
});

describe('files that a cURL command names', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rook-material-'));
    writeFileSync(join(folder, 'body.json'), '{\n"message": "hi"\n}\n');
    writeFileSync(join(folder, 'note.txt'), 'a\nb\n');
    writeFileSync(join(folder, 'picture.png'), Buffer.from([0x89, 0x50, 0xff, 0x00]));
    symlinkSync('/etc/hosts', join(folder, 'link'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (command: string) => recognised(command, 'standard input', folder);

  it('are read relative to the folder of the material', async () => {
    expect(inWords(firstTarget(await read('curl https://x.io/c -d @body.json')))).toEqual(post({ message: '«goal»' }));
    expect(
      inWords(firstTarget(await read('curl https://x.io/c -F message=hi -F file=@note.txt;type=text/csv'))),
    ).toEqual(
      post([
        { name: 'message', value: '«goal»' },
        { name: 'file', value: 'a\nb\n', type: 'text/csv', file: 'note.txt' },
      ]),
    );
    expect(
      inWords(firstTarget(await read('curl https://x.io/c -d message=hi --data-urlencode note@note.txt'))),
    ).toEqual(post('form message=«goal» note=a\nb\n'));
  });

  it.each([
    ['-d @missing.json', '-d @missing.json names the file missing.json, which is not there'],
    ['-d @../secret', "-d @../secret names the file ../secret, which lies outside of the material's folder"],
    ['-d @/etc/hosts', "-d @/etc/hosts names the file /etc/hosts, which lies outside of the material's folder"],
    ['-d @link', "-d @link names the file link, which lies outside of the material's folder"],
    ['-F a=@picture.png', '-F a=@picture.png names the file picture.png, which is not text in UTF-8'],
  ])('%s is refused', async (option, message) => {
    expect((await refused(`curl https://x.io/c ${option}`, 'standard input', folder)).message).toBe(message);
  });
});
