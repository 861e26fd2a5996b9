import { Redactor } from '../../lifecycle/redactor';
import { literalSpansIn } from '../../workspace/literal-secrets/literal-secrets';
import { PatternFinder, type UserPattern } from './redaction-patterns';
import { type SecretPair, writtenForms } from './redaction-secrets';
import { applied, type Span, type Tally } from './redaction-spans';

/** A text is looked through in portions of this length, in UTF-16 units. */
const portionLength = 1024 * 1024;
/** So much of the next portion is seen, too: what begins in one may end there. Longer than any form of a value. */
const overlapLength = 256 * 1024;
/** So much of what went before is seen, for what looks behind itself. */
const contextLength = 1024;

export interface RedactionSizes {
  portion: number;
  overlap: number;
}

/**
 * Masks what must not leave the machine: secret values that are known here, in every form in which records and reports write
 * them; literal credentials by their form or their name; and what the user's patterns match. Spans that overlap are masked
 * as one, so nothing is left of either.
 */
export class Redaction {
  private readonly redactor: Redactor;
  private readonly finder: PatternFinder;

  constructor(
    readonly looksFor: { secrets: readonly SecretPair[]; patterns: readonly UserPattern[] },
    private readonly sizes: RedactionSizes = { portion: portionLength, overlap: overlapLength },
    limitMs?: number,
  ) {
    this.redactor = new Redactor(writtenForms(looksFor.secrets));
    this.finder = new PatternFinder(looksFor.patterns, limitMs);
  }

  /** Names of the variables whose values are looked for, and of those whose values are too short. */
  get variables(): { masked: string[]; tooShort: string[] } {
    const short = new Set(new Redactor(this.looksFor.secrets).unmasked);
    const names = [...new Set(this.looksFor.secrets.map(([name]) => name))].sort();
    return { masked: names.filter((name) => !short.has(name)), tooShort: names.filter((name) => short.has(name)) };
  }

  /** A text with everything masked. @throws {PatternTimeout} */
  async text(text: string, tally?: Tally): Promise<string> {
    const { portion, overlap } = this.sizes;
    const out: string[] = [];
    for (let from = 0; from < text.length; ) {
      const lookFrom = Math.max(0, from - contextLength);
      const to = Math.min(text.length, from + portion);
      const window = text.slice(lookFrom, Math.min(text.length, to + overlap));
      const [found = []] = await this.finder.find([window]);
      const spans = this.spansIn(window, found)
        .map((span) => ({ ...span, start: span.start + lookFrom, end: span.end + lookFrom }))
        .filter(({ start }) => start >= from);
      const result = applied(text, begunBefore(to, spans), from, to, tally);
      out.push(result.text);
      from = result.end;
      // Whoever waits in this process has a turn: an extension host has others to serve.
      if (from < text.length) await new Promise((resolve) => setImmediate(resolve));
    }
    return out.join('');
  }

  /**
   * A value of which every text is masked, keys included.
   * @param kept keys and texts that stay as they are, when they are that and nothing else
   */
  async value<T>(value: T, tally?: Tally, kept?: ReadonlySet<string>): Promise<T> {
    const texts = new Set<string>();
    collect(value, texts);
    const masked = await this.texts(
      [...texts].filter((text) => !kept?.has(text)),
      tally,
    );
    return replaced(value, masked) as T; // the same shape: only texts differ
  }

  /** Markup, in which only what stands between tags is looked through for all; tags, for secret values alone. */
  async markup(text: string, tally?: Tally): Promise<string> {
    const parts = text.split(/(<style>[\s\S]*?<\/style>|<[^>]*>)/);
    const masked = await this.texts([...new Set(parts.filter((_, index) => index % 2 === 0))], tally);
    return parts
      .map((part, index) =>
        index % 2 === 0
          ? (masked.get(part) ?? part)
          : applied(part, this.secretSpans(part), 0, part.length, tally).text,
      )
      .join('');
  }

  /** Whether bytes that are no text hold a secret value, as text of any common encoding would. */
  holdsSecret(bytes: Buffer): boolean {
    const odd = bytes.subarray(1);
    return [bytes.toString('utf8'), bytes.toString('utf16le'), odd.toString('utf16le')].some(
      (text) => this.secretSpans(text).length > 0,
    );
  }

  async dispose(): Promise<void> {
    await this.finder.dispose();
  }

  private async texts(texts: string[], tally: Tally | undefined): Promise<Map<string, string>> {
    const masked = new Map<string, string>();
    let batch: string[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      const found = await this.finder.find(batch);
      for (const [index, text] of batch.entries())
        masked.set(text, applied(text, this.spansIn(text, found[index] ?? []), 0, text.length, tally).text);
      batch = [];
      size = 0;
    };
    for (const text of texts) {
      if (text.length > this.sizes.portion) masked.set(text, await this.text(text, tally));
      else {
        batch.push(text);
        size += text.length;
        if (size > this.sizes.portion) await flush();
      }
    }
    await flush();
    return masked;
  }

  private spansIn(text: string, found: readonly { pattern: number; start: number; end: number }[]): Span[] {
    const literals = literalSpansIn(text).map(
      ({ start, end, what }): Span => ({
        start,
        end: what === 'a private key' ? endOfKey(text, end) : end,
        kind: 'literal',
        // The name beside a value is the text's own: it may be anything.
        name: what.startsWith('a literal value of') ? 'a value of a name that says it is secret' : what,
        mask: '«credential»',
      }),
    );
    const patterns = found.map(
      ({ pattern, start, end }): Span => ({
        start,
        end,
        kind: 'pattern',
        name: `pattern ${pattern + 1}`,
        mask: '«redacted»',
      }),
    );
    return [...this.secretSpans(text), ...literals, ...patterns];
  }

  private secretSpans(text: string): Span[] {
    return this.redactor
      .spans(text)
      .map(({ start, end, mask }): Span => ({ start, end, mask, kind: 'secret', name: mask.slice(1, -1) }));
  }
}

/** A private key reaches to its last line; one that is cut off, as far as its letters go. */
function endOfKey(text: string, from: number): number {
  const rest = text.slice(from, from + overlapLength);
  const end = /-----END [A-Z ]*PRIVATE KEY-----/.exec(rest);
  return from + (end ? end.index + end[0].length : (/^(?:[A-Za-z0-9+/=\s]|\\[nr])*/.exec(rest)?.[0].length ?? 0));
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (Array.isArray(value)) for (const inner of value) collect(inner, texts);
  else if (value !== null && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) {
      texts.add(key);
      collect(inner, texts);
    }
}

function replaced(value: unknown, masked: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return masked.get(value) ?? value;
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, masked));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [masked.get(key) ?? key, replaced(inner, masked)]),
  );
}

/** The spans that begin before a place, and those that overlap one of them: they are masked as one. */
function begunBefore(place: number, spans: readonly Span[]): Span[] {
  let reach = place;
  return [...spans]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start >= reach) return false;
      reach = Math.max(reach, end);
      return true;
    });
}
