import { describe, expect, test } from 'vitest';
import { type OwnAddress, refuseToken } from '../../../cli/ui/admission';

const own = (): OwnAddress => ({ port: 1, token: 'the token', base: '/b/', once: new Set(['for once']) });

describe('a token that lets in once', () => {
  test('lets in once', () => {
    const address = own();
    expect(refuseToken({}, 'for once', address)).toBeUndefined();
    expect(refuseToken({}, 'for once', address)).toBe(403);
    expect(refuseToken({}, 'the token', address)).toBeUndefined();
  });

  test('is no cookie', () => {
    expect(refuseToken({ cookie: 'rook-ui=for once' }, undefined, own())).toBe(403);
  });
});

describe('the cookie', () => {
  test.each([
    ['rook-ui=the token', undefined],
    ['other=1; rook-ui=the token; more=2', undefined],
    ['rook-ui=the token; rook-ui=another', undefined],
    ['xrook-ui=the token', 401],
    ['rook-ui=', 403],
    ['rook-ui=the token ish', 403],
    ['', 401],
  ])('%s', (cookie, refused) => {
    expect(refuseToken({ cookie }, undefined, own())).toBe(refused);
  });

  test('does not stand in for a wrong token of the address', () => {
    expect(refuseToken({ cookie: 'rook-ui=the token' }, 'wrong', own())).toBe(403);
  });
});
