import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalSecretsIn } from '../../../../engine/workspace/literal-secrets/literal-secrets';
import { recognised } from './recognising';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P';

/** Options of a request with a secret, the variable that it becomes, and its value. */
const secrets: readonly (readonly [string, string, string])[] = [
  ["-H 'Authorization: Bearer abc123def456'", 'ACME_API_TOKEN', 'abc123def456'],
  ["-H 'authorization: bearer sk-abcdefghij0123456789'", 'ACME_API_KEY', 'sk-abcdefghij0123456789'],
  ["-H 'Authorization: Token abc123def456'", 'ACME_AUTH_TOKEN', 'abc123def456'],
  ["-H 'Authorization: abc123def456'", 'ACME_API_TOKEN', 'abc123def456'],
  ["-H 'Authorization: Basic dXNlcjpwYXNz'", 'ACME_BASIC_AUTH', 'dXNlcjpwYXNz'],
  ['-u user:pass', 'ACME_BASIC_AUTH', 'dXNlcjpwYXNz'],
  ['--oauth2-bearer abc123def456', 'ACME_API_TOKEN', 'abc123def456'],
  ["-H 'X-Api-Key: abc123'", 'ACME_API_KEY', 'abc123'],
  ["-H 'x-auth-token: abc123def'", 'ACME_AUTH_TOKEN', 'abc123def'],
  ["-H 'Ocp-Apim-Subscription-Key: abc123def'", 'ACME_OCP_APIM_SUBSCRIPTION_KEY', 'abc123def'],
  ["-b 'sid=abcdef123456; theme=dark'", 'ACME_SID_COOKIE', 'abcdef123456'],
  [
    "-b 'a=1234567890123; b=1234567890124; c=1234567890125'",
    'ACME_COOKIE',
    'a=1234567890123; b=1234567890124; c=1234567890125',
  ],
  ['-d api_key=abc123def', 'ACME_API_KEY', 'abc123def'],
  ['-d client_secret=abc123def', 'ACME_CLIENT_SECRET', 'abc123def'],
  ['-d password=hunter2', 'ACME_PASSWORD', 'hunter2'],
  [`-d 'x=${jwt}'`, 'ACME_TOKEN', jwt],
  ['-d x=ghp_abcdefghijklmnopqrst0123', 'ACME_TOKEN', 'ghp_abcdefghijklmnopqrst0123'],
];

describe('a literal credential', () => {
  it.each(secrets)('in %s becomes %s', async (option, variable, value) => {
    const found = await recognised(`curl https://api.acme.com/c -d message=hi ${option}`);
    expect(found.secrets).toEqual([expect.objectContaining({ variable, value })]);
    expect(JSON.stringify(found.options)).not.toContain(value);
    expect(found.options[0]?.draft.env).toEqual([{ variable, purpose: expect.stringContaining('api.acme.com') }]);
  });

  it.each([
    ['https://api.acme.com/c?api_key=abc123def', 'ACME_API_KEY', 'abc123def'],
    [
      'https://generativelanguage.googleapis.com/c?key=AIzaSyA1234567890abcdefghijklmnopqrstuv',
      'GOOGLE_API_KEY',
      'AIzaSyA1234567890abcdefghijklmnopqrstuv',
    ],
    ['https://user:s3cr3t@acme.com/c', 'ACME_BASIC_AUTH', Buffer.from('user:s3cr3t').toString('base64')],
    ['http://localhost:3000/c?token=abc123def', 'AGENT_TOKEN', 'abc123def'],
  ])('in %s becomes %s', async (url, variable, value) => {
    const found = await recognised(`curl '${url}' -d message=hi`);
    expect(found.secrets).toEqual([expect.objectContaining({ variable, value })]);
    expect(JSON.stringify([found.options, found.what])).not.toContain(value);
  });

  it('is one variable however often it stands there, and two are two', async () => {
    const found = await recognised(
      `curl https://api.acme.com/c -H 'X-Api-Key: k1k1k1k1' -d '{"message":"hi","api_key":"k1k1k1k1","nested":{"apiKey":"k2k2k2k2"}}'`,
    );
    expect(found.secrets.map(({ variable, value }) => [variable, value])).toEqual([
      ['ACME_API_KEY', 'k1k1k1k1'],
      ['ACME_API_KEY_2', 'k2k2k2k2'],
    ]);
  });

  it.each([
    ["-H 'Authorization: Bearer YOUR_API_KEY'", 'ACME_API_TOKEN'],
    ["-H 'Authorization: Bearer <token>'", 'TOKEN'],
    ["-H 'Authorization: Bearer {{desk_token}}'", 'DESK_TOKEN'],
    ["-H 'X-Api-Key: xxxxxxxx'", 'ACME_API_KEY'],
  ])('that is left open (%s) is a variable without a value', async (option, variable) => {
    const found = await recognised(`curl https://api.acme.com/c -d message=hi ${option}`);
    expect(found.secrets).toEqual([]);
    expect(found.options[0]?.draft.env.map((one) => one.variable)).toEqual([variable]);
  });

  it.each([
    'max_tokens=100',
    'token_type=bearer',
    'next_page_token=',
    'key=en',
    'id=9b2f7a10-1111-4222-8333-444455556666',
    'monkey=abc',
  ])('is not %s', async (field) => {
    expect((await recognised(`curl https://api.acme.com/c -d message=hi -d ${field}`)).secrets).toEqual([]);
  });
});

