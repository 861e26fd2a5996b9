import { formatPath, formatPlace } from '../../engine/author/reading/path';
import type { AnswerCandidate } from '../../engine/author/reading/rank-answers';
import { visibleInOneLine } from '../terminal/visible-text';

/** The places that may hold the answer, as lines that follow a message; an empty text when there are none. */
export function candidatesText(candidates: readonly AnswerCandidate[]): string {
  if (candidates.length === 0) return '';
  const lines = candidates.map(
    ({ place, text }) => `  ${formatPlace(place)}: ${visibleInOneLine(JSON.stringify(text.slice(0, 120)))}`,
  );
  return `\nIt may be one of these:\n${lines.join('\n')}`;
}

/** The same for `--json` (behaviour §13). */
export function candidateDocuments(
  candidates: readonly AnswerCandidate[],
): { path: string; place: string; text: string }[] {
  return candidates.map(({ place, text }) => ({ path: formatPath(place.path), place: formatPlace(place), text }));
}
