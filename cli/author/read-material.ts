import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Material } from '../../engine/author/material';
import { messageOf } from '../../engine/workspace/read-text';
import { ok, type Result, refuse } from '../../schemas/result';
import { pastedMaterial } from './terminal-person';

export interface MaterialFlags {
  from?: string;
  command?: string;
}

/** Most that is read as material, in bytes: an OpenAPI file may be large, a log file is none. */
const mostBytes = 16 * 1024 * 1024;

/** The material of `rook profile add`: `--command`, a file, standard input, or what is pasted (behaviour §13). */
export async function readMaterial({ from, command }: MaterialFlags): Promise<Result<Material>> {
  if (from !== undefined && command !== undefined)
    return refuse('--from and --command both say what to write the profile from', 'Give one of them.');
  const folder = process.cwd();
  if (command !== undefined) return notEmpty({ text: command, folder, source: '--command' });
  if (from !== undefined && from !== '-') return fromFile(resolve(from));
  if (process.stdin.isTTY) return notEmpty({ text: await pastedMaterial(), folder, source: 'what was pasted' });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk as Buffer); // standard input without an encoding gives bytes
    chunks.push(bytes);
    size += bytes.length;
    if (size > mostBytes) return tooLarge('standard input');
  }
  return decoded(Buffer.concat(chunks), folder, 'standard input');
}

async function fromFile(file: string): Promise<Result<Material>> {
  try {
    const bytes = await readFile(file);
    return bytes.length > mostBytes ? tooLarge(file) : decoded(bytes, dirname(file), file);
  } catch (error) {
    return refuse(`--from: ${messageOf(error)}`, 'Name a file that exists, or - for standard input.');
  }
}

function decoded(bytes: Buffer, folder: string, source: string): Result<Material> {
  try {
    return notEmpty({ text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), folder, source });
  } catch {
    return refuse(`${source} is not UTF-8 text`, 'Save it as UTF-8.'); // the decoder says no more
  }
}

function notEmpty(material: Material): Result<Material> {
  if (material.text.trim() !== '') return ok(material);
  return refuse(
    `${material.source} is empty: there is nothing to write a profile from`,
    "Give a cURL command, a command line (--command 'claude -p'), a URL, an OpenAPI or Postman file (--from).",
  );
}

function tooLarge(source: string): Result<Material> {
  return refuse(`${source} is larger than 16 MiB`, 'Give the part that says how the agent is called.');
}
