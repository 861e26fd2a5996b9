import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../engine/lifecycle/redactor';

const token = 'sk-live/7Q+x?9 "quoted"';
const redactor = new Redactor({ REFUND_API_TOKEN: token, OTHER: 'abcdef' });

describe('masking of secrets', () => {
  it.each([
    ['as it is', token],
    ['in JSON', JSON.stringify({ header: token }).slice(11, -2)],
    ['URL-encoded', encodeURIComponent(token)],
    ['form-encoded', new URLSearchParams({ t: token }).toString().slice(2)],
  ])('masks a secret %s', (_how, written) => {
    expect(redactor.mask(`before ${written} after`)).toBe('before «REFUND_API_TOKEN» after');
  });

  it('masks a secret in base64 at every alignment, but for characters that its neighbours decide', () => {
    for (const before of ['', 'u', 'us', 'user:']) {
      const encoded = Buffer.from(`${before}${token}:x`).toString('base64');
      const masked = redactor.mask(encoded);
      expect(masked).toContain('«REFUND_API_TOKEN»');
      const left = masked.split('«REFUND_API_TOKEN»').map((part) => part.length);
      // What is left of the secret's own encoding is at most one character on each side.
      expect((left[0] ?? 0) + (left[1] ?? 0)).toBeLessThanOrEqual(
        encoded.length - Math.floor((token.length * 8) / 6) + 2,
      );
    }
  });

  it('masks the longer of two secrets of which one holds the other', () => {
    const both = new Redactor({ SHORT: 'secret', LONG: 'secret-and-more' });
    expect(both.mask('x secret-and-more y secret z')).toBe('x «LONG» y «SHORT» z');
  });

  it('names values that are too short to be masked and leaves them alone', () => {
    const short = new Redactor({ PIN: '12345', LONGER: '123456' });
    expect(short.unmasked).toEqual(['PIN']);
    expect(short.mask('12345 123456')).toBe('12345 «LONGER»');
  });

  it('masks strings, keys and numbers of JSON values and keeps everything else as it is', () => {
    const numbers = new Redactor({ ACCOUNT: '99887766', KEY: 'abcdef' });
    const value = { abcdef: ['abcdef', 1, null, true], account: 99887766, nested: { id: 'x' } };
    expect(numbers.maskJson(value)).toEqual({
      '«KEY»': ['«KEY»', 1, null, true],
      account: '«ACCOUNT»',
      nested: { id: 'x' },
    });
  });

  it('changes nothing when there is no secret', () => {
    const none = new Redactor({});
    const value = { a: 'b' };
    expect(none.maskJson(value)).toBe(value);
    expect(none.mask('text')).toBe('text');
  });

  it('masks a stream in pieces as it masks the whole, and lets no part of a secret through', () => {
    const piece = fc.oneof(fc.constant(token), fc.constant('abcdef'), fc.constant('abc'), fc.string({ maxLength: 5 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat(40), { maxLength: 12 }), (pieces, cuts) => {
        const text = pieces.join('');
        let out = '';
        const stream = redactor.stream((part) => {
          out += part;
        });
        let rest = text;
        for (const cut of cuts) {
          stream.append(rest.slice(0, cut));
          rest = rest.slice(cut);
        }
        stream.append(rest);
        stream.flush();
        expect(out).not.toContain(token);
        expect(out).not.toContain('abcdef');
        expect(out.replaceAll('«REFUND_API_TOKEN»', token).replaceAll('«OTHER»', 'abcdef')).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});
