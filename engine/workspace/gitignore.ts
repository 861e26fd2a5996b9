import { join } from 'node:path';
import { readTextIfPresent } from './read-text';
import { writeFileAtomically } from './write-file';

/** What must not be committed from a Rook workspace (behaviour §1). */
const ignored = [
  '*.log',
  '.env',
  'cache/',
  'projects/*/jobs/',
  'projects/*/agents/*/state.json',
  '**/hook-state/',
  '**/run-state/',
];

/** Adds the missing lines to `.testmuai/rook/.gitignore`; lines already there stay. */
export async function ensureGitignore(rookDir: string): Promise<void> {
  const file = join(rookDir, '.gitignore');
  const text = (await readTextIfPresent(file)) ?? '';
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = ignored.filter((line) => !present.has(line));
  if (missing.length === 0) return;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const head = text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
  await writeFileAtomically(file, head + missing.map((line) => line + eol).join(''));
}
