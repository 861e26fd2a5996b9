import type { LocatedProblem } from '../../../schemas/problem';
import type { FileView } from './file-view';

/** What takes the place of bytes that are no UTF-8 when a file is read. */
const lost = '\uFFFD';

/**
 * A file that was not saved as UTF-8: what cannot be read is lost, and the goal that reaches an agent is another one. A text
 * that speaks of the replacement character itself is right.
 */
export function encodingProblems(text: string, file: string, files: FileView): LocatedProblem[] {
  const start = text.indexOf(lost);
  if (start < 0 || files.isUtf8(file)) return [];
  const before = text.slice(0, start).split('\n');
  const [first = '', last = ''] = [before[0], before.at(-1)];
  return [
    {
      code: 'wrong-encoding',
      severity: 'error',
      message: `the file is not saved as UTF-8: what stands here is read as ${lost}`,
      remedy: 'Save it as UTF-8.',
      path: [],
      file,
      line: before.length,
      column: last.length + 1 - (before.length === 1 && first.startsWith('\uFEFF') ? 1 : 0),
      range: { start, end: start + 1 },
    },
  ];
}
