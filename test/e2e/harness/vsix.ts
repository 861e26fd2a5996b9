import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';

const centralEntry = 0x02014b50;
const endOfDirectory = 0x06054b50;
const stored = 0;
const deflated = 8;

/**
 * Installs a packaged extension the way VS Code does: `extension/*` goes to `<publisher>.<name>-<version>`.
 * @returns the folder of the installed extension
 */
export function installVsix(vsix: string, extensionsFolder: string): string {
  const files = readZip(readFileSync(vsix));
  const manifestFile = files.get('extension/package.json');
  if (!manifestFile) throw new Error(`${vsix} holds no extension/package.json`);
  const manifest: unknown = JSON.parse(manifestFile.toString('utf8'));
  const target = path.join(extensionsFolder, folderName(manifest));
  for (const [name, content] of files) {
    if (!name.startsWith('extension/') || name.endsWith('/')) continue;
    const file = path.join(target, name.slice('extension/'.length));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return target;
}

function folderName(manifest: unknown): string {
  if (
    typeof manifest === 'object' &&
    manifest !== null &&
    'publisher' in manifest &&
    'name' in manifest &&
    'version' in manifest
  ) {
    return `${manifest.publisher}.${manifest.name}-${manifest.version}`;
  }
  throw new Error('The extension manifest lacks publisher, name or version');
}

/** Reads a zip archive without encryption and below 4 GB, by its central directory. */
function readZip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== endOfDirectory) end--;
  if (end < 0) throw new Error('Not a zip archive');
  const files = new Map<string, Buffer>();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(entry) !== centralEntry) throw new Error('Broken zip directory');
    const nameLength = archive.readUInt16LE(entry + 28);
    const name = archive.toString('utf8', entry + 46, entry + 46 + nameLength);
    files.set(name, readContent(archive, entry, name));
    entry += 46 + nameLength + archive.readUInt16LE(entry + 30) + archive.readUInt16LE(entry + 32);
  }
  return files;
}

function readContent(archive: Buffer, entry: number, name: string): Buffer {
  const method = archive.readUInt16LE(entry + 10);
  const size = archive.readUInt32LE(entry + 20);
  const local = archive.readUInt32LE(entry + 42);
  // The local header has its own lengths; its extra field may differ from the directory's.
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const content = archive.subarray(start, start + size);
  if (method === stored) return content;
  if (method === deflated) return inflateRawSync(content);
  throw new Error(`${name}: compression method ${method} is not known`);
}
