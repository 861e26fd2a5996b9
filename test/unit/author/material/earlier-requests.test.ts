import { describe, expect, it } from 'vitest';
import type { Exchange, HttpStep } from '../../../../engine/author/draft';
import { jqPath } from '../../../../engine/author/material/shell-assignments';
import { resolveTakes } from '../../../../engine/author/material/taken-values';
import { firstHttp, inWords, recognised, text } from './recognising';

/** The steps of a sequence in few words. */
async function sequence(commands: string) {
  const found = await recognised(commands);
  const target = firstHttp(found);
  const steps = target.steps.map(({ phase, call, takes, handle }) => ({
    phase,
    request: `${call.method} ${text(call.url)}`,
    takes: Object.fromEntries(takes.map(({ name, from }) => [name, from])),
    ...(handle !== undefined && { handle }),
  }));
  return { found, steps, call: inWords({ ...target, steps: [] }) };
}

describe('several cURL commands', () => {
  it('log in once and send the token that the reply brings', async () => {
    const { steps, call, found } = await sequence(
      `curl -X POST https://x.io/login -d '{"username":"u","password":"hunter2"}'\ncurl https://x.io/chat -H 'Authorization: Bearer abc.def' -d '{"message":"hi"}'`,
    );
    expect(steps).toEqual([
      { phase: 'prepare', request: 'POST https://x.io/login', takes: { token: { kind: 'json', path: ['token'] } } },
    ]);
    expect(call).toEqual({
      request: 'POST https://x.io/chat',
      headers: ['Authorization: Bearer «taken token»'],
      body: { message: '«goal»' },
    });
    expect(found.secrets).toEqual([{ variable: 'X_PASSWORD', purpose: 'field password for x.io', value: 'hunter2' }]);
    expect(found.what).toBe(
      '2 cURL commands: POST https://x.io/chat after one request that prepares it, goal in body.message',
    );
  });

  it('take from a reply what the script itself takes with jq', async () => {
    const { steps, call } = await sequence(
      `TOKEN=$(curl -s https://x.io/oauth/token -d grant_type=client_credentials -d client_secret=s3cr3t | jq -r '.data[0]."access_token"')\ncurl https://x.io/chat -H "Authorization: Bearer $TOKEN" -d message=hi`.replace(
        '."access_token"',
        '.access_token',
      ),
    );
    expect(steps[0]?.takes).toEqual({ token: { kind: 'json', path: ['data', 0, 'access_token'] } });
    expect(call).toMatchObject({ headers: ['Authorization: Bearer «taken token»'] });
  });

  it('make a thread for each scenario, whose id is the handle', async () => {
    const { steps, call, found } = await sequence(
      `curl -X POST https://api.acme.com/threads -H "X-Api-Key: k3yk3yk3yk3yk3yk"\ncurl https://api.acme.com/threads/thread_abc123/messages -H "X-Api-Key: k3yk3yk3yk3yk3yk" -d '{"content":"hello there"}'`,
    );
    expect(steps).toEqual([
      {
        phase: 'open',
        request: 'POST https://api.acme.com/threads',
        takes: { thread_id: { kind: 'json', path: ['id'] } },
        handle: 'thread_id',
      },
    ]);
    expect(call).toEqual({
      request: 'POST https://api.acme.com/threads/«taken thread_id»/messages',
      headers: ['X-Api-Key: «$ACME_API_KEY»'],
      body: { content: '«goal»' },
    });
    expect(found.secrets).toHaveLength(1);
  });

  it('fetch a token against forged requests from the page, and leave cookies to the replies', async () => {
    const { steps, call, found } = await sequence(
      [
        'curl -c jar https://x.io/login',
        "curl -b jar https://x.io/login -d 'username=u&password=hunter2&_csrf=abcd1234'",
        `curl -b jar -H 'Cookie: sid=aaaabbbbccccdddd' -H 'X-CSRF-Token: zz12' https://x.io/api/chat -d '{"message":"hi"}'`,
      ].join('\n'),
    );
    expect(steps).toEqual([
      { phase: 'prepare', request: 'GET https://x.io/login', takes: { csrf_token: { kind: 'html', name: '_csrf' } } },
      { phase: 'prepare', request: 'POST https://x.io/login', takes: {} },
    ]);
    expect(call).toEqual({
      request: 'POST https://x.io/api/chat',
      headers: ['X-CSRF-Token: «taken csrf_token»'],
      body: { message: '«goal»' },
    });
    expect(found.warnings).toContain('Its cookies are those that the requests before it have set.');
  });

  it('keep a variable that the first request has already', async () => {
    const { steps, call } = await sequence(
      `curl -X POST $HOST/sessions -H "Authorization: Bearer $TOKEN"\ncurl $HOST/sessions/$SESSION_ID/turns -H "Authorization: Bearer $TOKEN" -d '{"text":"hi"}'`,
    );
    expect(steps[0]?.takes).toEqual({ session_id: { kind: 'json', path: ['id'] } });
    expect(call).toMatchObject({
      request: 'POST «$HOST»/sessions/«taken session_id»/turns',
      headers: ['Authorization: Bearer «$TOKEN»'],
    });
  });

  it('leave out what comes after the goal', async () => {
    const { steps, found } = await sequence(
      `curl https://x.io/chat -d '{"message":"hi"}'\ncurl -X DELETE https://x.io/chat`,
    );
    expect(steps).toEqual([]);
    expect(found.warnings).toContain('Left out what comes after the request with the goal: DELETE https://x.io/chat.');
  });

  it('are read from --next, too', async () => {
    const { steps, call } = await sequence('curl https://x.io/start --next https://x.io/chat -d message=hi');
    expect(steps.map(({ request }) => request)).toEqual(['GET https://x.io/start']);
    expect(call).toEqual({ request: 'POST https://x.io/chat', body: 'form message=«goal»' });
  });
});

