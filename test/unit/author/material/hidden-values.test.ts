import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hideLiterals } from '../../../../engine/author/hide-literals';
import { recognise } from '../../../../engine/author/material/recognise';
import { writeScript } from '../../../../engine/author/script/write-script';
import { literalSecretsIn } from '../../../../engine/workspace/literal-secrets/literal-secrets';
import { looksUnguessable } from '../../../../engine/workspace/literal-secrets/unguessable';
import { recognised } from './recognising';

/** Made anew for each place, so that a match is that place's. */
const random = (place: number): string => `Zq7${String.fromCharCode(97 + (place % 26))}${place}9fK2mXw4Lp8Rt6Vb3`;
const [one, two] = [random(1), random(2)];
const url = 'https://api.acme.com/c';
const json = `-H 'Content-Type: application/json'`;

/** Material with a secret in it, and that secret. */
const places: readonly (readonly [string, string, string])[] = [
  ['a signature of Azure', `curl '${url}?sv=2020&sp=r&sig=${one}%3D' -d message=hi`, one],
  ['any parameter', `curl '${url}?ticket=${one}' -d message=hi`, one],
  ['a path of Telegram', `curl ${url}/bot123456:AA${one}/send ${json} -d '{"text":"hi"}'`, one],
  ['a path of Slack', `curl ${url}/services/T00/B00/${one} ${json} -d '{"text":"hi"}'`, one],
  ['X-Acme-Auth', `curl ${url} -H 'X-Acme-Auth: ${one}' -d message=hi`, one],
  ['a short X-Acme-Auth', `curl ${url} -H 'X-Acme-Auth: hunter22' -d message=hi`, 'hunter22'],
  ['X-Hub-Signature-256', `curl ${url} -H 'X-Hub-Signature-256: sha256=${one}' -d message=hi`, one],
  ['a part of a header', `curl ${url} -H 'X-Stamp: t=1699999999, v1=${one}' -d message=hi`, one],
  ['X-Session', `curl ${url} -H 'X-Session: ${one}' -d message=hi`, one],
  ['x-user-token-hash', `curl ${url} -H 'x-user-token-hash: ${one}' -d message=hi`, one],
  ['an id in a header', `curl ${url} -H 'CF-Access-Client-Id: ${one}.access' -d message=hi`, one],
  ['a referer', `curl ${url} -H 'Referer: https://acme.com/?ticket=${one}' -d message=hi`, one],
  ['a shell variable', `API="${one}"\ncurl ${url} -H "X-Auth: $API" -d message=hi`, one],
  ['credentials', `curl ${url} ${json} -d '{"message":"hi","credentials":{"value":"${one}"}}'`, one],
  ['short credentials', `curl ${url} ${json} -d '{"message":"hi","credentials":{"value":"swordfish"}}'`, 'swordfish'],
  ['JSON within JSON', `curl ${url} ${json} -d '{"message":"hi","config":"{\\"api_key\\":\\"${one}\\"}"}'`, one],
  ['a pin', `curl ${url} ${json} -d '{"message":"hi","pin":"47110"}'`, '47110'],
  ['a pin as a number', `curl ${url} ${json} -d '{"message":"hi","pin":47110}'`, '47110'],
  ['any field', `curl ${url} ${json} -d '{"message":"hi","visitor":"${one}"}'`, one],
  ['headers in a body', `curl ${url} ${json} -d '{"message":"hi","h":{"value":"Bearer ${one}"}}'`, one],
  ['XML', `curl ${url} -H 'Content-Type: text/xml' -d '<a><q>{{goal}}</q><sid>${one}</sid></a>'`, one],
  ['a Postman variable', postman({ X: '{{pw}}' }, [{ key: 'pw', value: 'swordfish' }]), 'swordfish'],
  ['a Postman variable of any name', postman({ X: '{{v}}' }, [{ key: 'v', value: one }]), one],
  [
    'arguments of an MCP tool',
    `{"command":"node","args":["x.mjs"],"tool":"ask","arguments":{"q":"hi","k":"${one}"}}`,
    one,
  ],
  ['a user agent', `curl ${url} -A 'Agent/1.0 ${one}' -d message=hi`, one],
  ['HTTPie', `http POST acme.com/c X-A:${one} message=hi`, one],
  ['a WebSocket', `wscat -c wss://acme.com/ws/${one} -x '{"message":"hi"}'`, one],
  ['a lone URL', `https://acme.com/hooks/${one}`, one],
  ['arguments of an MCP server', `mcp: node server.mjs --token ${one}\ntool: ask\nargument: q`, one],
];

