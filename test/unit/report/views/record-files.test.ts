import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listRecordFiles, recordPath } from '../../../../engine/report/views/record-files';
import { RecordFile } from '../../../../schemas/panel';

let root: string;
let dir: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rook-records-'));
  dir = path.join(root, 'SC-001');
  mkdirSync(dir);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, text = 'x'): void {
  mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
  writeFileSync(path.join(dir, name), text);
}

describe('the files of a scenario', () => {
  test('all of them, its own first, by what they are; what hooks keep for themselves is left out', async () => {
    for (const name of ['verdict.yaml', 'response.json', 'shot.PNG', 'artifacts/page.html', 'artifacts/film.mp4'])
      write(name);
    for (const name of ['attempts/2/response.json', 'evidence/collect.json', 'hook-state/secret.json', 'icon.svg'])
      write(name);
    const { files, more } = await listRecordFiles(dir);
    expect(files.map(({ path: name, kind }) => `${name} ${kind}`)).toEqual([
      'icon.svg text',
      'response.json json',
      'shot.PNG image',
      'verdict.yaml text',
      'artifacts/film.mp4 binary',
      'artifacts/page.html text',
      'attempts/2/response.json json',
      'evidence/collect.json json',
    ]);
    expect(more).toBe(0);
    expect(files[0]?.size).toBe(1);
  });

  test('of very many, some are listed and the rest counted', async () => {
    mkdirSync(path.join(dir, 'artifacts'));
    for (let index = 0; index < 503; index++) writeFileSync(path.join(dir, 'artifacts', `${index}.txt`), '');
    const { files, more } = await listRecordFiles(dir);
    expect([files.length, more]).toEqual([500, 3]);
  });

  test('a scenario without a folder has none', async () => {
    expect(await listRecordFiles(path.join(root, 'SC-404'))).toEqual({ files: [], more: 0 });
  });

  test.skipIf(process.platform === 'win32')('links are not listed', async () => {
    symlinkSync(root, path.join(dir, 'out'));
    symlinkSync('/etc/hostname', path.join(dir, 'host.txt'));
    expect((await listRecordFiles(dir)).files).toEqual([]);
  });
});

describe('the path of a record', () => {
  test('a file of the folder', async () => {
    write('evidence/collect.json');
    expect(await recordPath(dir, 'evidence/collect.json')).toEqual({
      ok: true,
      value: path.join(dir, 'evidence', 'collect.json'),
    });
  });

  test('what is absent, no file, or leads out is refused in words', async () => {
    mkdirSync(path.join(dir, 'evidence'));
    writeFileSync(path.join(root, 'beside.txt'), '');
    const said = async (name: string) => {
      const found = await recordPath(dir, name);
      return found.ok ? found.value : found.error.message;
    };
    expect(await said('verdict.yaml')).toBe('this run has no verdict.yaml for the scenario');
    expect(await said('evidence')).toBe('evidence is not a file');
    expect(await said('../beside.txt')).toBe("../beside.txt leads out of the scenario's folder");
    if (process.platform !== 'win32') {
      symlinkSync(path.join(root, 'beside.txt'), path.join(dir, 'link.txt'));
      expect(await said('link.txt')).toBe("link.txt leads out of the scenario's folder");
    }
  });

  test('names that leave the folder do not even pass as a message', () => {
    const names = ['../x', 'a/../x', '/etc/passwd', '..', './x', 'a//b', 'a\\b', 'a/..', 'nul\0', '', 'x'.repeat(1001)];
    expect(names.filter((name) => RecordFile.safeParse(name).success)).toEqual([]);
    expect(RecordFile.safeParse('attempts/2/..hidden/x.json').success).toBe(true);
  });
});
