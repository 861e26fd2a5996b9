import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Draft, HttpTarget, Reading } from '../../../engine/author/draft';
import { drafts, goal } from '../../fixtures/targets/drafts';
import { targetNamed } from '../../fixtures/targets/index';
import { type Answer, type Ask, listen, listener, sendJson } from '../../fixtures/targets/target';
import { useScripts } from './author-scripts-run';

const script = useScripts();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function serve(answer: Answer): Promise<string> {
  const server: Server = createServer(listener(answer));
  const { url, stop } = await listen(server);
  stops.push(stop);
  return url;
}

async function start(name: string): Promise<string> {
  const running = await targetNamed(name).start();
  stops.push(running.stop);
  return running.url ?? '';
}

function named(name: string, url = ''): Draft {
  const draft = drafts[name]?.(url);
  if (!draft) throw new Error(`no draft for ${name}`);
  return draft;
}

function ask(
  url: string,
  parts: { reading?: Reading; call?: Partial<HttpTarget['call']>; more?: Partial<HttpTarget> } = {},
): Draft {
  const body: HttpTarget['call']['body'] = { kind: 'json', value: { fields: [['message', { text: [goal] }]] } };
  return {
    env: [],
    target: {
      kind: 'http',
      steps: [],
      call: { method: 'POST', url: [url], headers: [], body, ...parts.call },
      timeoutSeconds: 30,
      ...parts.more,
    },
    ...(parts.reading && { reading: parts.reading }),
  };
}

const replyField: Reading = { format: 'json', answer: { path: ['reply'] } };
const sends =
  (body: string, type = 'application/json'): Answer =>
  (_ask, reply) =>
    reply.writeHead(200, { 'content-type': type }).end(body);