describe('literal credentials in a script', () => {
  it.each([
    ["const apiKey = 'abc123def456';", 'a literal value of apiKey', 17],
    ["headers: { 'x-api-key': 'abc123def456' },", 'a literal value of x-api-key', 26],
    ["headers: { authorization: 'Bearer abc123def456' }", 'a literal Bearer authorization', 35],
    ['headers.set("Authorization", `Basic dXNlcjpwYXNzd29yZA==`)', 'a literal Basic authorization', 37],
    ["h.set('x-api-key', 'abc123def456')", 'a literal value of x-api-key', 21],
    ["process.env.API_TOKEN ?? 'abc123def456'", 'a literal value of API_TOKEN', 27],
    ["password: 'correcthorse'", 'a literal value of password', 12],
    ["fetch('https://user:s3cr3t@acme.com')", 'a URL with a password', 8],
    ["fetch('https://acme.com/?api_key=abc123def456ghi7')", 'a literal value of api_key', 34],
    [`x('${jwt}')`, 'a JSON Web Token', 4],
    ['// sk-abcdefghij0123456789', 'an API key (sk-…)', 4],
    ["x = 'AKIAABCDEFGHIJKLMNOP'", 'an AWS access key', 6],
    ["x = 'xoxb-1234567890-abcdef'", 'a Slack token', 6],
    ["x = 'glpat-abcdefghij0123456789'", 'a GitLab token', 6],
    ["x = 'hf_abcdefghij0123456789'", 'a Hugging Face token', 6],
  ])('%s', (script, what, column) => {
    expect(literalSecretsIn(`\n${script}\n`)).toEqual([{ line: 2, column, what }]);
  });

  it.each([
    'headers: { authorization: `Bearer ${process.env.API_TOKEN}` }',
    'const token = process.env.API_TOKEN;',
    'const token = body.access_token;',
    "takes: { token: 'access_token' }",
    "token: 'data.access_token'",
    "'x-api-key': 'your-key-here'",
    "apiKey: 'xxxxxxxxxxxxxxxx'",
    "password: 'changeme'",
    "type: 'password'",
    '<input name="password" type=\'password\'>',
    "session_id: '9b2f7a10-1111-4222-8333-444455556666'",
    "token: '9b2f7a10-1111-4222-8333-444455556666'",
    "max_tokens: '4096'",
    "fetch('https://acme.com/v1/chat?id=12345678')",
    'fetch(`https://${process.env.USER}:${process.env.PASS}@acme.com`)',
    "const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'",
    "throw new Error('API_TOKEN is not set')",
    "needed('ACME_API_TOKEN', 'bearer token for api.acme.com')",
    "tokenUrl: 'https://acme.com/oauth/token1'",
    "'postgres://user:password@localhost/db'",
    "'sk-learn-is-a-python-library'",
    "authorization: 'Bearer '",
  ])('are not in %s', (script) => {
    expect(literalSecretsIn(script)).toEqual([]);
  });

  it('are found in time, however long and odd the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'"\'`\\:=,?|abToken key1.-/@&\n'), maxLength: 400 }), (text) => {
        for (const { line, column } of literalSecretsIn(text)) {
          expect(line).toBeLessThanOrEqual(text.split('\n').length);
          expect(column).toBeGreaterThan(0);
        }
      }),
    );
    expect(literalSecretsIn("token: '".repeat(20_000))).toEqual([]);
  });
});
