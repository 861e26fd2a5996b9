import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type JudgeConfig, readJudgeConfig } from '../../../engine/workspace/judge-config';
import { keyInFile } from '../../../engine/workspace/key-in-file';
import { splitProgram } from '../../../engine/workspace/split-program';
import type { JudgeSettings } from '../../../schemas/judge';
import { formatRefusal, type Result } from '../../../schemas/result';

const rookDir = mkdtempSync(join(tmpdir(), 'rook-judge-config-'));
afterAll(() => rmSync(rookDir, { recursive: true, force: true }));

async function read(
  settings: Record<string, unknown> | undefined,
  env: NodeJS.ProcessEnv = {},
  user?: JudgeSettings,
): Promise<Result<JudgeConfig | undefined>> {
  writeFileSync(join(rookDir, 'settings.json'), JSON.stringify({ judge: settings }, null, 2));
  const judge = settings as JudgeSettings | undefined; // what the reader of settings.json has checked
  return readJudgeConfig({ workspace: { rookDir, settings: { judge } }, env, ...(user && { user }) });
}

const local = { provider: 'openai-compatible', model: 'm', base_url: 'http://localhost:11434/v1/' };

describe('the configuration of a judge', () => {
  it('is none where nothing is set; blank counts as not set', async () => {
    expect(await read(undefined)).toEqual({ ok: true, value: undefined });
    expect(await read({ provider: null }, { ROOK_JUDGE_PROVIDER: ' ', ROOK_JUDGE_MODEL: '' })).toMatchObject({
      value: undefined,
    });
    expect(await read(undefined, { ROOK_JUDGE_API_KEY: 'alone' })).toMatchObject({ value: undefined });
  });

  it('has its limits from settings.json, else the usual ones', async () => {
    expect(await read(local)).toMatchObject({
      value: {
        provider: 'openai-compatible',
        model: 'm',
        baseUrl: 'http://localhost:11434/v1',
        timeoutMs: 120_000,
        maxSteps: 8,
      },
    });
    expect(await read({ ...local, timeout_seconds: 5, max_steps: 2 })).toMatchObject({
      value: { timeoutMs: 5000, maxSteps: 2 },
    });
  });

  it('comes from user settings, settings.json and the environment; later ones win, field by field', async () => {
    const user = { provider: 'openai-compatible', model: 'user', base_url: 'http://user/v1' } as const;
    expect(await read({ model: 'file' }, {}, user)).toMatchObject({
      value: { model: 'file', baseUrl: 'http://user/v1' },
    });
    expect(await read({ model: 'file' }, { ROOK_JUDGE_MODEL: 'env' }, user)).toMatchObject({ value: { model: 'env' } });
  });

  it('of another provider does not inherit model and address', async () => {
    const env = { ROOK_JUDGE_PROVIDER: 'anthropic', ROOK_JUDGE_MODEL: 'big', ANTHROPIC_API_KEY: 'k' };
    const found = await read(local, env);
    expect(found).toMatchObject({
      value: { provider: 'anthropic', model: 'big', key: { variable: 'ANTHROPIC_API_KEY' } },
    });
    expect(found.ok && found.value).not.toHaveProperty('baseUrl');
    expect(await read(local, { ROOK_JUDGE_PROVIDER: 'google', GEMINI_API_KEY: 'k' })).toMatchObject({ ok: false });
  });

  it('with a command alone is a command', async () => {
    expect(await read(local, { ROOK_JUDGE_COMMAND: 'judge "a b" --x' })).toMatchObject({
      value: { provider: 'command', command: ['judge', 'a b', '--x'] },
    });
  });

  it.each([
    ['ROOK_JUDGE_API_KEY', { ROOK_JUDGE_API_KEY: 'a', OPENAI_API_KEY: 'b' }],
    ['OPENAI_API_KEY', { OPENAI_API_KEY: 'b' }],
  ])('has its key from %s', async (variable, env) => {
    const { provider, model, base_url: address } = local;
    const own = { ROOK_JUDGE_PROVIDER: provider, ROOK_JUDGE_MODEL: model, ROOK_JUDGE_BASE_URL: address };
    expect(await read(undefined, { ...env, ...own })).toMatchObject({ value: { key: { variable } } });
  });

  it('at an address that comes with the workspace gets no key that was made for another', async () => {
    const found = await read(local, { OPENAI_API_KEY: 'b' });
    expect(found.ok && found.value).not.toHaveProperty('key');
    expect(await read(local, { OPENAI_API_KEY: 'b', ROOK_JUDGE_API_KEY: 'a' })).toMatchObject({
      value: { key: { variable: 'ROOK_JUDGE_API_KEY' } },
    });
  });

  it.each<[string, Record<string, unknown> | undefined, NodeJS.ProcessEnv, string]>([
    ['an unknown provider', undefined, { ROOK_JUDGE_PROVIDER: 'antropic' }, 'ROOK_JUDGE_PROVIDER is antropic'],
    ['no provider', { model: 'm' }, {}, 'settings.json:3:14: judge.model is set, but no provider is'],
    ['no provider in the environment', undefined, { ROOK_JUDGE_MODEL: 'm' }, 'ROOK_JUDGE_MODEL is set'],
    ['no model', { provider: 'google' }, { ROOK_JUDGE_API_KEY: 'k' }, 'judge.model is not set'],
    ['no address', { provider: 'openai-compatible', model: 'm' }, {}, 'judge.base_url is not set'],
    ['no command', { provider: 'command' }, {}, 'judge.command is not set'],
    ['no key', { provider: 'anthropic', model: 'm' }, {}, 'there is no key for it'],
    ['no URL', { ...local, base_url: 'localhost 1' }, {}, 'which is no URL'],
    ['a command for a shell', { provider: 'command', command: 'a | b' }, {}, 'judge.command: the command holds |'],
    ['a key in the file', { ...local, api_key: 'sk' }, {}, 'settings.json:6:16: judge.api_key holds a credential'],
    ['a key in a command', { provider: 'command', command: 'x --key sk-abcdefghijklmnopqrst' }, {}, 'looks like a key'],
    ['a password in the address', { ...local, base_url: 'http://a:b@host/v1' }, {}, 'user name or password'],
  ])('is refused with %s', async (_, settings, env, message) => {
    const found = await read(settings, env);
    expect(found.ok ? 'fine' : formatRefusal(found.error)).toContain(message);
    expect(found).toMatchObject({ error: { remedy: expect.any(String) } });
    expect(JSON.stringify(found)).not.toContain('sk-abcdefghijklmnopqrst');
  });
});