describe('what keeps an agent from answering is said', () => {
  it('a connection that is refused, with its code', async () => {
    const { url, stop } = await listen(createServer());
    await stop();
    const { record } = await script(ask(url)).turn('Hello');
    expect(record.stderr).toContain(`could not reach ${url}: ECONNREFUSED`);
  });

  it('a certificate that is not trusted, with its code', async () => {
    const url = await start('self-signed');
    const { record } = await script(ask(url)).turn('Hello');
    expect(record.stderr).toMatch(/could not reach https:.*: (DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED)/);
  });

  it('variables that have no value, all at once, and nothing is sent', async () => {
    let asked = 0;
    const url = await serve((_ask, reply) => {
      asked += 1;
      sendJson(reply, { reply: 'hello' });
    });
    const headers = [['a', [{ env: 'DESK_ONE' }]] as const, ['b', [{ env: 'DESK_TWO' }]] as const];
    const { record } = await script(ask(url, { call: { headers } }), { DESK_TWO: '' }).turn('Hello');
    expect(record.stderr).toContain('these environment variables have no value: DESK_ONE, DESK_TWO');
    expect(asked).toBe(0);
  });

  it.each([
    ['{"text":"hello"}', 'no answer: nothing at reply in the reply; it begins: {"text":"hello"}'],
    ['{"reply":{"text":"hello"}}', 'no answer: a value of type object at reply'],
    ['{"reply":["hello"]}', 'no answer: a list at reply'],
    ['{"reply":false}', 'no answer: a value of type boolean at reply'],
    ['null', 'no answer: nothing at reply'],
    ['', 'the reply is not JSON but application/json; it begins: (nothing)'],
  ])('a reply that is %s', async (body, message) => {
    const hook = script(ask(await serve(sends(body)), { reading: replyField }));
    const { record } = await hook.turn('Hello');
    expect(record.exit_code).toBe(1);
    expect(record.stderr).toContain(message);
    expect(hook.exchange()?.body).toBe(body);
  });

  it('an error of the agent is kept, for a diagnosis', async () => {
    const hook = script(named('status-401', await start('status-401')));
    await hook.turn('Hello');
    expect(hook.exchange()).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: '{"error":"no key"}',
    });
  });

  it('a long reply is shown in its first 500 characters', async () => {
    const hook = script(ask(await serve((_ask, reply) => reply.writeHead(500).end('x'.repeat(5000)))));
    const { record } = await hook.turn('Hello');
    expect(record.stderr?.trim()).toBe(`the agent answered 500 Internal Server Error: ${'x'.repeat(500)}…`);
  });

  it('a step that fails, with the reply that has not what is needed', async () => {
    const url = await serve(sends('<form></form>', 'text/html'));
    const draft = named('csrf-login', url);
    const prepared = await script(draft, { DESK_PASSWORD: 'secret' }).phase('prepare');
    expect(prepared?.record.stderr).toContain(
      `the reply of ${url}/login has no hidden field csrf; it begins: <form></form>`,
    );
  });

  it('a turn whose steps have not run', async () => {
    const { record } = await script(named('bearer-login', await start('bearer-login')), {
      DESK_PASSWORD: 'secret',
    }).turn('Hello');
    expect(record.stderr).toContain('no token is known: the request that brings it has not run');
  });

  it('a socket that is refused, and one that closes before the end of the answer', async () => {
    const refused = script(named('ws-deltas', await start('ws-deltas')), { DESK_KEY: 'wrong' });
    expect((await refused.turn('Hello')).record.stderr).toContain('the agent answered 401 Unauthorized: no key');
    const draft = named('ws-text', await start('ws-text'));
    if (draft.target.kind !== 'websocket') throw new Error('a socket is needed');
    const cut = script({ ...draft, target: { ...draft.target, end: { path: ['type'], is: 'done' } } });
    expect((await cut.turn('Hello')).record.stderr).toMatch(
      /the socket was closed \(1000\) before the message that ends the answer; until then: You asked/,
    );
  });

  it('a program that is not there, and a tool that fails', async () => {
    const missing: Draft = { env: [], target: { kind: 'command', argv: [['no-such-program-here'], [goal]], env: [] } };
    expect((await script(missing).turn('Hello')).record.stderr).toContain(
      'could not start no-such-program-here: ENOENT',
    );
    expect((await script(named('mcp-stdio')).turn('fail')).record.stderr).toContain(
      'the tool ask failed: out of paper',
    );
    const server: Draft = {
      env: [],
      target: {
        kind: 'mcp',
        server: { command: 'no-such-program-here', args: [], env: [] },
        tool: 'ask',
        arguments: { fields: [] },
      },
    };
    expect((await script(server).turn('Hello')).record.stderr).toContain(
      'could not start no-such-program-here: ENOENT',
    );
  });

  it('a program that takes too long is ended', async () => {
    const argv = [['node'], ['-e'], ["console.log('thinking'); setInterval(() => {}, 1000)"]];
    const hook = script({ env: [], target: { kind: 'command', argv, env: [], timeoutSeconds: 1 } });
    const { record } = await hook.turn('Hello');
    expect(record.stderr).toContain('no answer within 1 s');
    expect(record.exit_code).toBe(1);
  });
});

