/** Values shorter than this are not masked: they would hit ordinary text (behaviour §14). */
const shortestSecret = 6;

interface Needle {
  text: string;
  mask: string;
}

/**
 * Masks secret values as `«NAME»` wherever they show up: as they are, JSON-escaped, URL-encoded or in base64
 * (at any of its three alignments). Longer ones first, so that a secret inside another is not half masked.
 */
export class Redactor {
  private readonly needles: Needle[];
  private readonly pattern: RegExp | undefined;
  private readonly masks: Map<string, string>;
  /** Names of secrets that are too short to be masked. */
  readonly unmasked: string[];

  /** @param secrets name → value, or pairs of them where a name has several values. */
  constructor(secrets: Record<string, string> | readonly (readonly [string, string])[]) {
    const pairs: readonly (readonly [string, string])[] = Array.isArray(secrets) ? secrets : Object.entries(secrets);
    const entries = pairs.filter(([, value]) => value !== '');
    this.unmasked = entries.filter(([, value]) => value.length < shortestSecret).map(([name]) => name);
    const all = entries
      .filter(([, value]) => value.length >= shortestSecret)
      .flatMap(([name, value]) => formsOf(value).map((text) => ({ text, mask: `«${name}»` })));
    const unique = new Map(all.map((needle) => [needle.text, needle]));
    this.needles = [...unique.values()].sort((a, b) => b.text.length - a.text.length);
    this.masks = new Map(this.needles.map(({ text, mask }) => [text, mask]));
    this.pattern =
      this.needles.length === 0
        ? undefined
        : new RegExp(this.needles.map(({ text }) => escapePattern(text)).join('|'), 'g');
  }

  /** False when there is nothing to mask. */
  get active(): boolean {
    return this.pattern !== undefined;
  }

  /** The text with every secret masked. */
  mask(text: string): string {
    return this.pattern ? text.replace(this.pattern, (found) => this.masks.get(found) ?? found) : text;
  }

  /** Where secrets stand, those that overlap too, so that no end of one is left. Offsets in UTF-16 units. */
  spans(text: string): { start: number; end: number; mask: string }[] {
    if (!this.pattern) return [];
    const found: { start: number; end: number; mask: string }[] = [];
    const pattern = new RegExp(this.pattern);
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const [secret] = match;
      found.push({ start: match.index, end: match.index + secret.length, mask: this.masks.get(secret) ?? '' });
      pattern.lastIndex = match.index + 1;
    }
    return found;
  }

  /** A JSON value with every secret in its strings (keys included) and numbers masked. */
  maskJson<T>(value: T): T {
    // A mapping stays a mapping and a list a list; only leaves that hold a secret become text.
    return this.pattern ? (this.maskValue(value) as T) : value;
  }

  /** True when the text holds a secret. */
  holds(text: string): boolean {
    return this.mask(text) !== text;
  }

  /** Masks a text that comes in pieces: what may be the beginning of a secret is held back until it is known. */
  stream(emit: (text: string) => void): { append(text: string): void; flush(): void } {
    let held = '';
    return {
      append: (text) => {
        const masked = this.mask(held + text);
        const keep = this.openEnd(masked);
        held = masked.slice(masked.length - keep);
        if (masked.length > keep) emit(masked.slice(0, masked.length - keep));
      },
      flush: () => {
        if (held !== '') emit(held);
        held = '';
      },
    };
  }

  /** Length of the longest end of the text with which a secret could begin. */
  private openEnd(text: string): number {
    let longest = 0;
    for (const { text: needle } of this.needles) {
      for (let length = Math.min(needle.length - 1, text.length); length > longest; length--) {
        if (text.endsWith(needle.slice(0, length))) longest = length;
      }
    }
    return longest;
  }

  private maskValue(value: unknown): unknown {
    if (typeof value === 'string') return this.mask(value);
    if (typeof value === 'number') {
      const text = String(value);
      return this.holds(text) ? this.mask(text) : value;
    }
    if (Array.isArray(value)) return value.map((item) => this.maskValue(item));
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.mask(key), this.maskValue(item)]));
    }
    return value;
  }
}

/** The ways in which a value may be written in output. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const json = JSON.stringify(value).slice(1, -1);
  const percent = [encodeURIComponent(value), new URLSearchParams([['', value]]).toString().slice(1)];
  const lowerHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const texts = [value, json, asciiJson(json, false), asciiJson(json, true)];
  // Some JSON writers escape the slash, too.
  const forms = [...texts, ...texts.map((text) => text.replaceAll('/', '\\/')), ...percent, ...percent.map(lowerHex)];
  for (let shift = 0; shift < 3; shift++) {
    // The characters at the ends depend on the neighbours of the value: only those that do not are looked for.
    const padded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + bytes.length) * 8) / 6);
    const core = padded.slice(start, end);
    forms.push(core, core.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms.filter((form) => form.length >= shortestSecret);
}

/** JSON text as writers that keep to ASCII print it. */
function asciiJson(json: string, upperCase: boolean): string {
  return json.replace(/[\u0080-\uffff]/g, (char) => {
    const code = char.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${upperCase ? code.toUpperCase() : code}`;
  });
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
