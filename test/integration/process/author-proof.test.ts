import { describe, expect, it } from 'vitest';
import type { AddOutcome } from '../../../engine/author/add-profile';
import type { AuthorPerson } from '../../../engine/author/author-surface';
import type { Result } from '../../../schemas/result';
import { author, learned, must } from './author-room';
import { answering, curlOf, withStatus } from './author-server';
import { useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const profile = '.testmuai/rook/projects/desk/agents/desk/profiles/it.yaml';

function failed(result: Result<AddOutcome>): Extract<AddOutcome, { ok: false }> {
  const outcome = must(result);
  if (outcome.ok) throw new Error(`a profile was written; the answer is ${outcome.output}`);
  return outcome;
}

function written(result: Result<AddOutcome>): Extract<AddOutcome, { ok: true }> {
  const outcome = must(result);
  if (!outcome.ok) throw new Error(`${outcome.error}\n${outcome.diagnosis?.summary ?? ''}`);
  return outcome;
}

describe('the proof of a profile', () => {
  it('asks something long that was not asked before, also after a first reply that was not clear', async () => {
    const said = (message: string): string =>
      message.includes('hello')
        ? 'Good morning to you.'
        : message.includes('goodbye')
          ? 'See you next week.'
          : 'One, two.';
    const { url, asked } = await answering(({ message }) => ({
      text: said(message),
      content: 'Blue skies are above the hill today.',
    }));
    const { result } = await author(build().agent(), curlOf(url), { name: 'it' });
    expect(written(result).output).toBe(said('Say hello and nothing else.'));
    const goals = asked.map(({ message }) => message);
    expect(new Set(goals).size).toBe(goals.length);
    expect(goals.length).toBe(3);
    expect(goals.at(-1)).toContain('one to twenty');
  });

  it('learns from a long answer what a short one did not show', async () => {
    const { url } = await answering(({ message }) => {
      const isShort = /hello|goodbye/.test(message);
      return isShort
        ? { reply: 'Hello there.', long: { text: 'Hello there.' } }
        : { reply: '', long: { text: `One, two, three: ${message.length}` } };
    });
    const { result, events } = await author(build().agent(), curlOf(url), { name: 'it' });
    expect(written(result).output).toBe('Hello there.');
    expect(learned(events)).toContain('the further answer shows that it stands at $.long.text');
  });

  const silent: [string, (message: string) => unknown, RegExp, string[]][] = [
    [
      'a state that never changes',
      () => ({ reply: 'Blue skies are above the hill today.' }),
      /never changes: \$\.reply/,
      [],
    ],
    [
      'a greeting, with the answer under a name that says nothing',
      (message) => ({
        reply: 'Welcome to the desk of Acme.',
        x1: `You said: ${message}`,
        x2: `It is about ${message}`,
      }),
      /never changes: \$\.reply/,
      ['$.x1', '$.x2'],
    ],
  ];
  it.each(silent)('writes no profile that reads %s', async (_name, reply, error, candidates) => {
    const { url } = await answering(({ message }) => reply(message));
    const workspace = build().agent();
    const outcome = failed((await author(workspace, curlOf(url), { name: 'it' })).result);
    expect(outcome.error).toMatch(error);
    expect(outcome.candidates?.map(({ place }) => `$.${place.path.join('.')}`) ?? []).toEqual(candidates);
    expect(outcome.remedy).toContain("--answer '$.reply'");
    expect(workspace.has(profile)).toBe(false);
  });

  it('warns, and writes it, when a person has said that the answer stands there', async () => {
    const { url } = await answering(() => ({ reply: 'Only people can help here.' }));
    const { result } = await author(build().agent(), curlOf(url), { name: 'it', hints: { answer: ['reply'] } });
    expect(written(result).warnings).toEqual([expect.stringContaining('two goals got the same answer')]);
  });

  it('asks a person about a field that never changes, and proves the one that is chosen', async () => {
    const { url } = await answering(({ message }) => ({
      reply: 'Blue skies are above the hill today.',
      x1: `You said: ${message}`,
      x2: `It is about ${message}`,
    }));
    const offered: string[][] = [];
    const person: AuthorPerson = {
      chooseOption: async () => undefined,
      chooseAnswer: async (candidates) => {
        offered.push(candidates.map(({ place }) => place.path.join('.')));
        return candidates.findIndex(({ place }) => place.path[0] === 'x1');
      },
      accept: async () => true,
      askValue: async () => undefined,
      mayKeep: async () => true,
    };
    const surface = { person, keepValue: async () => {}, onEvent: () => {} };
    const { result } = await author(build().agent(), curlOf(url), { name: 'it', surface });
    expect(written(result).output).toBe('You said: Say hello and nothing else.');
    expect(offered).toEqual([['x1', 'x2', 'reply']]);
  });

  it('does not take the answer of the first turn for that of the second', async () => {
    const firsts = new Map<string, string>();
    const { url } = await answering(({ message, session_id }) => {
      const id = session_id ?? `s-${firsts.size}`;
      if (!firsts.has(id)) firsts.set(id, `You said: ${message}`);
      return { session_id: id, reply: firsts.get(id) };
    });
    const outcome = failed((await author(build().agent(), curlOf(url), { name: 'it' })).result);
    expect(outcome.error).toMatch(/never changes: \$\.reply/);
  });
});

describe('a target that is busy', () => {
  const answer = (message: string): unknown => ({ reply: `You said: ${message}` });

  it.each([
    ['503, without saying for how long', withStatus(503)],
    ['429, for a moment', withStatus(429, { 'retry-after': '0' })],
  ])('is asked once more after %s', async (_name, busy) => {
    const { url } = await answering(({ message }, number) => (number === 1 ? busy : answer(message)));
    const { result, events } = await author(build().agent(), curlOf(url), { name: 'it' });
    expect(written(result).attempts).toBe(3);
    expect(learned(events).join('\n')).toContain('the target is busy');
  });

  it('is given up after the second 503, with what it said', async () => {
    const { url, asked } = await answering(() => withStatus(503, { 'retry-after': '0' }));
    const outcome = failed((await author(build().agent(), curlOf(url), { name: 'it' })).result);
    expect(outcome.diagnosis?.code).toBe('http_5xx');
    expect(asked).toHaveLength(2);
  });

  it('is not waited for when it wants longer than ten seconds', async () => {
    const { url, asked } = await answering(() => withStatus(429, { 'retry-after': '60' }));
    expect(failed((await author(build().agent(), curlOf(url), { name: 'it' })).result).diagnosis?.code).toBe(
      'http_429',
    );
    expect(asked).toHaveLength(1);
  });
});

describe('places that a person names', () => {
  const reply = (message: string): unknown => ({ reply: `You said: ${message}`, state: 'ok' });

  it('are said not to be there: the answer', async () => {
    const { url } = await answering(({ message }) => reply(message));
    const outcome = failed(
      (await author(build().agent(), curlOf(url), { name: 'it', hints: { answer: ['nope'] } })).result,
    );
    expect(outcome.error).toContain('no text stands at $.nope');
    expect(outcome.error).toContain('$.reply: "You said');
  });

  it('are said not to be there: the handle, the counts and the calls', async () => {
    const { url } = await answering(({ message }) => reply(message));
    const hints = { conversation: ['nope'], usage: ['tokens'], calls: ['tools'] };
    const { warnings } = written((await author(build().agent(), curlOf(url), { name: 'it', hints })).result);
    expect(warnings).toEqual([
      expect.stringContaining('--conversation $.nope leads to no text'),
      expect.stringContaining('--usage $.tokens leads nowhere'),
      expect.stringContaining('--calls $.tools led to no list'),
    ]);
  });
});

describe('what went wrong is told as it was', () => {
  it('speaks of no second turn when the first one of the proof failed', async () => {
    const { url } = await answering(({ message, session_id = 's-1' }, number) =>
      number === 1 ? { reply: `You said: ${message}`, session_id } : withStatus(500),
    );
    const { result, events } = await author(build().agent(), curlOf(url), { name: 'it' });
    expect(failed(result).diagnosis?.code).toBe('http_5xx');
    expect(learned(events).join('\n')).not.toContain('second turn');
  });

  it('names redirects that lead in a circle', async () => {
    const { url } = await answering(({ path }) => withStatus(307, { location: path === '/ask' ? '/on' : '/ask' }));
    const outcome = failed((await author(build().agent(), curlOf(url), { name: 'it' })).result);
    expect(outcome.error).toMatch(/redirects to .*again and again/);
    expect(outcome.remedy).toContain('they lead nowhere');
  });

  it('names the field that a validation error is about', async () => {
    const detail = [{ loc: ['body', 'query'], msg: 'Field required', type: 'missing' }];
    const { url } = await answering(() => withStatus(422, {}, { detail }));
    const outcome = failed((await author(build().agent(), curlOf(url), { name: 'it' })).result);
    expect(outcome.diagnosis?.summary).toContain('body.query: "Field required"');
  });

  it('says that it was stopped', async () => {
    const stop = new AbortController();
    const { url } = await answering(() => {
      stop.abort();
      return () => undefined; // no answer any more
    });
    const outcome = failed((await author(build().agent(), curlOf(url), { name: 'it', signal: stop.signal })).result);
    expect(outcome).toMatchObject({ cancelled: true, error: 'it was stopped' });
  });
});
