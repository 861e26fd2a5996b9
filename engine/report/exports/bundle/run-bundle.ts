import type { StoredRun } from '../../../workspace/runs';
import { scenarioViewOf } from '../../views/scenario-view';
import type { ExportedRun } from '../exported-run';
import { htmlReport, type ScenarioSource } from '../html/html-report';
import { junitXml } from '../junit';
import { markdownReport } from '../markdown';
import type { Redaction } from '../redaction';
import { Tally } from '../redaction-spans';
import { type BundleFile, type LeftOut, listBundleFiles, readBundleFile } from './bundle-files';
import { ownWords } from './own-words';
import { RedactedNames } from './redacted-names';
import { type RedactedRun, redactedRun } from './redacted-run';
import { redactedText } from './redacted-text';
import { type RedactionList, redactionList, redactionMarkdown } from './redaction-list';
import { type ZipEntry, zipOf } from './zip';

export interface BundleOptions {
  redaction: Redaction;
  /** Of what writes it. */
  version: string;
  /** Takes in what is no text, as it is. */
  includeBinary?: boolean;
  signal?: AbortSignal;
  /** How many of how many steps are done: files, then scenarios of the page. */
  onProgress?: (done: number, total: number) => void;
  /** The file that is looked through, for a fault in it. */
  onFile?: (path: string) => void;
}

/** A run as an archive, in pieces, and what was masked in it once it is whole. */
export interface RunBundle {
  pieces: AsyncIterable<Uint8Array>;
  list(): RedactionList;
}

/**
 * A run's folder with everything masked, its page, its reports, and a list of what was masked. Every text goes through the
 * same pass; the same run and the same secrets make the same bytes.
 */
export function runBundle(stored: StoredRun, exported: ExportedRun, options: BundleOptions): RunBundle {
  const { redaction, signal, onProgress, onFile } = options;
  const names = new RedactedNames(redaction);
  const leftOut: LeftOut[] = [];
  const tallies: { path: string; tally: Tally }[] = [];
  let whole: RedactionList | undefined;

  const counted = (path: string): Tally => {
    const tally = new Tally();
    tallies.push({ path, tally });
    signal?.throwIfAborted();
    onFile?.(path);
    return tally;
  };

  async function* entries(): AsyncGenerator<ZipEntry> {
    const listed = await listBundleFiles(stored.layout.runDir);
    const run = await redactedRun(exported, redaction, names);
    for (const one of listed.leftOut) leftOut.push({ ...one, path: await names.path(one.path) });
    const total = listed.files.length + run.run.outcomes.length;
    for (const [index, file] of listed.files.entries()) {
      onProgress?.(index, total);
      yield* fileEntry(file, run.run.id);
    }
    let done = listed.files.length;
    yield { path: 'report.html', pieces: pagePieces(run, () => onProgress?.(done++, total)) };
    yield {
      path: 'report.md',
      pieces: [await redaction.text(markdownReport(run.run), counted('report.md'))],
    };
    yield {
      path: 'junit.xml',
      pieces: [await redaction.markup(junitXml(run.run, { unverifiable: 'skipped' }), counted('junit.xml'))],
    };
    whole = redactionList(
      run.run.id,
      redaction,
      tallies.map(({ path, tally }) => ({ path, masked: tally.list() })),
      leftOut,
    );
    yield { path: 'REDACTION.md', pieces: [redactionMarkdown(whole)] };
    yield { path: 'redaction.json', pieces: [`${JSON.stringify(whole, undefined, 2)}\n`] };
  }

  async function* fileEntry(file: BundleFile, folder: string): AsyncGenerator<ZipEntry> {
    const path = await names.path(file.path);
    const tally = counted(path);
    const content = await readBundleFile(file);
    switch (content.kind) {
      case 'text':
        yield { path: `${folder}/${path}`, pieces: [await redactedText(file.path, content.text, redaction, tally)] };
        return;
      case 'binary':
        if (!options.includeBinary) leftOut.push({ path, why: 'binary' });
        else if (redaction.holdsSecret(content.bytes)) leftOut.push({ path, why: 'secret' });
        else yield { path: `${folder}/${path}`, pieces: [content.bytes] };
        return;
      default:
        leftOut.push({ path, why: content.kind });
    }
  }

  async function* pagePieces({ run, originalId }: RedactedRun, step: () => void): AsyncGenerator<string> {
    const tally = counted('report.html');
    const source: ScenarioSource = {
      viewOf: async (id, attempt) => {
        signal?.throwIfAborted();
        if (attempt === 1) step();
        const view = await scenarioViewOf(stored, originalId.get(id) ?? id, attempt);
        return redaction.value(view, tally, ownWords());
      },
    };
    for await (const piece of htmlReport(run, source, options.version)) yield await redaction.markup(piece, tally);
  }

  return {
    pieces: zipOf(entries()),
    list: () => {
      if (!whole) throw new Error('the bundle is not whole yet');
      return whole;
    },
  };
}
