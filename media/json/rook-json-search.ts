import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { wholeNumber } from '../text/numbers';
import { pathText } from './json-rows';
import { type JsonMatch, mostMatches, searchJson } from './json-search';
import { searchStyles } from './search-styles';

declare global {
  interface HTMLElementEventMap {
    /** The place that is to be shown; undefined when nothing is looked for. */
    'rook-match': CustomEvent<JsonMatch | undefined>;
  }
}

/** Looks for a text in a value of JSON, and goes from place to place. */
@customElement('rook-json-search')
export class RookJsonSearch extends LitElement {
  @property({ attribute: false }) value: unknown;
  /** Long texts of the value are here in part only. */
  @property({ type: Boolean }) partly = false;
  @property() label = 'value';
  @state() private wanted = '';
  @state() private places: JsonMatch[] | undefined;
  @state() private at = 0;
  /** A search that was overtaken stops. */
  private turn = 0;

  static override styles = [baseStyles, searchStyles];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value') && this.wanted !== '' && changed.get('value') !== undefined)
      void this.search(this.wanted, false);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.turn++;
  }

  override render(): TemplateResult {
    const count = this.places?.length ?? 0;
    return html`<div class="search" role="search" aria-label="Search in the ${this.label}">
      ${icon('search')}
      <input
        type="search"
        placeholder="Search"
        aria-label="Search in the ${this.label}"
        spellcheck="false"
        .value=${this.wanted}
        @input=${this.type}
        @keydown=${this.press}
      />
      <span class="count" role="status">${this.words()}</span>
      <button class="plain" title="Previous match" aria-label="Previous match" ?disabled=${count === 0} @click=${() => this.step(-1)}>
        ${icon('arrow-up')}
      </button>
      <button class="plain" title="Next match" aria-label="Next match" ?disabled=${count === 0} @click=${() => this.step(1)}>
        ${icon('arrow-down')}
      </button>
    </div>`;
  }

  private type(event: Event): void {
    if (event.target instanceof HTMLInputElement) void this.search(event.target.value, true);
  }

  private words(): TemplateResult | typeof nothing {
    const { places, wanted, at } = this;
    if (wanted === '') return nothing;
    if (!places) return html`Searching…`;
    if (places.length === 0) return html`${this.partly ? 'Not in what is loaded' : 'No match'}`;
    const many = places.length >= mostMatches ? '+' : '';
    const match = places[at];
    return html`${wholeNumber(at + 1)} of ${wholeNumber(places.length)}${many}<span class="unseen">: ${match ? pathText(match.path) : ''}</span>`;
  }

  private press(event: KeyboardEvent): void {
    if (event.key === 'Enter') this.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && this.wanted !== '') void this.search('', true);
    else return;
    event.preventDefault();
  }

  private step(by: 1 | -1): void {
    const { places } = this;
    if (!places?.length) return;
    this.at = (this.at + by + places.length) % places.length;
    this.tell(places[this.at]);
  }

  /** @param show whether the first place is gone to: not when the value changed under an old search */
  private async search(wanted: string, show: boolean): Promise<void> {
    const turn = ++this.turn;
    this.wanted = wanted;
    this.places = undefined;
    const work = searchJson(this.value, wanted);
    for (let step = work.next(); ; step = work.next()) {
      if (turn !== this.turn) return;
      if (step.done) {
        this.places = step.value;
        break;
      }
      await new Promise((done) => setTimeout(done));
    }
    if (show) {
      this.at = 0;
      this.tell(this.places[0]);
    } else this.at = Math.min(this.at, Math.max(0, this.places.length - 1));
  }

  private tell(match: JsonMatch | undefined): void {
    this.dispatchEvent(new CustomEvent('rook-match', { detail: match }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-json-search': RookJsonSearch;
  }
}