describe('where a value is taken from', () => {
  const step = (name: string, from: HttpStep['takes'][number]['from']): HttpStep => ({
    phase: 'prepare',
    call: { method: 'GET', url: ['https://x.io'], headers: [] },
    takes: [{ name, from }],
  });
  const page = '<meta name="csrf-token" content="a"><input type="hidden" name="_csrf" value="b"><input name="user">';

  it.each([
    [
      'stays where something stands',
      'token',
      { kind: 'json', path: ['token'] },
      { body: '{"token":"a","access_token":"b"}' },
      { kind: 'json', path: ['token'] },
    ],
    [
      'moves to a field of the same kind',
      'token',
      { kind: 'json', path: ['token'] },
      { body: '{"data":{"refresh_token":"a","accessToken":"b"}}' },
      { kind: 'json', path: ['data', 'accessToken'] },
    ],
    [
      'finds the id of what was made',
      'thread_id',
      { kind: 'json', path: ['thread_id'] },
      { body: '{"user":{"id":"u"},"thread":{"id":"t"}}' },
      { kind: 'json', path: ['thread', 'id'] },
    ],
    [
      'finds a lone id',
      'session_id',
      { kind: 'json', path: ['session'] },
      { body: '{"id":7,"ok":true}' },
      { kind: 'json', path: ['id'] },
    ],
    [
      'finds a hidden input',
      'csrf_token',
      { kind: 'json', path: ['csrfToken'] },
      { body: page.replace(/<meta[^>]*>/, '') },
      { kind: 'html', name: '_csrf' },
    ],
    [
      'finds a meta tag',
      'csrf_token',
      { kind: 'html', name: 'none' },
      { body: page.replace(/<input[^>]*>/g, '') },
      { kind: 'html', name: 'csrf-token' },
    ],
    [
      'finds a header',
      'csrf_token',
      { kind: 'json', path: ['csrf'] },
      { body: '{}', headers: { 'x-csrf-token': 'a' } },
      { kind: 'header', name: 'x-csrf-token' },
    ],
    [
      'finds a cookie',
      'csrf_token',
      { kind: 'json', path: ['csrf'] },
      { body: '', cookies: ['sid', 'XSRF-TOKEN'] },
      { kind: 'cookie', name: 'XSRF-TOKEN' },
    ],
    [
      'keeps the guess when the reply has nothing like it',
      'token',
      { kind: 'json', path: ['token'] },
      { body: '{"ok":true}' },
      { kind: 'json', path: ['token'] },
    ],
  ] as const)('%s', (_what, name, from, reply, expected) => {
    // Lists of a table are read-only.
    const exchange: Exchange = 'cookies' in reply ? { ...reply, cookies: [...reply.cookies] } : reply;
    expect(resolveTakes(step(name, from), exchange).takes).toEqual([{ name, from: expected }]);
  });

  it.each([
    ['.a.b[0].c', ['a', 'b', 0, 'c']],
    ['.["a b"].c', ['a b', 'c']],
    ['.a | .b', undefined],
    ['.', undefined],
  ])('reads the jq program %s', (program, path) => {
    expect(jqPath(program)).toEqual(path);
  });
});
