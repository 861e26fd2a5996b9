import type { CutText, QuotePlace, ScenarioView } from '../../../schemas/panel-view';
import type { HookRecord, HooksFile } from '../../../schemas/record';
import { findQuotation, quotationsIn } from './quote-search';

type Path = CutText['path'];

/** A text or a value that can be quoted. */
interface Source {
  path: Path;
  value: unknown;
}

/** A longer text is searched for the likeliest quotation only, in UTF-16 units. */
const hugeText = 5_000_000;
/** Values of JSON that are looked through; what stands behind them is not found. */
const mostValues = 100_000;

/**
 * Where the quotations in the criteria's evidence stand: in what the agent said, else in its tool calls, else in what was
 * said to it, else in what hooks printed as errors. What is not found is absent: evidence may be words of a judge's own.
 * @param view whole: with no text cut
 */
export function quotesOf(view: ScenarioView): QuotePlace[] {
  const criteria = view.verdict?.criteria ?? [];
  if (criteria.length === 0) return [];
  const sources = textsOf(view);
  const calls = lazily(() => callSources(view.hooks).map(({ path, value }) => ({ path, text: JSON.stringify(value) })));
  return criteria.flatMap(({ evidence, attempt }, index) => {
    // The records that are shown are those of one attempt.
    if (typeof attempt === 'number' && attempt !== (view.attempt ?? 1)) return [];
    const place = callQuoted(evidence, calls) ?? textQuoted(evidence, sources);
    return place ? [{ of: ['verdict', 'criteria', index, 'evidence'], ...place }] : [];
  });
}

/** Checks of calls give the call itself as evidence, as compact JSON; a long one ends in dots. */
function callQuoted(evidence: string, calls: () => { path: Path; text: string }[]): Omit<QuotePlace, 'of'> | undefined {
  if (!evidence.startsWith('{')) return undefined;
  const cut = evidence.endsWith('…');
  const begin = cut ? evidence.slice(0, -1) : evidence;
  const same = calls().filter(({ text }) => (cut ? text.startsWith(begin) : text === begin));
  return same[0] && { path: same[0].path, others: same.length - 1 };
}

function textQuoted(evidence: string, sources: Source[]): Omit<QuotePlace, 'of'> | undefined {
  const quotations = quotationsIn(evidence);
  for (const quotation of quotations) {
    let first: Omit<QuotePlace, 'of'> | undefined;
    let count = 0;
    for (const { path, value } of sources) {
      if (typeof value !== 'string' || (value.length > hugeText && quotation !== quotations[0])) continue;
      const found = findQuotation(value, quotation);
      if (!found) continue;
      first ??= { path, start: found.start, end: found.end, others: 0 };
      count += found.count;
    }
    if (first) return { ...first, others: count - 1 };
  }
  return undefined;
}

/** The texts that are looked through, in that order. */
function textsOf(view: ScenarioView): Source[] {
  const { response, goal } = view;
  const transcript = response?.transcript ?? [];
  const messages = transcript.map(({ role, content }, index) => ({
    role,
    path: ['response', 'transcript', index, 'content'],
    value: content,
  }));
  const output = transcript.length === 0 ? [{ path: ['response', 'output'], value: response?.output }] : [];
  return [
    ...messages.filter(({ role }) => role === 'agent'),
    ...output,
    ...callSources(view.hooks).flatMap(textsWithin),
    ...messages.filter(({ role }) => role === 'user'),
    // A conversation begins with the goal: it is one text.
    ...(messages.some(({ value }) => value === goal) ? [] : [{ path: ['goal'], value: goal }]),
    ...view.timeline.map(({ stderr }, index) => ({ path: ['timeline', index, 'stderr'], value: stderr })),
  ];
}

/** The calls that count as observed (behaviour §3): those that collect returned replace those of the turns. */
function callSources(hooks: HooksFile | undefined): Source[] {
  const { collect, execute } = hooks?.phases ?? {};
  if (collect?.ok && Array.isArray(collect.data?.calls)) return callsOf(collect, ['hooks', 'phases', 'collect']);
  const path = ['hooks', 'phases', 'execute'];
  if (execute?.turns) return execute.turns.flatMap((turn, index) => callsOf(turn, [...path, 'turns', index]));
  return execute ? callsOf(execute, path) : [];
}

function callsOf(record: HookRecord, path: Path): Source[] {
  const calls = record.ok ? record.data?.calls : undefined;
  return Array.isArray(calls) ? calls.map((value, index) => ({ path: [...path, 'data', 'calls', index], value })) : [];
}

/** Every text in a value of JSON, in its order. */
function textsWithin(source: Source): Source[] {
  const texts: Source[] = [];
  const waiting = [source];
  for (let seen = 0; seen < mostValues; seen++) {
    const next = waiting.pop();
    if (!next) break;
    const { path, value } = next;
    if (typeof value === 'string') texts.push(next);
    else if (value !== null && typeof value === 'object') {
      const inner = Array.isArray(value) ? value.map((one, index) => [index, one] as const) : Object.entries(value);
      for (const [key, one] of inner.reverse()) waiting.push({ path: [...path, key], value: one });
    }
  }
  return texts;
}

/** Made when it is first needed. */
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
