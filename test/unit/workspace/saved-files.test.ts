import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ObservedView } from '../../../engine/workspace/rules/file-view';
import { SavedFiles } from '../../../engine/workspace/rules/saved-files';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rook-saved-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function counting() {
  const made: string[] = [];
  return {
    made,
    of: (text: string) => {
      made.push(text);
      return text.length;
    },
  };
}

it('bytes that are no UTF-8 are known, and what is not there is not accused', () => {
  const [files, file] = [new SavedFiles(), join(folder, 'a.yaml')];
  expect(files.isUtf8(file)).toBe(true);
  writeFileSync(file, Buffer.from('goal: caf\u00e9\n', 'latin1'));
  expect(files.isUtf8(file)).toBe(false);
  writeFileSync(file, 'goal: caf\u00e9, \ufffd\n');
  expect(files.isUtf8(file)).toBe(true);
});

it('what was made of a file is made again only when the file has changed', () => {
  const [files, length, file] = [new SavedFiles(), counting(), join(folder, 'a.txt')];
  expect(files.derive(file, length)).toBeUndefined();
  writeFileSync(file, 'one');
  expect([files.derive(file, length), files.derive(file, length)]).toEqual([3, 3]);
  expect(length.made).toEqual(['one']);
  writeFileSync(file, 'three');
  expect(files.derive(file, length)).toBe(5);
  // Of the same size, and with the time of the old one put back: its identity or its change time tell.
  writeFileSync(file, 'seven');
  utimesSync(file, 1, 1);
  expect(files.derive(file, length)).toBe(5);
  expect(length.made).toEqual(['one', 'three', 'seven']);
  rmSync(file);
  expect(files.derive(file, length)).toBeUndefined();
});

it('two derivations of one file do not take each other for their own', () => {
  const [files, file] = [new SavedFiles(), join(folder, 'a.txt')];
  writeFileSync(file, 'text');
  expect(files.derive(file, { of: () => 1 })).toBe(1);
  expect(files.derive(file, { of: () => 2 })).toBe(2);
});

it('a folder tells what is in it now; what is none has nothing', () => {
  const files = new SavedFiles();
  expect(files.names(join(folder, 'sub'))).toEqual([]);
  mkdirSync(join(folder, 'sub'));
  expect(files.names(join(folder, 'sub'))).toEqual([]);
  writeFileSync(join(folder, 'sub/b'), '');
  writeFileSync(join(folder, 'sub/a'), '');
  expect(files.names(join(folder, 'sub'))).toEqual(['a', 'b']);
  expect(files.names(join(folder, 'sub/a'))).toEqual([]);
  expect([files.isFile(join(folder, 'sub')), files.isFile(join(folder, 'sub/a'))]).toEqual([false, true]);
});

it('what cannot be read, or is a pipe, a folder, enormous or a fault of the derivation, is nothing', () => {
  const files = new SavedFiles();
  const anything = { of: () => true };
  symlinkSync(join(folder, 'gone'), join(folder, 'link'));
  writeFileSync(join(folder, 'large'), Buffer.alloc(2 * 1024 * 1024 + 1));
  for (const name of ['link', 'large', '.', '\0'])
    expect(files.derive(join(folder, name), anything), name).toBeUndefined();
  writeFileSync(join(folder, 'file'), '');
  expect(
    files.derive(join(folder, 'file'), {
      of: () => {
        throw new Error('a fault');
      },
    }),
  ).toBeUndefined();
});

it('a view remembers every place that was asked about, found or not', () => {
  const view = new ObservedView(new SavedFiles());
  view.isFile('/a');
  view.names('/b');
  view.derive('/c', { of: () => 1 });
  view.isExecutable('/d');
  view.isFile('/a');
  expect([...view.places]).toEqual(['/a', '/b', '/c', '/d']);
});
