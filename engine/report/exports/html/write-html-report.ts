import { readRun } from '../../../workspace/runs';
import { writeStreamAtomically } from '../../../workspace/write-stream';
import { scenarioViewOf } from '../../views/scenario-view';
import type { ExportedRun } from '../exported-run';
import { htmlReport } from './html-report';

export interface WriteOptions {
  /** Of what writes it. */
  version: string;
  signal?: AbortSignal;
  /** How many of how many scenarios are written. */
  onProgress?: (done: number, total: number) => void;
}

/** Writes a run as one page, scenario by scenario. When it is aborted, or the disk refuses, nothing is left of it. */
export async function writeHtmlReport(run: ExportedRun, file: string, options: WriteOptions): Promise<void> {
  const stored = await readRun(run.dir);
  let done = 0;
  const source = {
    viewOf: (scenarioId: string, attempt: number) => {
      options.signal?.throwIfAborted();
      if (attempt === 1) options.onProgress?.(done++, run.outcomes.length);
      return scenarioViewOf(stored, scenarioId, attempt);
    },
  };
  await writeStreamAtomically(file, htmlReport(run, source, options.version), options.signal);
}
