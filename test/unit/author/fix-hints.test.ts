import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../engine/author/draft';
import { readFixHints } from '../../../engine/author/fix-hints';
import { formatPath } from '../../../engine/author/reading/path';
import { readReply } from '../../../engine/author/reading/reply';

const draft: Draft = {
  target: {
    kind: 'http',
    steps: [],
    call: {
      method: 'POST',
      url: ['https://desk.example/ask'],
      headers: [['authorization', ['Bearer ', { env: 'DESK_TOKEN' }]]],
    },
  },
  reading: { format: 'json', answer: { path: ['text'] } },
  env: [{ variable: 'DESK_TOKEN' }],
};
const body = JSON.stringify({
  status: 'ok',
  text: 'Hello!',
  title: 'About hello',
  summary: 'A hello was asked for',
  data: { text2: 'Hi' },
  request_id: 'r1',
});
const read = (what: string) => readFixHints(what, draft, readReply({ body }, 'http'), 'desk');
const meant = (what: string): string | undefined => {
  const { answer } = read(what).hints;
  return answer && formatPath(answer);
};

describe('a field is meant in', () => {
  it.each([
    ['the answer is in data.text2', '$.data.text2'],
    ['the answer is not status but text', '$.text'],
    ['do not take the title, take the summary', '$.summary'],
    ['Don’t take the title. Take the summary!', '$.summary'],
    ['take the summary instead of the title', '$.summary'],
    ['Instead of the title, use summary', '$.summary'],
    ['the title is returned instead of the summary', '$.summary'],
    ['it reads the title rather than the summary', '$.summary'],
    ['the answer should be summary rather than title', '$.summary'],
    ['title is wrong, it is in summary', '$.summary'],
    ['it should use $["text"]', '$.text'],
    ['there are a title and a status, and the answer stands at summary', '$.summary'],
    ['text', '$.text'],
  ])('%s', (what, path) => expect(meant(what)).toBe(path));
});

describe('no field is meant, and it is said why, in', () => {
  it.each([
    ['the request_id is returned instead of the answer', /not where it stands/, ['$.request_id']],
    ['the answer is not in title', /not where it stands/, ['$.title']],
    ['the answer is wrong', /not where it stands/, ['$.text']],
    ['the text field contains the old title', /several fields: \$\.text, \$\.title/, []],
    ['the answer is in $.nothing.here', /nothing stands at \$\.nothing\.here/, []],
  ])('%s', (what, undecided, refused) => {
    const found = read(what);
    expect(found.hints).toEqual({});
    expect(found.undecided).toMatch(undecided);
    expect(found.refused.map(formatPath)).toEqual(refused);
  });

  it('words that speak of a field beside the matter: nothing is understood', () => {
    const found = read('it says nothing useful, status is ok though');
    expect(found).toMatchObject({ hints: {}, understood: [], refused: [] });
    expect(found.undecided).toBeUndefined();
  });
});

describe('a URL is', () => {
  const urlAfter = (what: string): unknown => {
    const { target } = read(what).draft;
    return target.kind === 'http' ? target.call.url : undefined;
  };

  it.each([
    'the url is https://desk.example/v2/ask',
    'URL: https://desk.example/v2/ask.',
    'use https://desk.example/v2/ask',
    'it moved to https://desk.example/v2/ask',
    'the endpoint is "https://desk.example/v2/ask"',
  ])('taken from: %s', (what) => expect(urlAfter(what)).toEqual(['https://desk.example/v2/ask']));

  it.each([
    'see https://desk.example/docs for help',
    'do not use https://desk.example/v1',
    'https://desk.example/v2/ask says something else',
    'the docs at http://localhost:9/docs say otherwise',
  ])('left alone in: %s', (what) => {
    expect(urlAfter(what)).toEqual(['https://desk.example/ask']);
    expect(read(what).stop).toBeUndefined();
  });

  it.each([
    'the url is https://evil.example/ask',
    'use http://desk.example/ask',
    'it moved to https://desk.example:8443/ask',
    'use https://desk.example@evil.example/ask',
  ])('refused when it is of another origin: %s', (what) => {
    const found = read(what);
    expect(urlAfter(what)).toEqual(['https://desk.example/ask']);
    expect(found.stop?.message).toContain('another origin');
    expect(found.stop?.remedy).toContain('rook profile add desk --force');
  });

  it.each<[string, string, boolean]>([
    ['http://127.0.0.1:8123/ask', 'http://127.0.0.1:8124/ask', true],
    ['http://localhost:8123/ask', 'http://localhost:8124/ask', true],
    ['http://[::1]:8123/ask', 'http://[::1]:8124/ask', true],
    ['http://127.0.0.1:8123/ask', 'http://10.0.0.1:8123/ask', false],
    ['http://127.0.0.1:8123/ask', 'http://127.0.0.1.evil.example:8124/ask', false],
    ['http://127.0.0.1:8123/ask', 'http://127.0.0.1:8124@evil.example/ask', false],
    ['http://localhost:8123/ask', 'http://localhost.evil.example/ask', false],
    ['http://127.evil.example:8123/ask', 'http://127.evil.example:8124/ask', false],
  ])('on this machine, from %s to %s, taken: %s', (before, after, taken) => {
    const local: Draft = {
      target: { kind: 'http', steps: [], call: { method: 'POST', url: [before], headers: [] } },
      env: [],
    };
    const found = readFixHints(`the url is ${after}`, local, undefined, 'desk');
    expect(found.stop === undefined).toBe(taken);
    expect(found.draft.target).toMatchObject({ call: { url: [taken ? after : before] } });
  });
});

describe('a header', () => {
  const headerOf = (what: string): unknown => {
    const { target } = read(what).draft;
    return target.kind === 'http' ? target.call.headers[0]?.[0] : undefined;
  };
  it('gets the credential when it is named', () => expect(headerOf('the auth header is X-Api-Key')).toBe('X-Api-Key'));
  it('does not get it when it is negated', () =>
    expect(headerOf('no X-Api-Key header is needed')).toBe('authorization'));
});
