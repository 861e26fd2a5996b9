import { count } from './figures';
import { html, Markup, shown } from './markup';

/** A text that is longer is cut, in UTF-16 units. */
const longest = 100_000;
/** What is left of one that is cut. */
const kept = 20_000;
/** Texts of one scenario, together; once they are more, those that follow are cut earlier. */
const budget = 1_000_000;
/** What is left of a text when the budget is spent. */
const keptAfter = 1_000;

/** Shows the texts of one scenario, each as a block of its own, and keeps them from filling the page: an agent may answer 30 MB. */
export class LongTexts {
  private spent = 0;

  /** @param where names a file of the scenario in the run's folder, for what is cut. */
  constructor(private readonly where: (file: string) => string) {}

  /** @param file that holds the whole text, relative to the scenario's folder. */
  block(text: string, file: string, kind = 'text'): Markup {
    if (text.trim() === '') return html`<p class="none">${text === '' ? 'empty' : 'blank'}</p>`;
    const limit = this.spent > budget ? keptAfter : longest;
    const end = text.length > limit ? safeEnd(text, Math.min(kept, limit)) : text.length;
    this.spent += end;
    // A line feed behind the start of <pre> is dropped by readers.
    const block = new Markup(`<pre class="${kind}" dir="auto">\n${shown(text.slice(0, end))}</pre>`);
    return end === text.length
      ? block
      : html`${block}<p class="cut">Cut: the first ${count(end)} of ${count(text.length)} characters. The whole is in <code>${this.where(file)}</code>.</p>`;
  }

  /** A value as JSON, a text as it is. */
  value(value: unknown, file: string): Markup {
    return this.block(typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? ''), file, 'json');
  }
}

/** Moves an offset off the middle of a surrogate pair. */
function safeEnd(text: string, offset: number): number {
  const before = text.charCodeAt(offset - 1);
  return before >= 0xd800 && before <= 0xdbff ? offset - 1 : offset;
}