describe('redirects', () => {
  it('are followed when asked for; another origin gets no credentials', async () => {
    let seen: Ask | undefined;
    const other = await serve((one, reply) => {
      seen = one;
      sendJson(reply, { reply: 'there' });
    });
    const url = await serve((_ask, reply) => reply.writeHead(307, { location: `${other}/new` }).end());
    const headers = [
      ['Authorization', ['Bearer ', { env: 'DESK_KEY' }]] as const,
      ['X-Key', [{ env: 'DESK_KEY' }]] as const,
      ['User-Agent', ['desk']] as const,
    ];
    const hook = script(ask(url, { reading: replyField, call: { headers, follow: true } }), {
      DESK_KEY: 'the-secret-key',
    });
    expect((await hook.turn('Hello')).parsed?.output?.output).toBe('there');
    expect(JSON.stringify(seen?.headers)).not.toContain('the-secret-key');
    expect(seen).toMatchObject({ method: 'POST', body: '{"message":"Hello"}', headers: { 'user-agent': 'desk' } });
    expect(hook.exchange()?.url).toBe(`${other}/new`);
  });

  it('of a job elsewhere get no credentials, and a poll that ends with a redirect is followed', async () => {
    const seen: Ask[] = [];
    const other = await serve((one, reply) => {
      seen.push(one);
      if (one.path === '/result') return sendJson(reply, { reply: 'done' });
      return reply.writeHead(303, { location: '/result' }).end();
    });
    const url = await serve((_ask, reply) =>
      sendJson(reply, {}, 202, { location: `${other}/job`, 'retry-after': '0' }),
    );
    const headers = [['X-Key', [{ env: 'DESK_KEY' }]] as const];
    const draft = ask(url, { reading: replyField, call: { headers }, more: { job: { at: { kind: 'location' } } } });
    const hook = script(draft, { DESK_KEY: 'the-secret-key' });
    expect((await hook.turn('Hello')).parsed?.output?.output).toBe('done');
    expect(seen.map(({ path }) => path)).toEqual(['/job', '/result']);
    expect(JSON.stringify(seen.map((one) => one.headers))).not.toContain('the-secret-key');
    expect(hook.exchange()).toMatchObject({ status: 200, first: { status: 202, url } });
  });

  it('that never end are a failure', async () => {
    const url = await serve((_ask, reply) => reply.writeHead(307, { location: '/' }).end());
    const { record } = await script(ask(url, { call: { follow: true } })).turn('Hello');
    expect(record.stderr).toContain('the agent answered 307 Temporary Redirect (a redirect to');
  });
});

describe('a reply is read as its format says', () => {
  const sse = (where?: { path: ['event']; is: string }): Reading => ({
    format: 'sse',
    answer: { path: ['data'], take: 'join', ...(where && { where }) },
  });
  it.each([
    ['line ends of the old kind', 'data: one \r\rdata: two\r\r', 'one two'],
    ['a byte order mark and a last event without its blank line', '\uFEFFdata: one \n\ndata: two', 'one two'],
    ['data on several lines', 'data: one\ndata: two\n\n', 'one\ntwo'],
    ['comments, ids and no space after the colon', ': hi\nid: 1\ndata:one\n\nretry: 5\n\n', 'one'],
    ['JSON texts, and numbers that are text', 'data: "a \\u00e9"\n\ndata: 1.0\n\ndata: [DONE]\n\n', 'a é1.0'],
    ['separators of lines and paragraphs inside', 'data: a\u2028b\u0085c\n\n', 'a\u2028b\u0085c'],
    ['line ends of network protocols', 'event: x\r\ndata: one\r\n\r\nevent: y\r\ndata: two\r\n\r\n', 'onetwo'],
  ])('server-sent events with %s', async (_, body, answer) => {
    const hook = script(ask(await serve(sends(body, 'text/event-stream')), { reading: sse() }));
    expect((await hook.turn('Hello')).parsed?.output?.output).toBe(answer);
  });

  it('lines with blank ones between; one that is no JSON is a failure that shows it', async () => {
    const reading: Reading = { format: 'lines', answer: { path: ['text'], take: 'join' } };
    const good = script(ask(await serve(sends('{"text":"one "}\r\n\n{"text":"two"}\n')), { reading }));
    expect((await good.turn('Hello')).parsed?.output?.output).toBe('one two');
    const bad = script(ask(await serve(sends('{"text":"one"}\n<html>\n')), { reading }));
    expect((await bad.turn('Hello')).record.stderr).toContain('a line of the reply is not JSON: <html>');
  });

  it('numbers are texts, and usage counts only when both are whole', async () => {
    const reading: Reading = {
      ...replyField,
      conversation: { path: ['id'] },
      usage: { input: { path: ['in'] }, output: { path: ['out'] } },
    };
    const hook = script(ask(await serve(sends('{"reply":42,"id":7,"in":1.5,"out":3}')), { reading }));
    expect((await hook.turn('Hello')).parsed?.data).toEqual({ output: '42', conversation: 7 });
  });

  it('no list of calls where one belongs says that none happened; no place for one says nothing', async () => {
    const calls = { list: { path: ['message', 'calls'] }, name: ['name'] };
    const reading: Reading = { ...replyField, calls };
    const none = script(ask(await serve(sends('{"reply":"a","message":{}}')), { reading }));
    expect((await none.turn('Hello')).parsed?.output?.calls).toEqual([]);
    const nowhere = script(ask(await serve(sends('{"reply":"a"}')), { reading }));
    expect((await nowhere.turn('Hello')).parsed?.output).not.toHaveProperty('calls');
  });

  it('without a reading, the whole reply is the answer', async () => {
    const hook = script(ask(await serve(sends('{"reply": "a"}'))));
    expect((await hook.turn('Hello')).parsed?.output?.output).toBe('{"reply": "a"}');
  });

  it('a handle that a later reply does not repeat goes on', async () => {
    let first = true;
    const url = await serve((_ask, reply) => {
      sendJson(reply, { reply: 'a', ...(first && { id: 'c-1' }) });
      first = false;
    });
    const hook = script(ask(url, { reading: { ...replyField, conversation: { path: ['id'] } } }));
    expect((await hook.turn('Hello')).parsed?.output?.conversation).toBe('c-1');
    expect((await hook.turn('Hello')).parsed?.output?.conversation).toBe('c-1');
  });
});

