import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TrendsView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import type { OpenState } from '../frame/open-state';

@customElement('rook-trends')
export class RookTrends extends LitElement {
  @property({ attribute: false }) view!: TrendsView;
  @property({ attribute: false }) open: OpenState = {};

  static override styles = [baseStyles];

  override render(): TemplateResult {
    return html`<h1>Trends</h1>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-trends': RookTrends;
  }
}
