import type { RedKind } from '../../../schemas/gate';

// biome-ignore lint/suspicious/noExplicitAny: mutations break whatever shape a document has
type Document = any;
type File = 'run.json' | 'report.json';

/** One thing that is wrong with the documents of a clean pass, and where each gate must stop. */
export interface Mutation {
  name: string;
  /** What the gate script says before its reason. */
  step: 'setup' | 'incomplete' | 'does not add up' | 'policy';
  message: string;
  /** What `rook gate` calls it, and a part of its first reason. */
  kind: RedKind;
  error: string;
  /** Changes the text of both files. */
  change(texts: Record<File, string>): Record<File, string | Uint8Array>;
}

function edit(file: File | 'both', change: (document: Document) => void): Mutation['change'] {
  return (texts) => {
    const changed = (one: File): string => {
      if (file !== 'both' && file !== one) return texts[one];
      const document = JSON.parse(texts[one]);
      change(document);
      return JSON.stringify(document);
    };
    return { 'run.json': changed('run.json'), 'report.json': changed('report.json') };
  };
}

function text(file: File, change: (text: string) => string | Uint8Array): Mutation['change'] {
  return (texts) => ({ ...texts, [file]: change(texts[file]) });
}

const totals = (fields: object, file: File | 'both' = 'report.json') =>
  edit(file, (document) => Object.assign(document.report.totals, fields));

const notCompleted = { step: 'incomplete', message: 'not that of a run that completed', kind: 'incomplete' } as const;
const noDocument = { step: 'setup', message: 'run.json is not one JSON document', kind: 'setup' } as const;
const noReport = {
  step: 'does not add up',
  message: 'report.json is not one JSON document',
  kind: 'inconsistent',
} as const;
const otherRun = { step: 'does not add up', message: 'report.json is not that of run', kind: 'inconsistent' } as const;
const counts = { step: 'does not add up', message: 'the counts in report.json', kind: 'inconsistent' } as const;
const policy = { step: 'policy', message: 'not every scenario passed' } as const;

export const mutations: Mutation[] = [
  {
    name: 'run.json without ok',
    ...notCompleted,
    error: 'ok is missing',
    change: edit('run.json', (run) => delete run.ok),
  },
  {
    name: 'run.json without halted',
    ...notCompleted,
    error: 'halted is missing',
    change: edit('run.json', (run) => delete run.halted),
  },
  {
    name: 'run.json without discarded',
    ...notCompleted,
    error: 'discarded is missing',
    change: edit('run.json', (run) => delete run.discarded),
  },
  {
    name: 'halted as a text',
    ...notCompleted,
    error: 'halted must be false, found the text "false"',
    change: edit('run.json', (run) => {
      run.halted = 'false';
    }),
  },
  {
    name: 'an empty run id',
    ...notCompleted,
    error: 'run_id is empty',
    change: edit('run.json', (run) => {
      run.run_id = '';
    }),
  },
  {
    name: 'a list as report',
    ...notCompleted,
    error: 'report must be an object',
    change: edit('run.json', (run) => {
      run.report = [];
    }),
  },
  {
    name: 'a truncated run.json',
    ...noDocument,
    error: 'it is not JSON',
    change: text('run.json', (all) => all.slice(0, -40)),
  },
  { name: 'an empty run.json', ...noDocument, error: 'it is empty', change: text('run.json', () => '') },
  {
    name: 'two documents in run.json',
    ...noDocument,
    error: 'something follows the document',
    change: text('run.json', (all) => `${all}${all}`),
  },
  {
    name: 'a byte order mark before run.json',
    ...noDocument,
    error: 'byte order mark',
    change: text('run.json', (all) => `\uFEFF${all}`),
  },
  {
    name: 'another id in run.json',
    ...otherRun,
    error: 'fixture-other',
    change: edit('run.json', (run) => {
      run.run_id = 'fixture-other';
    }),
  },
  {
    name: 'another id around the report',
    ...otherRun,
    error: 'fixture-other',
    change: edit('report.json', (report) => {
      report.run_id = 'fixture-other';
    }),
  },
  {
    name: 'another id in the report',
    ...otherRun,
    error: 'fixture-other',
    change: edit('report.json', ({ report }) => {
      report.run_id = 'fixture-other';
    }),
  },
  {
    name: 'a truncated report.json',
    ...noReport,
    error: 'it is not JSON',
    change: text('report.json', (all) => all.slice(0, 300)),
  },
  {
    name: 'two documents in report.json',
    ...noReport,
    error: 'something follows the document',
    change: text('report.json', (all) => `${all}{}`),
  },
  {
    name: 'a byte order mark before report.json',
    ...noReport,
    error: 'byte order mark',
    change: text('report.json', (all) => `\uFEFF${all}`),
  },
  {
    name: 'report.json in UTF-16',
    ...noReport,
    error: 'UTF-16',
    change: text('report.json', (all) => Buffer.from(`\uFEFF${all}`, 'utf16le')),
  },
  {
    name: 'a count that is not there',
    ...counts,
    error: 'totals.not_run is missing',
    change: edit('report.json', ({ report }) => delete report.totals.not_run),
  },
  { name: 'a negative count', ...counts, error: 'totals.failed must be', change: totals({ failed: -1, passed: 4 }) },
  { name: 'a float', ...counts, error: 'found 2.5', change: totals({ passed: 2.5, failed: 0.5 }) },
  { name: 'a number as a text', ...counts, error: 'the text "3"', change: totals({ passed: '3' }) },
  { name: 'null as a count', ...counts, error: 'found null', change: totals({ unjudged: null }) },
  { name: 'a huge count', ...counts, error: 'totals.passed must be', change: totals({ passed: 1e300 }) },
  { name: 'counts that do not add up', ...counts, error: 'executed is 3', change: totals({ passed: 1 }) },
  {
    name: 'fewer scenarios than expected',
    ...counts,
    error: '3 were expected',
    change: totals({ planned: 2, executed: 2, passed: 2, decided: 2 }, 'both'),
  },
  {
    name: 'no clusters',
    ...counts,
    error: 'clusters is missing',
    change: edit('report.json', ({ report }) => delete report.clusters),
  },
  {
    name: 'a cluster of an unknown kind',
    ...counts,
    error: 'clusters[0].kind',
    change: edit('report.json', ({ report }) => {
      report.clusters = [{ kind: 'fine' }];
    }),
  },
  {
    name: 'one that failed',
    ...policy,
    kind: 'finding',
    error: '1 scenario failed',
    change: totals({ passed: 2, failed: 1, pass_rate: 2 / 3 }, 'both'),
  },
  {
    name: 'one that was compromised',
    ...policy,
    kind: 'finding',
    error: 'compromised',
    change: edit('report.json', ({ report }) => {
      report.clusters = [{ kind: 'compromised' }];
    }),
  },
  {
    name: 'one that is Unable to Verify',
    ...policy,
    kind: 'blocked',
    error: '1 scenario could not be verified',
    change: totals({ passed: 2, unverifiable: 1, decided: 2, pass_rate: 2 / 3 }, 'both'),
  },
  {
    name: 'one without a grade',
    ...policy,
    kind: 'blocked',
    error: '1 scenario ran and got no grade',
    change: totals({ passed: 2, unjudged: 1, decided: 2 }, 'both'),
  },
];
