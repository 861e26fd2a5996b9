import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result, refuse } from '../../schemas/result';

export interface Asset {
  type: string;
  body: Buffer;
}

/** The files of the panel, by the name under which they are served. No other file of the machine is. */
const types = {
  'panel.js': 'text/javascript; charset=utf-8',
  'panel.css': 'text/css; charset=utf-8',
  'browser.css': 'text/css; charset=utf-8',
  'codicon.css': 'text/css; charset=utf-8',
  'codicon.ttf': 'font/ttf',
  'rook.svg': 'image/svg+xml',
} as const;

/** Reads them all, once. @param folder where the build put them */
export async function readAssets(folder: string): Promise<Result<Map<string, Asset>>> {
  const assets = new Map<string, Asset>();
  for (const [name, type] of Object.entries(types)) {
    try {
      assets.set(name, { type, body: await readFile(join(folder, name)) });
    } catch {
      return refuse(`a file of the panel is missing: ${join(folder, name)}`, 'Install Rook again, or build it.');
    }
  }
  return ok(assets);
}