describe('what is sent', () => {
  it('a goal in a header keeps its characters', async () => {
    let seen: string | undefined;
    const url = await serve((one, reply) => {
      seen = Buffer.from(String(one.headers['x-goal']), 'latin1').toString('utf8');
      sendJson(reply, { reply: 'a' });
    });
    const hook = script(ask(url, { reading: replyField, call: { headers: [['X-Goal', [goal]]] } }));
    await hook.turn('żółw 🦉');
    expect(seen).toBe('żółw 🦉');
  });

  it('a field, a header and a form field that are nothing but the handle are left out until there is one', async () => {
    const seen: Ask[] = [];
    const url = await serve((one, reply) => {
      seen.push(one);
      sendJson(reply, { reply: 'a', id: 'c-1' });
    });
    const conversation = { slot: 'conversation' } as const;
    const reading: Reading = { ...replyField, conversation: { path: ['id'] } };
    const call: Partial<HttpTarget['call']> = {
      headers: [['X-Conversation', [conversation]]],
      body: {
        kind: 'form',
        fields: [
          ['q', [goal]],
          ['conversation', [conversation]],
        ],
      },
    };
    const hook = script(ask(url, { reading, call }));
    await hook.turn('Hello');
    await hook.turn('Hello');
    expect(seen.map(({ body }) => body)).toEqual(['q=Hello', 'q=Hello&conversation=c-1']);
    expect(seen.map(({ headers }) => headers['x-conversation'])).toEqual([undefined, 'c-1']);
  });

  it('a part of a multipart form may be a file, with a type of its own', async () => {
    const seen: Ask[] = [];
    const url = await serve((one, reply) => {
      seen.push(one);
      sendJson(reply, { reply: 'a' });
    });
    const fields = [
      { name: 'a"b', value: [goal], file: 'q\n.txt', type: 'text/x-odd' },
      { name: 'handle', value: [{ slot: 'conversation' }] },
    ] as const;
    await script(ask(url, { reading: replyField, call: { body: { kind: 'multipart', fields } } })).turn('one\ntwo\r\n');
    const head =
      'Content-Disposition: form-data; name="a%22b"; filename="q%0A.txt"\r\nContent-Type: text/x-odd\r\n\r\n';
    expect(seen[0]?.body).toContain(`${head}one\ntwo\r\n\r\n--rook-`);
    expect(seen[0]?.body).not.toContain('handle');
  });

  it('a stream is read to its end mark also before anybody knows how it is read', async () => {
    const draft = named('sse-left-open', await start('sse-left-open'));
    const hook = script({ target: draft.target, env: draft.env });
    expect((await hook.turn('Hello')).parsed?.output?.output).toMatch(/data: \[DONE\]\n\n$/);
  });

  it('an earlier message and its answer, for an agent that keeps none', async () => {
    const hook = script(named('gemini', await start('gemini')), {
      DESK_KEY: 'sk-test-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c',
    });
    await hook.turn('Hello');
    expect(JSON.parse(hook.state('history.json'))).toEqual([
      { role: 'user', parts: [{ text: 'Hello' }] },
      { role: 'model', parts: [{ text: 'You asked: Hello Is that all?' }] },
    ]);
  });

  it('cookies go where they belong, with those of the call, until they expire', async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((one, reply) => {
      seen.push(one.headers.cookie);
      const cookies = [
        'a=1; Path=/',
        'b=2; Path=/elsewhere',
        'c=3; Domain=example.com',
        seen.length === 2 ? 'a=; Max-Age=0; Path=/' : 'd=4=4',
      ];
      reply.writeHead(200, { 'set-cookie': cookies, 'content-type': 'application/json' }).end('{"reply":"a"}');
    });
    const hook = script(
      ask(url, { reading: replyField, call: { headers: [['Cookie', ['own=0']]] }, more: { cookies: true } }),
    );
    for (let turn = 0; turn < 3; turn++)
      expect((await hook.turn('Hello')).parsed?.output?.conversation).toBe(hook.session);
    expect(seen).toEqual(['own=0', 'own=0; a=1; d=4=4', 'own=0; d=4=4']);
    expect(hook.exchange()?.cookies).toEqual(['a', 'b', 'c', 'd']);
  });

  it('a program gets its variables, no colours, and an input that ends', async () => {
    const source = `
      const { NO_COLOR, TERM, DESK } = process.env;
      let input = '';
      for await (const chunk of process.stdin) input += chunk;
      console.log(JSON.stringify({ NO_COLOR, TERM, DESK, input, argument: process.argv[1] }));`;
    const argv = [['node'], ['--input-type=module'], ['-e'], [source], ['--'], [goal]];
    const draft: Draft = {
      env: [],
      target: { kind: 'command', argv, env: [['DESK', ['x', { env: 'DESK_KEY' }]]], stdin: [goal, '!'] },
    };
    const hook = script(draft, { DESK_KEY: 'the-secret-key' });
    const answer = JSON.parse((await hook.turn('--a "b" $c\n')).parsed?.output?.output ?? '');
    expect(answer).toEqual({
      NO_COLOR: '1',
      TERM: 'dumb',
      DESK: 'xthe-secret-key',
      input: '--a "b" $c\n!',
      argument: '--a "b" $c\n',
    });
    expect(hook.source).not.toContain('the-secret-key');
  });

  it('a program that leaves something behind with its output open is not waited for', async () => {
    const source = "require('child_process').spawn('sleep', ['60'], { stdio: 'inherit' }).unref(); console.log('done')";
    const hook = script({
      env: [],
      target: { kind: 'command', argv: [['node'], ['-e'], [source]], env: [], timeoutSeconds: 30 },
    });
    expect((await hook.turn('Hello')).parsed?.output?.output).toBe('done');
  });

  it('an answer of a program keeps its own line ends', async () => {
    const source = "process.stdout.write('\\u001b[31mone\\u001b[0m\\r\\n  two\\n\\n')";
    const hook = script({ env: [], target: { kind: 'command', argv: [['node'], ['-e'], [source]], env: [] } });
    expect((await hook.turn('Hello')).parsed?.output?.output).toBe('one\r\n  two');
  });

  it('a long message on a socket, in both directions', async () => {
    const long = 'é🦉'.repeat(40_000);
    const hook = script(named('ws-quiet', await start('ws-quiet')));
    expect((await hook.turn(long)).parsed?.output?.output).toBe(`You asked: ${long} Is that all?`);
  });
});

it('a body of many MiB is kept in its beginning', async () => {
  const hook = script(ask(await serve(sends('x'.repeat(6 * 1024 * 1024), 'text/plain'))));
  expect((await hook.turn('Hello')).parsed?.output?.output).toHaveLength(6 * 1024 * 1024);
  expect(hook.exchange()?.body).toHaveLength(4 * 1024 * 1024);
});
