import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { Redaction, type RedactionSizes } from '../../../../engine/report/exports/redaction';
import { PatternTimeout, readPatterns } from '../../../../engine/report/exports/redaction-patterns';
import { Tally } from '../../../../engine/report/exports/redaction-spans';

const token = 'sk/7Q+x?9 "quoted" & <it\'s>';
const open: Redaction[] = [];

function redactionOf(
  secrets: [string, string][],
  patterns: string[] = [],
  sizes?: RedactionSizes,
  limitMs?: number,
): Redaction {
  const read = readPatterns(patterns, '--redact');
  if (!read.ok) throw new Error(read.error.message);
  const redaction = new Redaction({ secrets, patterns: read.value }, sizes, limitMs);
  open.push(redaction);
  return redaction;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.dispose()));
});

describe('redaction of known secrets', () => {
  const html = token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  it.each([
    ['as it is', token],
    ['in JSON', JSON.stringify(token).slice(1, -1)],
    ['in JSON within JSON', JSON.stringify(JSON.stringify(token)).slice(3, -3)],
    ['URL-encoded', encodeURIComponent(token)],
    ['form-encoded', new URLSearchParams({ t: token }).toString().slice(2)],
    ['in an element of HTML', html],
    ['in an attribute', html.replaceAll('"', '&quot;').replaceAll("'", '&#39;')],
    ['in single quotes of YAML', token.replaceAll("'", "''")],
  ])('%s', async (_how, written) => {
    expect(await redactionOf([['TOKEN', token]]).text(`before ${written} after`)).toBe('before «TOKEN» after');
  });

  it('in base64 at every alignment', async () => {
    const redaction = redactionOf([['TOKEN', token]]);
    for (const before of ['', 'u', 'us']) {
      const encoded = Buffer.from(`${before}${token}`).toString('base64');
      expect(await redaction.text(encoded)).toContain('«TOKEN»');
    }
  });

  it('line by line, where a block of YAML indents them', async () => {
    const key = '-----BEGIN THING-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nkR2v8yqLwE0p\n-----END THING-----\n';
    const masked = await redactionOf([['KEY', key]]).text(stringify({ a: { b: `see:\n${key}` } }));
    expect(masked).not.toContain('MIIEvQIBADANBgkqhkiG9w0BAQ');
    expect(masked).toContain('«KEY»');
  });

  it('leaves nothing of two that overlap', async () => {
    const redaction = redactionOf([
      ['ONE', 'abcdefgh'],
      ['TWO', 'efghijkl'],
    ]);
    expect(await redaction.text('x abcdefghijkl y')).toBe('x «ONE» y');
  });

  it('masks all values that a variable has in different places', async () => {
    const redaction = redactionOf([
      ['TOKEN', 'value-of-process'],
      ['TOKEN', 'value-of-store'],
    ]);
    expect(await redaction.text('value-of-store value-of-process')).toBe('«TOKEN» «TOKEN»');
  });

  it('names those that are too short to be masked', () => {
    const redaction = redactionOf([
      ['PIN', '12345'],
      ['TOKEN', 'long enough'],
    ]);
    expect(redaction.variables).toEqual({ masked: ['TOKEN'], tooShort: ['PIN'] });
  });

  it('whatever the portions are in which a text is looked through', async () => {
    const secrets: [string, string][] = [
      ['ONE', 'abcabcabd'],
      ['TWO', 'cabdxyz'],
    ];
    const whole = redactionOf(secrets, ['q+']);
    const pieces = fc.array(fc.constantFrom('abcabcabd', 'cabdxyz', 'abc', 'ab', 'q', 'qq', ' ', 'd'), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 12 }), async (parts, portion) => {
        const text = parts.join('');
        const small = new Redaction(whole.looksFor, { portion, overlap: 64 });
        const masked = await small.text(text);
        await small.dispose();
        expect(masked).toBe(await whole.text(text));
        for (const [, value] of secrets) expect(masked).not.toContain(value);
      }),
      { numRuns: 25, examples: [[['abc', 'ab', 'cabdxyz'], 1]] },
    );
  });

  it('in every text and key of a value, and nowhere else', async () => {
    const redaction = redactionOf([['TOKEN', 'secret-value']]);
    expect(await redaction.value({ 'secret-value': ['x secret-value', 7, null, { a: true }] })).toEqual({
      '«TOKEN»': ['x «TOKEN»', 7, null, { a: true }],
    });
  });

  it('in markup, between tags and inside of them', async () => {
    const redaction = redactionOf([['TOKEN', 'secret-value']], ['class']);
    expect(await redaction.markup('<b class="x" title="secret-value">a class of secret-value</b>')).toBe(
      '<b class="x" title="«TOKEN»">a «redacted» of «TOKEN»</b>',
    );
  });

  it('finds them in bytes that are no text', () => {
    const redaction = redactionOf([['TOKEN', 'secret-välue']]);
    expect(redaction.holdsSecret(Buffer.from('\0\0secret-välue\0'))).toBe(true);
    expect(redaction.holdsSecret(Buffer.from('\0secret-välue', 'utf16le').subarray(1))).toBe(true);
    expect(redaction.holdsSecret(Buffer.from([0, 1, 2, 3]))).toBe(false);
  });
});

