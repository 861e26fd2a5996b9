import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { effectiveEnvironment, profileEnvironment } from '../../../engine/lifecycle/effective-environment';
import { EnvStore } from '../../../engine/workspace/env-store';
import { ProfileFile, toProfile } from '../../../schemas/profile';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rook-effective-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The host of a run: what the process has, what the editor's secret storage has, what is stored. */
async function hostWith(from: {
  process?: Record<string, string>;
  secrets?: Record<string, string>;
  store?: Record<string, string>;
}) {
  const env = { ROOK_HOME: join(root, 'home'), ...from.process };
  const store = EnvStore.of(env, root);
  if (from.store) expect(await store.set(new Map(Object.entries(from.store)))).toMatchObject({ ok: true });
  const asked: string[] = [];
  const secrets = {
    get: async (variable: string) => {
      asked.push(variable);
      return from.secrets?.[variable];
    },
  };
  return { env, workspace: { root }, store, asked, ...(from.secrets && { secrets }) };
}

const profileWith = (changes: object) =>
  toProfile(ProfileFile.parse({ id: 'p', hooks: { execute: 'a.mjs' }, ...changes }));

describe('the effective environment', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'knows a variable called %s as its own alone',
    async (name) => {
      const without = await effectiveEnvironment([name], await hostWith({}));
      expect(without.ok && without.value.sources.size).toBe(0);
      const stored = await effectiveEnvironment([name], await hostWith({ store: { [name]: 'v' } }));
      expect(stored.ok && [stored.value.sources.get(name), stored.value.env[name]]).toEqual(['store', 'v']);
    },
  );

  it.each([
    ['the process environment', 'process', { process: { A: 'p' }, secrets: { A: 's' }, store: { A: 'f' } }, 'p'],
    ['secret storage', 'secret-storage', { process: { A: '' }, secrets: { A: 's' }, store: { A: 'f' } }, 's'],
    ['the store', 'store', { process: { A: '' }, secrets: { A: '' }, store: { A: 'f' } }, 'f'],
    ['the store, outside an editor', 'store', { store: { A: 'f' } }, 'f'],
  ])('takes a value from %s first, and an empty one counts as missing', async (_, source, from, value) => {
    const effective = await effectiveEnvironment(['A'], await hostWith(from));
    if (!effective.ok) throw new Error(effective.error.message);
    expect(effective.value.env.A).toBe(value);
    expect([...effective.value.sources]).toEqual([['A', source]]);
  });

  it('holds nothing of what is kept and was not asked for', async () => {
    const host = await hostWith({ process: { P: 'p' }, secrets: { B: 'b' }, store: { A: 'a', OTHER: 'o' } });
    const effective = await effectiveEnvironment(['A'], host);
    if (!effective.ok) throw new Error(effective.error.message);
    expect(Object.keys(effective.value.env).sort()).toEqual(['A', 'P', 'ROOK_HOME']);
    expect(host.asked).toEqual(['A']);
  });

  it('has what a profile declares, and what its hook_env refers to', async () => {
    const profile = profileWith({ env: [{ variable: 'TOKEN' }], hook_env: { URL: 'http://${HOST}/' } });
    const host = await hostWith({ store: { TOKEN: 't', HOST: 'h', OTHER: 'o' } });
    expect(await profileEnvironment(profile, host)).toMatchObject({ ok: true, value: { TOKEN: 't', HOST: 'h' } });
    expect(await profileEnvironment(profile, host)).not.toHaveProperty('value.OTHER');
  });

  it('that lacks something is refused with the commands that set it, and the names', async () => {
    const profile = profileWith({ env: [{ variable: 'TOKEN', purpose: 'for staging' }], hook_env: { URL: '${HOST}' } });
    expect(await profileEnvironment(profile, await hostWith({ store: { HOST: 'h' } }))).toMatchObject({
      error: {
        message: expect.stringContaining('\n  TOKEN: for staging'),
        remedy: expect.stringContaining('rook env set TOKEN'),
        missing: ['TOKEN'],
      },
    });
  });

  it('needs no store that can be read as long as nothing is missing', async () => {
    const host = await hostWith({ process: { A: 'a' }, store: { B: 'b' } });
    writeFileSync(host.store.file, 'broken');
    expect(await effectiveEnvironment(['A'], host)).toMatchObject({ ok: true });
    expect(await effectiveEnvironment(['A', 'B'], host)).toMatchObject({
      ok: false,
      error: { place: { file: host.store.file } },
    });
  });

  it('is refused when the secret storage fails', async () => {
    const secrets = { get: () => Promise.reject(new Error('no keyring')) };
    expect(await effectiveEnvironment(['A'], { ...(await hostWith({})), secrets })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('no keyring'), remedy: expect.stringContaining('rook env set') },
    });
  });
});
