import { type Grade, unable } from './grade';

/** When collect failed, what is missing proves nothing: collect might have brought it. */
export function evidenceMissing(expected: string, what: string): Grade {
  return unable(
    'not_observable',
    expected,
    `collect failed, so ${what} proves nothing: collect may have been to bring it`,
    'Mend the collect hook, then collect again.',
  );
}
