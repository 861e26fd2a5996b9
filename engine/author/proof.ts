import type { Draft, Path, Place, Target } from './draft';
import { type AnswerCandidate, plausibleAnswers, rankAnswers, textAt } from './reading/rank-answers';
import { readReply } from './reading/reply';
import { type Observed, type ReadingHints, type Refinement, refineDraft } from './refine-draft';

/** Who says that the answer stands at a place. */
export type ChosenBy = 'ranking' | 'person' | 'hint';

/** What a further reply says of the place where the answer was found. */
export type Judgement =
  | { kind: 'holds' }
  /** With all replies together another place is clearly the answer. */
  | { kind: 'better'; draft: Draft; answer: AnswerCandidate }
  /** The place says the same, whatever is asked; the candidates are texts that do change. */
  | { kind: 'constant'; candidates: AnswerCandidate[] }
  /** With all replies together it is not clear any more. */
  | { kind: 'doubtful'; candidates: AnswerCandidate[] };

/** Replies to one way to ask, oldest first. */
export type Replies = readonly [Observed, ...Observed[]];

/**
 * Reads the reply of a proof again, together with all that came before it.
 * @param seen oldest first; the newest is that of the proof, whose goal was not asked before.
 * @param refused places that a person has said not to be the answer.
 */
export function judgeProof(
  draft: Draft,
  seen: Replies,
  { chosenBy, refused, hints }: { chosenBy: ChosenBy; refused: readonly Path[]; hints: ReadingHints },
): Judgement {
  const { kind } = draft.target;
  const place = draft.reading?.answer ?? { path: [] };
  const constant = isConstant(place, seen, kind);
  if (!constant && chosenBy !== 'ranking') return { kind: 'holds' };
  const { answer: _place, ...others } = hints;
  const fresh = refined(draft, seen, others);
  if (fresh.kind === 'reads' && !isRefused(fresh.answer.place, refused)) {
    const is = fresh.answer.place;
    if (!constant && sameTexts(place, is, seen, kind)) return { kind: 'holds' };
    if (chosenBy === 'ranking' && hasText(is, seen, kind) && !isConstant(is, seen, kind))
      return { kind: 'better', draft: withAnswerOf(draft, fresh.draft), answer: fresh.answer };
  }
  const candidates = otherPlaces(kind, seen, refused);
  if (constant) return { kind: 'constant', candidates };
  const [first] = candidates;
  // Others have come nearer to it, and it is still ahead of them.
  if (!first || sameTexts(place, first.place, seen, kind)) return { kind: 'holds' };
  return { kind: 'doubtful', candidates };
}

/** What all the replies together say of a draft. */
export function refined(draft: Draft, seen: Replies, hints: ReadingHints): Refinement {
  const last = seen.at(-1) ?? seen[0];
  return refineDraft(draft, [...seen.slice(0, -1), last], hints);
}

/** The places that may be the answer, likeliest first, without those that say the same whatever is asked, and the refused. */
export function otherPlaces(kind: Target['kind'], seen: Replies, refused: readonly Path[]): AnswerCandidate[] {
  const ranked = rankAnswers(seen.map(({ exchange, goal }) => ({ reply: readReply(exchange, kind), goal })));
  return plausibleAnswers(ranked.filter(({ place }) => !isConstant(place, seen, kind) && !isRefused(place, refused)));
}

/** Whether a text is again the first one, although something else was asked. */
export function isConstant(place: Place, seen: readonly Observed[], kind: Target['kind']): boolean {
  const [first] = seen;
  const last = seen.at(-1);
  if (!first || !last || first.goal === last.goal) return false;
  return textOf(first, place, kind).trim() === textOf(last, place, kind).trim();
}

/** What stands at a place in a reply. */
export function textOf({ exchange }: Observed, place: Place, kind: Target['kind']): string {
  const reply = readReply(exchange, kind);
  const text = textAt(reply, place);
  return reply.format === 'text' ? text.trim() : text;
}

/** Whether a place is one of those that a person has refused. */
export function isRefused({ path }: Place, refused: readonly Path[]): boolean {
  return refused.some((one) => JSON.stringify(one) === JSON.stringify(path));
}

/** Two places that have the same text in every reply are one as far as anybody can tell. */
function sameTexts(one: Place, other: Place, seen: Replies, kind: Target['kind']): boolean {
  return seen.every((reply) => textOf(reply, one, kind) === textOf(reply, other, kind));
}

function hasText(place: Place, seen: Replies, kind: Target['kind']): boolean {
  return seen.every((reply) => textOf(reply, place, kind).trim() !== '');
}

/** What was learned of the reply; how the conversation goes on stays as it was shown to work. */
function withAnswerOf(draft: Draft, fresh: Draft): Draft {
  if (!fresh.reading) return draft;
  const { conversation: other, ...reading } = fresh.reading;
  const before = draft.reading?.conversation;
  const sameFormat = draft.reading?.format === reading.format;
  const conversation = before && (sameFormat ? before : (other ?? before));
  return { ...draft, reading: { ...reading, ...(conversation && { conversation }) } };
}
