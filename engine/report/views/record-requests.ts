import { open, readFile, stat } from 'node:fs/promises';
import type { PanelAnswer, PanelRequest } from '../../../schemas/panel';
import { ok, type Result, refuse } from '../../../schemas/result';
import { readTextIfPresent } from '../../workspace/read-text';
import { cutTexts, textAt } from './cut-texts';
import { recordPath } from './record-files';

/** Larger files are opened in an editor. Bytes. */
const mostTextBytes = 256 * 1024 * 1024;
/** JSON with more values, or deeper ones, is shown as the text that it is: no tree of it could be sent or read. */
const mostValues = 200_000;
const deepest = 200;

/** Larger images are opened in an editor. Bytes. */
const mostImageBytes = 20 * 1024 * 1024;

/** A file of a scenario's folder: JSON as a value, anything else (and JSON that is torn) as text. Long texts are cut. */
export async function readRecord(scenarioDir: string, file: string): Promise<Result<PanelAnswer>> {
  const text = await recordText(scenarioDir, file);
  if (!text.ok) return text;
  const read = file.toLowerCase().endsWith('.json') ? parsed(text.value) : undefined;
  const { value, cuts } = cutTexts(read && fitsTree(read.value) ? read.value : text.value);
  return ok({ kind: 'json', value, cuts, size: Buffer.byteLength(text.value) });
}

/** A portion of a text in such a file: of the string at `path` in JSON, of the file itself when the path is empty. */
export async function readRecordText(
  scenarioDir: string,
  { file, path, start, end }: Extract<PanelRequest, { ask: 'recordText' }>,
): Promise<Result<PanelAnswer>> {
  const text = await recordText(scenarioDir, file);
  if (!text.ok) return text;
  const found = textAt(path.length === 0 ? text.value : parsed(text.value)?.value, path, start, end);
  return found ? ok({ kind: 'text', ...found }) : refuse(`${file} has changed: this text is not there any more`);
}

/** An image, recognised by its first bytes: what only has the name of one is refused. SVG is text. */
export async function readImage(scenarioDir: string, file: string): Promise<Result<PanelAnswer>> {
  const path = await recordPath(scenarioDir, file);
  if (!path.ok) return path;
  const handle = await open(path.value);
  try {
    const { size } = await handle.stat();
    if (size > mostImageBytes)
      return refuse(`${file} has ${size} bytes, too many to be shown here`, 'Open it in an editor.');
    const head = Buffer.alloc(12);
    await handle.read(head, 0, 12, 0);
    const type = imageType(head);
    if (!type) return refuse(`${file} is not a PNG, JPEG, GIF or WebP image`, 'Open it in an editor.');
    return ok({ kind: 'image', type, base64: (await readFile(path.value)).toString('base64') });
  } finally {
    await handle.close();
  }
}

function imageType(head: Buffer): Extract<PanelAnswer, { kind: 'image' }>['type'] | undefined {
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (/^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) return 'image/gif';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

async function recordText(scenarioDir: string, file: string): Promise<Result<string>> {
  const path = await recordPath(scenarioDir, file);
  if (!path.ok) return path;
  const { size } = await stat(path.value);
  if (size > mostTextBytes)
    return refuse(`${file} has ${size} bytes, too many to be shown here`, 'Open it in an editor.');
  const text = await readTextIfPresent(path.value);
  return text === undefined ? refuse(`this run has no ${file} for the scenario`) : ok(text);
}

/** The value of a JSON text; undefined when it is torn. */
function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined; // it is shown as the text that it is
  }
}

function fitsTree(value: unknown): boolean {
  let level = [value];
  let seen = 0;
  for (let depth = 0; level.length > 0; depth++) {
    seen += level.length;
    if (depth > deepest || seen > mostValues) return false;
    const next: unknown[] = [];
    for (const one of level)
      if (one !== null && typeof one === 'object') for (const inner of Object.values(one)) next.push(inner);
    level = next;
  }
  return true;
}
