import { join } from 'node:path';
import * as z from 'zod';
import type { RunEntry } from '../../../schemas/panel-view';
import { Report } from '../../../schemas/report';
import { RunFile } from '../../../schemas/run';
import { runLayout } from '../../workspace/layout';
import { readSections } from '../../workspace/record-sections';
import { readRecordText } from '../../workspace/record-text';
import { readStored, storedValue } from '../../workspace/runs';
import { stampOf } from './run-stamp';

const RunHead = z.object({
  name: RunFile.shape.name,
  created: RunFile.shape.created,
  status: RunFile.shape.status,
});
const Headline = Report.pick({ headline: true });

/** Runs read at once. */
const batchSize = 16;

/** Runs as a list names them. What was read of a run is kept until its files change. */
export class RunEntries {
  private readonly known = new Map<string, { stamp: string; entry: RunEntry }>();

  constructor(private readonly runsDir: string) {}

  /** The entries of runs, in the order of their ids. What cannot be read of a run is absent in its entry. */
  async read(ids: readonly string[]): Promise<RunEntry[]> {
    const entries: RunEntry[] = [];
    for (let start = 0; start < ids.length; start += batchSize)
      entries.push(...(await Promise.all(ids.slice(start, start + batchSize).map((id) => this.entry(id)))));
    return entries;
  }

  private async entry(id: string): Promise<RunEntry> {
    const layout = runLayout(join(this.runsDir, id));
    const stamp = await stampOf(layout);
    const known = this.known.get(id);
    if (known?.stamp === stamp) return known.entry;
    const [file, report] = await Promise.all([readHead(layout.runFile), readHeadline(layout.reportFile)]);
    const entry: RunEntry = {
      runId: id,
      ...(file?.name && { name: file.name }),
      ...(file?.created !== undefined && { created: file.created }),
      ...(file?.status && { status: file.status }),
      // The report of a run that goes on is that of its earlier part.
      ...(report && file?.status !== 'running' && { headline: report.headline }),
    };
    this.known.set(id, { stamp, entry });
    return entry;
  }
}

async function readHead(runFile: string): Promise<z.infer<typeof RunHead> | undefined> {
  const text = storedValue(await readRecordText(runFile));
  if (!text) return undefined;
  return readSections(text, runFile, RunHead) ?? storedValue(await readStored(runFile, RunFile));
}

async function readHeadline(reportFile: string): Promise<z.infer<typeof Headline> | undefined> {
  const text = storedValue(await readRecordText(reportFile));
  if (!text) return undefined;
  return readSections(text, reportFile, Headline) ?? storedValue(await readStored(reportFile, Report));
}
