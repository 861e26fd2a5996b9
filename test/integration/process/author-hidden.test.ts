import { describe, expect, it } from 'vitest';
import { allText, author, must } from './author-room';
import { answering } from './author-server';
import { useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const [first, second] = ['Zq7a19fK2mXw4Lp8Rt6Vb3', 'Zq7b29fK2mXw4Lp8Rt6Vb3'];
const json = `-H 'Content-Type: application/json'`;

const echoing = () => answering(({ message }) => ({ reply: `You said: ${message}` }));

/** Material with both values in it, in places that have no names for them. */
const materials: readonly (readonly [string, (url: string) => string])[] = [
  ['a path and a signature', (url) => `curl '${url}/hooks/${first}?sig=${second}%3D' ${json} -d '{"message":"hi"}'`],
  [
    'headers',
    (url) => `curl ${url} -H 'X-Acme-Auth: ${first}' -H 'X-Session: ${second}' ${json} -d '{"message":"hi"}'`,
  ],
  [
    'a shell variable, and JSON in JSON',
    (url) =>
      `API="${first}"\ncurl ${url} -H "X-Auth: $API" ${json} -d '{"message":"hi","c":"{\\"api_key\\":\\"${second}\\"}"}'`,
  ],
  [
    'a paste that is cut up',
    (url) =>
      `curl ${url} \\ \n  -H 'Authorization: Bearer ${first}'\n  -H 'X-A: ${second}' \\ # note\n  ${json}\n  -d '{"message":"hi"}'`,
  ],
];

describe('credentials without a name', () => {
  it.each(materials)('reach the agent, and no file and no event: %s', async (_what, material) => {
    const workspace = build().agent();
    const { url, asked } = await echoing();
    const { result, kept, events } = await author(workspace, material(url), { name: 'it' });
    expect(must(result)).toMatchObject({ ok: true });
    expect([...kept.values()].join(' ')).toMatch(new RegExp(`${first}.*${second}|${second}.*${first}`));
    const received = JSON.stringify(asked.at(-1));
    expect(received).toContain(first);
    expect(received).toContain(second);
    const written = allText(workspace.root) + JSON.stringify(events);
    expect(written).not.toMatch(new RegExp(`${first}|${second}`));
  });

  it('are not kept with what could not be proven', async () => {
    const workspace = build().agent();
    const { result, events } = await author(
      workspace,
      `node -e "process.exit(3)" -- -k ${first} --auth=${second} -p${first} '{{goal}}'`,
      { name: 'it', source: '--command' },
    );
    expect(must(result)).toMatchObject({ ok: false });
    const written = allText(workspace.root) + JSON.stringify([events, result]);
    expect(written).toContain('process.exit(3)');
    expect(written).not.toMatch(new RegExp(`${first}|${second}`));
  });
});

describe('an empty handle in the sample', () => {
  it('is sent empty on the first turn, and with the handle afterwards', async () => {
    const workspace = build().agent();
    const sent: unknown[] = [];
    const { url } = await answering((asked) => {
      sent.push(Reflect.get(asked, 'session'));
      return { reply: `You said: ${asked.message}`, session: 's-1' };
    });
    const { result } = await author(workspace, `curl ${url} ${json} -d '{"message":"hi","session":""}'`, {
      name: 'it',
    });
    expect(must(result)).toMatchObject({ ok: true });
    expect(sent[0]).toBe('');
    expect(sent).toContain('s-1');
  });
});

describe('a request that has no place for the goal', () => {
  it.each(['-X DELETE', '-X PUT', ''])('is not sent: curl %s', async (method) => {
    const { url, asked } = await echoing();
    const { result } = await author(build().agent(), `curl ${method} ${url}/users/5`, { name: 'it' });
    expect(result.ok).toBe(false);
    expect(asked).toEqual([]);
  });
});
