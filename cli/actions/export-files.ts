import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ExportedRun } from '../../engine/report/exports/exported-run';
import { junitXml } from '../../engine/report/exports/junit';
import { markdownReport } from '../../engine/report/exports/markdown';
import { sarifJson } from '../../engine/report/exports/sarif';
import { diskRefusal } from '../../engine/workspace/disk-fault';
import { writeFileAtomically } from '../../engine/workspace/write-file';
import { ok, type Result, refuse } from '../../schemas/result';
import type { ExportFlags, WriteBundle } from '../exports';
import { shownPath } from '../terminal/shown-path';
import { visibleLine } from '../terminal/visible-text';
import { version } from '../version';

type Format = 'junit' | 'sarif' | 'markdown' | 'html' | 'bundle';
const formats: Format[] = ['junit', 'sarif', 'markdown', 'html', 'bundle'];

/** Writes the reports that were asked for; each file has its old content or the new, never a part (see cli/exports.ts). */
export async function writeExportFiles(
  flags: ExportFlags,
  run: ExportedRun,
  writeBundle?: WriteBundle,
): Promise<Result<Record<string, string>>> {
  const targets = targetsOf(flags);
  if (!targets.ok) return targets;
  const written: Record<string, string> = {};
  for (const { format, file } of targets.value) {
    try {
      const done = format === 'bundle' ? await writeBundle?.(file) : await write(format, file, flags, run);
      if (done && !done.ok) return done;
    } catch (error) {
      const refusal = diskRefusal(error, 'run the command again');
      if (refusal) return refusal;
      throw error;
    }
    written[format] = file;
    process.stderr.write(`wrote ${visibleLine(shownPath(file))}\n`);
  }
  return ok(written);
}

/** The files, absolute. What cannot be written is said before anything is. */
function targetsOf(flags: ExportFlags): Result<{ format: Format; file: string }[]> {
  const targets: { format: Format; file: string }[] = [];
  for (const format of formats) {
    const given = flags[format];
    if (given === undefined) continue;
    if (given === '' || given === '-')
      return refuse(
        `--${format}: ${given === '' ? 'the name is empty' : 'standard output is not a file'}`,
        'Name a file: standard output has the report itself.',
      );
    const file = resolve(given);
    const kind = otherThanFile(file);
    if (kind === 'folder') return refuse(`--${format}: ${given} is a folder`, 'Name a file in it.');
    if (kind === 'special')
      return refuse(
        `--${format}: ${given} is a pipe, a socket or a device, and would be replaced`,
        'Name a file that is there, or a new one.',
      );
    const other = targets.find((target) => target.file === file);
    if (other) return refuse(`--${other.format} and --${format} name the same file: ${given}`, 'Give each its own.');
    targets.push({ format, file });
  }
  return ok(targets);
}

function otherThanFile(path: string): 'folder' | 'special' | undefined {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? undefined : 'special';
  } catch {
    return undefined; // absent or out of reach: writing will tell
  }
}

async function write(
  format: Exclude<Format, 'bundle'>,
  file: string,
  flags: ExportFlags,
  run: ExportedRun,
): Promise<void> {
  switch (format) {
    case 'junit':
      return writeFileAtomically(file, junitXml(run, { unverifiable: flags.junitUnverifiable ?? 'skipped' }));
    case 'sarif':
      return writeFileAtomically(file, sarifJson(run, version));
    case 'markdown':
      return writeFileAtomically(file, markdownReport(run));
    case 'html': {
      const { writeHtmlReport } = await import('../../engine/report/exports/entry');
      return writeHtmlReport(run, file, { version });
    }
    default:
      return format satisfies never;
  }
}
