import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readImage, readRecord, readRecordText } from '../../../../engine/report/views/record-requests';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'rook-record-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = (name: string, content: string | Buffer): void => writeFileSync(path.join(dir, name), content);
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

describe('a file of the record', () => {
  test('JSON is a value, anything else is text, and so is JSON that is torn', async () => {
    write('a.json', '{"a":[1]}');
    write('torn.json', '{"a":[1');
    write('page.html', '<script>1</script>');
    expect(await readRecord(dir, 'a.json')).toEqual({
      ok: true,
      value: { kind: 'json', value: { a: [1] }, cuts: [], size: 9 },
    });
    expect(await readRecord(dir, 'torn.json')).toMatchObject({ value: { value: '{"a":[1' } });
    expect(await readRecord(dir, 'page.html')).toMatchObject({ value: { value: '<script>1</script>' } });
  });

  test('long texts are cut, and the rest is read in portions', async () => {
    write('a.json', JSON.stringify({ out: 'x'.repeat(150_000) }));
    write('log.txt', `${'line\n'.repeat(40_000)}end`);
    const json = await readRecord(dir, 'a.json');
    expect(json).toMatchObject({ value: { cuts: [{ path: ['out'], length: 150_000 }] } });
    const read = (file: string, at: (string | number)[], start: number, end: number) =>
      readRecordText(dir, { ask: 'recordText', file, path: at, start, end });
    expect(await read('a.json', ['out'], 149_998, 160_000)).toEqual({
      ok: true,
      value: { kind: 'text', text: 'xx', length: 150_000 },
    });
    expect(await read('log.txt', [], 200_000, 200_003)).toMatchObject({ value: { text: 'end' } });
    expect(await read('a.json', ['gone'], 0, 1)).toMatchObject({
      ok: false,
      error: { message: 'a.json has changed: this text is not there any more' },
    });
  });

  test('JSON of which no tree could be sent is text', async () => {
    write('deep.json', `${'['.repeat(5000)}${']'.repeat(5000)}`);
    write('wide.json', JSON.stringify(Array.from({ length: 250_000 }, () => 0)));
    expect(await readRecord(dir, 'deep.json')).toMatchObject({ value: { value: expect.stringMatching(/^\[\[\[/) } });
    expect(await readRecord(dir, 'wide.json')).toMatchObject({
      value: { value: expect.stringMatching(/^\[0,0/), cuts: [{ path: [] }] },
    });
  });

  test('a file that no page could hold is refused', async () => {
    write('huge.log', '');
    truncateSync(path.join(dir, 'huge.log'), 256 * 1024 * 1024 + 1);
    expect(await readRecord(dir, 'huge.log')).toMatchObject({
      ok: false,
      error: { remedy: 'Open it in an editor.' },
    });
    expect(await readRecord(dir, 'none.txt')).toMatchObject({ ok: false });
  });
});

describe('images', () => {
  test('are known by their first bytes', async () => {
    write('shot.png', png);
    write('really-a-gif.png', Buffer.from('GIF89a0000000'));
    expect(await readImage(dir, 'shot.png')).toEqual({
      ok: true,
      value: { kind: 'image', type: 'image/png', base64: png.toString('base64') },
    });
    expect(await readImage(dir, 'really-a-gif.png')).toMatchObject({ value: { type: 'image/gif' } });
  });

  test('what only has the name of one, and what is too large, is refused', async () => {
    write('page.png', '<html><script>1</script>');
    write('vector.png', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    write('large.png', png);
    truncateSync(path.join(dir, 'large.png'), 20 * 1024 * 1024 + 1);
    for (const name of ['page.png', 'vector.png', 'large.png', 'none.png'])
      expect(await readImage(dir, name)).toMatchObject({ ok: false });
  });
});
