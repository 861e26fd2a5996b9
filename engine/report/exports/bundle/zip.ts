import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive, in pieces. */
export interface ZipEntry {
  path: string;
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/** An archive without the 64-bit extension holds no more; every program can open it then. */
const mostEntries = 65_000;
const mostBytes = 4_000_000_000;
/** So much is compressed at once, so that who waits for it is not held up. */
const pieceLength = 256 * 1024;

/** An archive became larger than what every program can open. */
export class ArchiveTooLarge extends Error {
  override name = 'ArchiveTooLarge';
}

/**
 * Makes an archive while its files come, none of them in memory as a whole. Times are the earliest there are, so the same
 * files make the same bytes.
 * @throws {ArchiveTooLarge}
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let fault: Error | undefined;
  const archive = new Zip((error, data) => {
    if (error) fault = error;
    else ready.push(data);
  });
  let written = 0;
  let count = 0;
  const take = function* (): Generator<Uint8Array> {
    if (fault) throw fault;
    const pieces = ready;
    ready = [];
    for (const piece of pieces) {
      written += piece.length;
      if (written > mostBytes) throw new ArchiveTooLarge(`more than ${mostBytes / 1e9} GB`);
      yield piece;
    }
  };
  for await (const { path, pieces } of entries) {
    if (++count > mostEntries) throw new ArchiveTooLarge(`more than ${mostEntries} files`);
    const file = new ZipDeflate(path, { level: 6 });
    file.mtime = new Date(1980, 0, 1); // times in archives are local ones: this is the same one everywhere
    archive.add(file);
    let size = 0;
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
      size += bytes.length;
      if (size > mostBytes) throw new ArchiveTooLarge(`${path} is larger than ${mostBytes / 1e9} GB`);
      for (let at = 0; at < bytes.length; at += pieceLength) {
        file.push(bytes.subarray(at, at + pieceLength));
        yield* take();
        await breath();
      }
    }
    file.push(new Uint8Array(0), true);
    yield* take();
  }
  archive.end();
  yield* take();
}

/** Lets everything else in this process have its turn. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