describe('a key in a file', () => {
  it.each(['api_key', 'apiKey', 'key', 'token', 'access_token', 'Authorization', 'secret', 'password'])(
    'is known by its field: %s',
    (field) => {
      expect(keyInFile({ [field]: 'x' })).toMatchObject({ field });
      expect(keyInFile({ [field]: '' })).toBeUndefined();
    },
  );

  it('is not seen in what is none', () => {
    expect(keyInFile({ ...local, command: 'claude -p --model sk', max_tokens: 5, timeout_seconds: 3 })).toBeUndefined();
  });
});

describe('a command', () => {
  it.each([
    ['a b  c', ['a', 'b', 'c']],
    [`a 'b "c"' "d 'e'"`, ['a', 'b "c"', "d 'e'"]],
    ['a "" b', ['a', '', 'b']],
    ['a\\ b c\\"d', ['a b', 'c"d']],
    ['"C:\\Program Files\\x.exe" C:\\y', ['C:\\Program Files\\x.exe', 'C:\\y']],
    ['a --x="b c" $HOME ~', ['a', '--x=b c', '$HOME', '~']],
    ['a \'b|c\' "d && e"', ['a', 'b|c', 'd && e']],
  ])('%s', (text, words) => {
    expect(splitProgram(text)).toEqual({ ok: true, value: words });
  });

  it.each([
    'a | b',
    'a && b',
    'a; b',
    'a > b',
    'a < b',
    'a >> b',
    'a $(b)',
    'a `b`',
    'a & b',
    'a\nb',
    'a "b',
    "a 'b",
    ' ',
    '""',
  ])('that is none is refused: %j', (text) => {
    expect(splitProgram(text)).toMatchObject({ ok: false, error: { remedy: expect.any(String) } });
  });
});