describe('redaction of literal credentials', () => {
  const key = ['sk', 'ant', 'a1b2c3d4e5f6g7h8i9j0'].join('-');
  it.each([
    ['a token of known form', `it said ${key}.`, key],
    ['a value of a name that says so', '{"api_key": "Zx81kQ0pW7"}', 'Zx81kQ0pW7'],
    ['an authorization', 'Authorization: Bearer q8Zk2LmN0pXv', 'q8Zk2LmN0pXv'],
    ['a password in a URL', 'postgres://app:hunter2hunter@db/x', 'hunter2hunter'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIEvQIB\nADANBg\n-----END PRIVATE KEY-----\nend', 'MIIEvQIB'],
    ['a private key that is cut off', '-----BEGIN RSA PRIVATE KEY-----\\nMIIEvQIB\\nADANBg', 'ADANBg'],
  ])('%s', async (_what, text, value) => {
    const tally = new Tally();
    const masked = await redactionOf([]).text(text, tally);
    expect(masked).toContain('«credential»');
    expect(masked).not.toContain(value);
    expect(tally.list()).toEqual([{ kind: 'literal', name: expect.any(String), count: 1 }]);
    expect(JSON.stringify(tally.list())).not.toContain(value);
  });

  it('leaves ids, hashes and ordinary words alone', async () => {
    const text =
      '{"id": "6f1c2b1e-8f3a-4f57-9d2e-0a1b2c3d4e5f", "token": "access_token", "answer": "It took 49.90 EUR"}';
    expect(await redactionOf([]).text(text)).toBe(text);
  });
});

describe('redaction by patterns of the user', () => {
  it('masks what they match, with their flags, and names them by number', async () => {
    const tally = new Tally();
    const masked = await redactionOf([], ['ORD-\\d+', '/anna/i']).text('Anna has ORD-1 and ORD-22', tally);
    expect(masked).toBe('«redacted» has «redacted» and «redacted»');
    expect(tally.list()).toEqual([
      { kind: 'pattern', name: 'pattern 1', count: 2 },
      { kind: 'pattern', name: 'pattern 2', count: 1 },
    ]);
  });

  it('does not mind one that matches nothing at every place', async () => {
    expect(await redactionOf([], ['x*']).text('axxb')).toBe('a«redacted»b');
  });

  it.each([
    ['(', '--redact: ( is no regular expression'],
    ['', '--redact: a pattern is empty'],
    ['/x/k', '--redact: /x/k has the flag k'],
  ])('refuses %j', (pattern, message) => {
    const read = readPatterns([pattern], '--redact');
    expect(read).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } });
  });

  it('ends one that would never end', async () => {
    const redaction = redactionOf([], ['(a+)+$'], undefined, 200);
    await expect(redaction.text(`${'a'.repeat(40)}!`)).rejects.toThrow(PatternTimeout);
  });
});