const commands: readonly (readonly [string, string, string])[] = [
  ['-k SECRET', `agent -k ${one} --ask hi`, one],
  ['--auth=SECRET', `agent --auth=${one} --ask hi`, one],
  ['-pSECRET', `agent -p${one} --ask hi`, one],
  ['a bare word', `agent ${one} --ask hi`, one],
  ['-e NAME=SECRET', `docker run -e API_KEY=hunter22 agent --ask hi`, 'hunter22'],
  ['a header', `agent -H 'Authorization: Bearer hunter22' --ask hi`, 'hunter22'],
  ['a URL', `agent --url https://acme.com/?key=${one} --ask hi`, one],
  ['JSON on standard input', `echo '{"message":"hi","token":"${one}"}' | agent`, one],
  ['JSON in a word', `agent --json '{"q":"{{goal}}","t":"${one}"}'`, one],
  ['a command in a word', `bash -c "agent --key ${one} '{{goal}}'"`, one],
  ['a password in a URL', `agent --db postgres://bob:hunter22@db/x --ask hi`, 'hunter22'],
  ['a variable of any name', `FOO=${one} agent --ask hi`, one],
];

function postman(headers: Record<string, string>, variable: unknown[]): string {
  const header = Object.entries(headers).map(([key, value]) => ({ key, value }));
  const body = { mode: 'raw', raw: '{"message":"hi"}', options: { raw: { language: 'json' } } };
  return JSON.stringify({
    info: { name: 'c', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable,
    item: [{ name: 'ask', request: { method: 'POST', header, url, body } }],
  });
}

describe('a credential becomes a variable, whatever its name is', () => {
  it.each(places)('%s', async (_what, material, secret) => {
    await expectHidden(material, 'standard input', secret);
  });

  it.each(commands)('in a command: %s', async (_what, material, secret) => {
    await expectHidden(material, '--command', secret);
  });
});

async function expectHidden(material: string, source: string, secret: string): Promise<void> {
  const found = await recognised(material, source);
  const { secrets, options, ...rest } = found;
  expect(secrets.map(({ value }) => value).join(' ')).toContain(secret);
  expect(JSON.stringify([options, rest])).not.toContain(secret);
  const [first] = options;
  if (!first) throw new Error('no option');
  const script = writeScript(first.draft, { profileId: 'x' });
  expect(script).toContain('process.env.');
  expect(literalSecretsIn(script)).toEqual([]);
}

describe('what is no credential stays', () => {
  it.each([
    `curl ${url} ${json} -d '{"message":"hi","id":"9b2f7a10-1111-4222-8333-444455556666"}'`,
    `curl ${url} ${json} -d '{"message":"hi","model":"claude-sonnet-4-20250514"}'`,
    `curl ${url} ${json} -d '{"message":"hi","agent":"gpt-4o-mini-2024-07-18"}'`,
    `curl ${url} ${json} -d '{"message":"hi","model":"Zq7a19fK2mXw4Lp8Rt6Vb3"}'`,
    `curl ${url} ${json} -d '{"message":"hi","since":"2024-01-31T10:11:12Z"}'`,
    `curl ${url} ${json} -d '{"message":"hi","thread_id":"thread_abc123DEF456ghi789"}'`,
    `curl ${url} ${json} -d '{"message":"hi","auth":"none"}'`,
    `curl ${url} ${json} -d '{"message":"hi","auth":{"type":"anonymous"}}'`,
    `curl ${url}/v1beta/models/gemini-1.5-flash-latest:generateContent ${json} -d '{"message":"hi"}'`,
    `curl ${url}/projects/acme-support-desk-2024/agents/billing-and-refunds ${json} -d '{"message":"hi"}'`,
    `curl ${url} -H 'Accept: application/vnd.acme.v2+json' -H 'anthropic-version: 2023-06-01' -d message=hi`,
    `curl ${url} -H 'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' -d message=hi`,
  ])('%s', async (material) => {
    expect((await recognised(material)).secrets).toEqual([]);
  });

  it('in a command: paths and names', async () => {
    const text = `python ./agents/v2/desk_agent_2024.py --config conf/a1b2c3d4e5f6a7b8c9.yaml --model gpt-4o-2024-08-06 --ask hi`;
    expect((await recognised(text, '--command')).secrets).toEqual([]);
  });
});

describe('nothing of a credential is shown', () => {
  const head = `curl -X POST ${url}`;
  const [auth, body] = [`-H 'Authorization: Bearer ${one}'`, `-d '{"message":"hi"}'`];
  it.each([
    ['a space behind the backslash', `${head} \\ \n  ${auth} \\ \n  ${body}`],
    ['a comment behind it', `${head} \\ # the agent\n  ${auth} \\ # the token\n  ${body}`],
    ['no backslash', `${head}\n  ${auth}\n  ${body}`],
    ['curled quotes', `${head} -H ’Authorization: Bearer ${one}’ -d ’{"message":"hi"}’`],
    ['a command piped to', `${head} ${auth} ${body} | tool --key ${two}`],
    ['words that are left over', `${head} ${auth} ${body} ${two}`],
    ['a substitution', `${head} -H "X-A: $(get --key ${two})" ${auth} ${body}`],
  ])('after %s', async (_what, material) => {
    const { secrets, ...shown } = await recognised(material);
    expect(secrets.map(({ value }) => value)).toContain(one);
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${one}|${two}`));
  });

  it.each([
    ['a quote that is open', `${head} ${auth.slice(0, -1)} ${body.replaceAll("'", '')}`],
    ['a form field', `${head} ${auth} -F ${one}`],
    ['a command of a server', `mcp: node x --token ${one} && y\ntool: ask`],
    ['an operator', `agent --key ${one} || true`],
    ['a description', `https://acme.com/openapi.json?token=${one}`],
    ['a method', `curl -X DELETE https://acme.com/bot123456:AA${one}/users/5`],
  ])('in a refusal of %s', async (what, text) => {
    const source = what === 'an operator' ? '--command' : 'standard input';
    const result = await recognise({ text, source, folder: '/nonexistent-folder-of-material' });
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain(one);
  });

  it('in notes for a model, wherever it stands', () => {
    const text = `Post to ${url}/hooks/${one}?sig=${two}%3D with -k${random(3)} and the pin.`;
    const hidden = hideLiterals(text);
    expect(hidden.text).not.toMatch(new RegExp([one, two, random(3)].join('|')));
    expect(hidden.text).toContain(`${url}/hooks/$AGENT_SECRET`);
    expect(hidden.secrets).toHaveLength(3);
  });
});

describe('a literal in a script', () => {
  it.each([
    `fetch('https://acme.com/c?sig=${one}%3D')`,
    `fetch('https://acme.com/services/T00/B00/${one}')`,
    `headers: { 'x-acme-auth': '${one}' }`,
    `headers: { 'x-user-token-hash': '${one}' }`,
    `body: { visitor: '${one}' }`,
    `config: "{\\"api_key\\":\\"${one}\\"}"`,
    `spawn('agent', ['-k', '${one}'])`,
    `const line = "agent --auth=${one}";`,
    `body: { pin: 'a47110' , password: 'swordfish' }`,
  ])('%s', (script) => {
    expect(literalSecretsIn(script)).not.toEqual([]);
  });

  it('is not in any script of the examples, nor in those of the document', () => {
    const root = join(import.meta.dirname, '../../../..');
    const scripts = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(mjs|cjs|js|py|sh)$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(root, 'examples', file));
    expect(scripts.length).toBeGreaterThan(3);
    for (const file of [...scripts, join(root, 'docs/profiles.md')])
      expect(literalSecretsIn(readFileSync(file, 'utf8')), file).toEqual([]);
  });
});

describe('what looks unguessable', () => {
  it.each([one, `${one}%3D`, '4bf92f3577b34da6a3ce929d0e0e4736', 'xoxc-A1b2C3d4E5f6G7h8', 'aB3/dE5+gH7jK9mN1pQ='])(
    '%s',
    (text) => {
      expect(looksUnguessable(text)).toBe(true);
    },
  );
  it.each([
    'meta-llama-3.1-70b-instruct',
    'YOUR_API_KEY_1234567',
    'support-desk-agent-v2',
    '2024-01-31T10:11:12Z',
    'getAnswerOfTheAgent2',
  ])('not %s', (text) => {
    expect(looksUnguessable(text)).toBe(false);
  });
});
