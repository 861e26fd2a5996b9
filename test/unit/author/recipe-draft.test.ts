import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ConvertedRecipe, draftOfRecipe } from '../../../engine/author/convert/recipe-draft';
import type { Refusal } from '../../../schemas/result';
import { corpusText } from '../schemas/corpus-files';

function converted(value: unknown): ConvertedRecipe {
  const result = draftOfRecipe(value);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function refusal(value: unknown): Refusal {
  const result = draftOfRecipe(value);
  if (result.ok) throw new Error('it was converted');
  return result.error;
}

const http = {
  kind: 'http',
  invoke: { method: 'POST', url: 'http://h/ask', body: { input: '{{goal}}' } },
  result: { from: 'json_path', path: '$.output' },
};
const withInvoke = (invoke: object, more: object = {}): object => ({
  ...http,
  ...more,
  invoke: { ...http.invoke, ...invoke },
});
const cli = { kind: 'cli', invoke: { argv: ['agent', '--quiet'], stdin: '{{goal}}' }, result: { from: 'stdout' } };

describe('a recipe that talks over HTTP', () => {
  it('of a real workspace: request, answer, conversation, usage, limit, reset', () => {
    expect(converted(parse(corpusText('profiles/legacy-http.yaml')))).toEqual({
      draft: {
        target: {
          kind: 'http',
          steps: [],
          timeoutSeconds: 15,
          call: {
            method: 'POST',
            url: ['http://127.0.0.1:9600/v1/ask'],
            headers: [['content-type', ['application/json']]],
            body: {
              kind: 'json',
              value: {
                fields: [
                  ['input', { text: [{ slot: 'goal' }] }],
                  ['session_id', { text: [{ slot: 'conversation' }] }],
                ],
              },
            },
          },
        },
        reading: {
          format: 'json',
          answer: { path: ['output'] },
          conversation: { path: ['session_id'] },
          usage: 'usual',
        },
        env: [],
      },
      reset: { argv: [['node'], ['scripts/reset.mjs']], cwd: '.' },
      capabilities: { multi_turn: true, calls: false, usage: true },
      secrets: [],
      warnings: [],
    });
  });

  it('a nested field of the body, and a header, take the handle', () => {
    const field = { kind: 'field', id_path: '$.meta.id', send_as: 'body.options.thread' };
    expect(JSON.stringify(converted({ ...http, conversation: field }).draft.target)).toContain(
      '["options",{"fields":[["thread",{"text":[{"slot":"conversation"}]}]]}]',
    );
    const header = { kind: 'field', id_path: '$.id', send_as: 'header.X-Session' };
    const { target } = converted({ ...http, conversation: header }).draft;
    expect(target.kind === 'http' && target.call.headers).toContainEqual(['X-Session', [{ slot: 'conversation' }]]);
  });

  it('a handle in a header of the reply, and cookies, are conversations, too', () => {
    const header = converted({ ...http, conversation: { kind: 'header', header: 'X-Thread' } });
    expect(header.draft.reading?.conversation).toEqual({ header: 'X-Thread' });
    const cookies = converted({ ...http, conversation: { kind: 'cookie' } });
    expect(cookies.draft.target).toMatchObject({ cookies: true });
    expect(cookies.capabilities.multi_turn).toBe(true);
  });

  it('an id that the client chooses is the session', () => {
    const { draft, capabilities } = converted(withInvoke({ body: { q: '{{goal}}', thread: '{{session_id}}' } }));
    expect(JSON.stringify(draft.target)).toContain('{"slot":"session"}');
    expect(draft.reading?.conversation).toBe('session');
    expect(capabilities.multi_turn).toBe(true);
  });

  it('a form, a text, a goal in the URL', () => {
    const form = withInvoke({
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: { q: '{{ goal }}', n: 2 },
    });
    expect(converted(form).draft.target).toMatchObject({
      call: {
        body: {
          kind: 'form',
          fields: [
            ['q', [{ slot: 'goal' }]],
            ['n', ['2']],
          ],
        },
      },
    });
    expect(converted(withInvoke({ body: 'Q: {{goal}}' })).draft.target).toMatchObject({
      call: { body: { kind: 'text', value: ['Q: ', { slot: 'goal' }] } },
    });
    const get = withInvoke({ method: 'get', url: 'http://h/ask?q={{goal}}', body: undefined });
    expect(converted(get).draft.target).toMatchObject({
      call: { method: 'GET', url: ['http://h/ask?q=', { slot: 'goal' }] },
    });
  });

  it('text as a whole needs no reading; streams are joined', () => {
    expect(converted({ ...http, result: { from: 'text' } }).draft).not.toHaveProperty('reading');
    expect(converted({ ...http, response: { kind: 'sse' } }).draft.reading).toMatchObject({
      format: 'sse',
      answer: { path: ['output'], take: 'join' },
    });
  });

  it('tool calls with a place', () => {
    const { draft, capabilities } = converted({ ...http, observe: { calls: '$.tools' } });
    expect(draft.reading?.calls).toEqual({ list: { path: ['tools'] }, name: ['name'], arguments: ['arguments'] });
    expect(capabilities.calls).toBe(true);
    const named = converted({ ...http, observe: { calls: { path: 'steps', name: 'tool', arguments: 'input' } } });
    expect(named.draft.reading?.calls).toEqual({ list: { path: ['steps'] }, name: ['tool'], arguments: ['input'] });
  });
});

describe('credentials in a recipe', () => {
  const key = 'sk-live-4f9a8b7c6d5e4f3a2b1c';

  it('become variables, and stand nowhere in the draft', () => {
    const result = converted(
      withInvoke({
        headers: { Authorization: `Bearer ${key}` },
        body: { q: '{{goal}}', api_key: 'k-9a8b7c6d5e4f3a2b' },
      }),
    );
    expect(JSON.stringify(result.draft)).not.toMatch(/sk-live|k-9a8b/);
    expect(result.secrets.map(({ value }) => value).sort()).toEqual(['k-9a8b7c6d5e4f3a2b', key]);
    expect(result.draft.env.map(({ variable }) => variable).sort()).toEqual(
      result.secrets.map(({ variable }) => variable).sort(),
    );
    for (const { purpose } of result.draft.env) expect(purpose).toBeTruthy();
  });

  it('of a program: an option, and a variable', () => {
    const invoke = {
      argv: ['agent', '--api-key', key, '--mode=fast', '{{goal}}'],
      env: { AGENT_TOKEN: 'tok-1a2b3c4d5e6f7a8b', LANG: 'C' },
    };
    const { draft, secrets } = converted({ ...cli, invoke });
    expect(JSON.stringify(draft)).not.toMatch(/sk-live|tok-1a2b/);
    expect(secrets).toHaveLength(2);
    expect(draft.target).toMatchObject({
      env: [
        ['AGENT_TOKEN', [{ env: expect.any(String) }]],
        ['LANG', ['C']],
      ],
    });
  });

  it('in the reset, too', () => {
    const { reset, secrets } = converted({ ...http, reset: { argv: ['reset', '--token', key] } });
    expect(JSON.stringify(reset)).not.toContain(key);
    expect(secrets).toHaveLength(1);
  });

  it('that are variables already stay so', () => {
    const { draft, secrets } = converted(
      withInvoke({ headers: { authorization: 'Bearer ${DESK_TOKEN}', x: '{{env.DESK_TENANT}}' } }),
    );
    expect(secrets).toEqual([]);
    expect(draft.env.map(({ variable }) => variable).sort()).toEqual(['DESK_TENANT', 'DESK_TOKEN']);
  });
});

describe('a recipe that starts a program', () => {
  it('with the goal on standard input, or as an argument', () => {
    expect(converted(cli).draft.target).toEqual({
      kind: 'command',
      argv: [['agent'], ['--quiet']],
      stdin: [{ slot: 'goal' }],
      env: [],
    });
    expect(converted({ ...cli, invoke: { argv: ['agent', '-p', '{{goal}}'] } }).draft.target).toMatchObject({
      argv: [['agent'], ['-p'], [{ slot: 'goal' }]],
    });
  });

  it('as one line of words and quotes', () => {
    const { target } = converted({ ...cli, invoke: { command: `agent --say "a 'b' c" '{{goal}}' $DESK_MODE` } }).draft;
    expect(target).toMatchObject({
      argv: [['agent'], ['--say'], ["a 'b' c"], [{ slot: 'goal' }], [{ env: 'DESK_MODE' }]],
    });
  });

  it('with JSON on its standard output', () => {
    const { reading } = converted({
      ...cli,
      result: { from: 'json_path', path: '$.reply' },
      observe: { usage: true },
    }).draft;
    expect(reading).toEqual({ format: 'json', answer: { path: ['reply'] }, usage: 'usual' });
  });
});

describe('what cannot be converted', () => {
  it.each<[string, object, RegExp]>([
    ['another mode', { ...http, mode: 'async' }, /mode: async/],
    ['another kind', { ...http, kind: 'grpc', invoke: {} }, /kind: grpc/],
    ['no url', { ...http, invoke: { body: '{{goal}}' } }, /no url/],
    ['no goal', withInvoke({ body: { input: 'hello' } }), /\{\{goal\}\}/],
    ['an unknown placeholder', withInvoke({ body: { a: '{{goal}}', b: '{{user.name}}' } }), /\{\{user\.name\}\}/],
    ['another source', { ...http, result: { from: 'regex', path: 'x' } }, /result\.from: regex/],
    ['no path', { ...http, result: { from: 'json_path' } }, /no path/],
    ['a broken path', { ...http, result: { from: 'json_path', path: '$.a[' } }, /result\.path/],
    ['another reply', { ...http, response: { kind: 'xml' } }, /response\.kind: xml/],
    ['another conversation', { ...http, conversation: { kind: 'poll' } }, /conversation\.kind: poll/],
    [
      'a handle in the query',
      { ...http, conversation: { kind: 'field', id_path: 'a', send_as: 'query.b' } },
      /send_as: query\.b/,
    ],
    ['a handle from nowhere', { ...http, conversation: { kind: 'field', send_as: 'body.b' } }, /no id_path/],
    ['a program without the goal', { ...cli, invoke: { argv: ['agent'] } }, /\{\{goal\}\}/],
    ['a program elsewhere', { ...cli, invoke: { ...cli.invoke, cwd: 'tools' } }, /cwd: tools/],
    ['a shell', { ...cli, invoke: { command: 'agent {{goal}} | tail -1' } }, /shell/],
    ['a wrong type', { ...http, timeout_seconds: 'soon' }, /timeout_seconds/],
  ])('%s is refused by name, with a remedy', (_name, recipe, message) => {
    const error = refusal(recipe);
    expect(error.message).toMatch(message);
    expect(error.remedy).toBeTruthy();
  });

  it('what nothing is known of is told by name, and the rest converted', () => {
    const { warnings } = converted({ ...withInvoke({ retries: 3 }), observe: { calls: true, trace: 1 } });
    const stream = { ...http, response: { kind: 'sse' }, observe: { usage: true } };
    expect(converted(stream).warnings.join()).toContain('observe.usage');
    expect(warnings.join('\n')).toMatch(/invoke\.retries[\s\S]*observe\.trace[\s\S]*observe\.calls/);
  });
});
