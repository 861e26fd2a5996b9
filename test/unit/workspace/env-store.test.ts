import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvStore } from '../../../engine/workspace/env-store';
import { RookHome } from '../../../engine/workspace/home';

let folder: string;
let root: string;
let store: EnvStore;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-env-')));
  root = join(folder, 'my shop');
  mkdirSync(root);
  store = storeOf(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const storeOf = (workspace: string) => new EnvStore(new RookHome(join(folder, 'home')), workspace);
const set = (values: Record<string, string>, of = store) => of.set(new Map(Object.entries(values)));

async function values(of = store): Promise<Record<string, string>> {
  const read = await of.values();
  if (!read.ok) throw new Error(read.error.message);
  return Object.fromEntries(read.value);
}

const mode = (file: string) => statSync(file).mode & 0o777;

describe('the store of values', () => {
  it('keeps what it is given, exactly, and nothing in the workspace', async () => {
    const odd = {
      A: ' a "b" \\ \'c\' ',
      B: 'two\nlines\r\n',
      C: 'ünï 💡 \u2028 \u0085 \u007f\t',
      _d1: '# no comment: true',
    };
    expect(await values()).toEqual({});
    expect(await set(odd)).toEqual({ ok: true, value: true });
    expect(await set({ E: '1' })).toMatchObject({ ok: true });
    expect(await values(storeOf(root))).toEqual({ ...odd, E: '1' });
    expect(readdirSync(root)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is for its owner alone, also when somebody has loosened it', async () => {
    await set({ A: '1' });
    const { file } = store;
    expect([mode(file), mode(dirname(file)), mode(dirname(dirname(file)))]).toEqual([0o600, 0o700, 0o700]);
    chmodSync(file, 0o644);
    await set({ A: '2' });
    expect(mode(file)).toBe(0o600);
    expect(readdirSync(dirname(file))).toHaveLength(1); // no lock, no temporary file
  });

  it('is another one for each workspace, whatever their folders are called', async () => {
    const other = join(folder, 'elsewhere', 'my shop');
    mkdirSync(other, { recursive: true });
    await set({ A: 'mine' });
    await set({ A: 'other' }, storeOf(other));
    expect(await values()).toEqual({ A: 'mine' });
    expect(await values(storeOf(other))).toEqual({ A: 'other' });
    expect(JSON.parse(readFileSync(store.file, 'utf8'))).toMatchObject({ version: 1, workspace: root });
    expect(store.file).toMatch(/my-shop-[0-9a-f]{16}\.json$/);
  });

  it.skipIf(process.platform === 'win32')('is the same one by every way to a workspace', async () => {
    symlinkSync(root, join(folder, 'link'));
    await set({ A: 'mine' });
    expect(await values(storeOf(join(folder, 'link')))).toEqual({ A: 'mine' });
  });

  it('removes values, all or none, and says which there are', async () => {
    await set({ A: '1', B: '2' });
    expect(await store.remove(['A', 'X', 'Y'])).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('X, Y'), remedy: 'There are values for A, B.' },
    });
    expect(await values()).toEqual({ A: '1', B: '2' });
    expect(await store.remove(['A'])).toMatchObject({ ok: true });
    expect(await values()).toEqual({ B: '2' });
  });

  it.each([
    ['1A', 'x', '"1A" is not the name'],
    ['A-B', 'x', '"A-B" is not the name'],
    ['', 'x', '"" is not the name'],
    ['__proto__', 'x', 'is not the name'],
    ['OK', '', 'the value of OK is empty'],
    ['OK', 'secret\0', 'NUL'],
    ['OK', 's'.repeat(128 * 1024), '128 KiB'],
  ])('refuses %s with a value that cannot be one, and keeps nothing of that call', async (name, value, said) => {
    const refused = await set({ FINE: 'x', [name]: value });
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining(said) } });
    expect(JSON.stringify(refused)).not.toContain('secret');
    expect(existsSync(store.file)).toBe(false);
  });

  it.each([
    ['not JSON', '{"version": 1, "values": {"TOKEN": "s3cret-value'],
    ['of another shape', '{"version": 1, "workspace": "/x", "values": {"TOKEN": ["s3cret-value"]}}'],
    ['of a later version', '{"version": 2, "workspace": "/x", "values": {"TOKEN": "s3cret-value"}}'],
  ])('that is %s is refused with its place, told without its values, and left as it is', async (_, text) => {
    await set({ A: '1' });
    writeFileSync(store.file, text);
    for (const refused of [await store.values(), await set({ B: '2' }), await store.remove(['A'])]) {
      expect(refused).toMatchObject({ ok: false, error: { place: { file: store.file } } });
      expect(JSON.stringify(refused)).not.toContain('s3cret');
    }
    expect(readFileSync(store.file, 'utf8')).toBe(text);
    expect(readdirSync(dirname(store.file))).toHaveLength(1);
  });

  it('keeps keys that it does not know', async () => {
    await set({ A: '1' });
    const file = JSON.parse(readFileSync(store.file, 'utf8'));
    writeFileSync(store.file, JSON.stringify({ ...file, note: 'mine' }));
    await set({ B: '2' });
    expect(JSON.parse(readFileSync(store.file, 'utf8'))).toMatchObject({ note: 'mine', values: { A: '1', B: '2' } });
  });

  it('says so when a file stands where its folder belongs', async () => {
    mkdirSync(join(folder, 'home'));
    writeFileSync(join(folder, 'home', 'env'), '');
    expect(await set({ A: '1' })).toMatchObject({ ok: false, error: { message: expect.stringContaining('env') } });
    expect(await values()).toEqual({});
  });
});
