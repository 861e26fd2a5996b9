import type { DocumentPath } from './criterion';

/** How much a problem matters: an error keeps something from working, a warning makes it work otherwise than written. */
export const problemSeverities = ['error', 'warning', 'information', 'hint'] as const;
export type ProblemSeverity = (typeof problemSeverities)[number];

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
  /** Other places that have to do with it. */
  related?: RelatedPlace[];
}

/** A place in the same or another file, 1-based, and what it has to do with a problem. */
export interface RelatedPlace {
  file: string;
  line: number;
  column: number;
  message: string;
}
