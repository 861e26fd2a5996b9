import { RootCauseAnswer } from '../../../schemas/judge';
import type { Cluster } from '../../../schemas/report';
import type { Reading } from '../../judge/model/ask-model';
import { clipped } from '../../judge/model/clipped';
import { ground } from '../../judge/model/grounding';
import { objectIn, objectsIn } from '../../judge/model/json-answer';
import { inventedFact } from '../../judge/model/simulated-user';
import { checkShape } from '../../workspace/check-shape';
import type { GivenVerdict } from './cluster-evidence';

/** What a root cause adds to a cluster. */
export type RootCause = Required<Pick<Cluster, 'cause' | 'remedy' | 'confidence' | 'fault'>> &
  Pick<Cluster, 'where' | 'summary'>;

const longestText = 1000;
const longestPlace = 300;

/** Reads what a model answered about a cluster. An answer that stands in the verdicts was written by somebody else. */
export function readRootCause(answer: string, given: readonly GivenVerdict[]): Reading<RootCauseAnswer> {
  const found = objectIn(answer, (value) => 'cause' in value && 'quotes' in value);
  if ('problem' in found) return found;
  const { value, problems } = checkShape(RootCauseAnswer, found.value, [], 'the answer');
  if (!value) return { problem: problems[0]?.message ?? 'the answer had another shape' };
  const echo = given
    .flatMap(({ recorded }) => recorded)
    .some((one) => objectsIn(one).objects.some(({ cause }) => cause === found.value.cause));
  return echo ? { problem: 'the answer repeats a cause that stands in the verdicts' } : { value };
}

/**
 * A root cause that the verdicts bear out: every quotation occurs in them, one at least in what was recorded, and the
 * cause names nothing that does not stand there. A place that they do not name is left out.
 */
export function groundRootCause(
  answer: RootCauseAnswer,
  given: readonly GivenVerdict[],
): { found: RootCause } | { why: string } {
  const all = { agent: given.flatMap(({ quotable }) => quotable), said: [] };
  const recorded = { agent: given.flatMap((one) => one.recorded), said: [] };
  if (answer.quotes.length === 0) return { why: 'it gave no quotation' };
  for (const quote of answer.quotes) {
    const grounding = ground(quote, all);
    if ('why' in grounding) return { why: `it ${grounding.why}` };
  }
  if (!answer.quotes.some((quote) => 'quote' in ground(quote, recorded)))
    return { why: 'it quoted only what the scenarios ask for' };
  const known = given.map(({ text, quotable }) => [text, ...quotable].join('\n')).join('\n');
  const invented = inventedFact(answer.cause, known);
  if (invented !== undefined)
    return { why: `its cause names ${JSON.stringify(invented)}, which is not in the verdicts` };
  const place = answer.where.trim();
  const summary = clipped(answer.summary, longestText);
  const { confidence, fault } = answer;
  return {
    found: {
      cause: clipped(answer.cause, longestText),
      remedy: clipped(answer.remedy, longestText),
      confidence,
      fault,
      ...(place !== '' && isNamed(place, known) && { where: clipped(place, longestPlace) }),
      ...(summary !== '' && inventedFact(summary, known) === undefined && { summary }),
    },
  };
}

function isNamed(place: string, known: string): boolean {
  return 'quote' in ground(place, { agent: [known], said: [] });
}
