import type { DocumentPath } from './criterion';

export type ProblemSeverity = 'error' | 'warning' | 'hint';

/** Something wrong in a file, found before anything runs. `path` says where in the document; `at` which half of the pair. */
export interface Problem {
  code: string;
  severity: ProblemSeverity;
  message: string;
  remedy?: string;
  path: DocumentPath;
  at?: 'key' | 'value';
}

/** 0-based offsets into the text. */
export interface TextRange {
  start: number;
  end: number;
}

/** A problem with its place: 1-based line and column (UTF-16 units), and the range as offsets. */
export interface LocatedProblem extends Problem {
  file: string;
  line: number;
  column: number;
  range: TextRange;
}
