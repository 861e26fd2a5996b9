/** Why something is masked. */
export type MaskKind = 'secret' | 'literal' | 'pattern';

/** A place in a text that is masked. Offsets in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
  kind: MaskKind;
  /** The variable, the kind of credential, or the number of the pattern. Never the value. */
  name: string;
  mask: string;
}

/** What was masked in a file, and how often; never the value. */
export interface Masked {
  kind: MaskKind;
  name: string;
  count: number;
}

/** Counts what is masked. */
export class Tally {
  private readonly counts = new Map<string, Masked>();

  add({ kind, name }: Pick<Masked, 'kind' | 'name'>, count = 1): void {
    const key = `${kind}:${name}`;
    const known = this.counts.get(key);
    if (known) known.count += count;
    else this.counts.set(key, { kind, name, count });
  }

  /** Everything that was counted, in one order whatever came first. */
  list(): Masked[] {
    const keyOf = ({ kind, name }: Masked): string => `${kind}:${name}`;
    return [...this.counts.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }
}

/**
 * A stretch of a text with its spans masked: those that overlap become one, with the mask of the first secret among them.
 * @returns where the stretch ends: behind `to` when a span does.
 */
export function applied(
  text: string,
  spans: readonly Span[],
  from: number,
  to: number,
  tally?: Tally,
): { text: string; end: number } {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let at = from;
  for (let index = 0; index < sorted.length; ) {
    const first = sorted[index];
    if (!first) break;
    let { end } = first;
    const joined = [first];
    for (index++; index < sorted.length; index++) {
      const next = sorted[index];
      if (!next || next.start >= end) break;
      joined.push(next);
      end = Math.max(end, next.end);
    }
    const shown = joined.find(({ kind }) => kind === 'secret') ?? first;
    parts.push(text.slice(at, first.start), shown.mask);
    tally?.add(shown);
    at = end;
  }
  const end = Math.max(at, to);
  parts.push(text.slice(at, end));
  return { text: parts.join(''), end };
}
