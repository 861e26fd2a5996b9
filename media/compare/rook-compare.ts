import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { CompareView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import type { OpenState } from '../frame/open-state';
import '../text/rook-diff';

@customElement('rook-compare')
export class RookCompare extends LitElement {
  @property({ attribute: false }) view!: CompareView;
  @property({ attribute: false }) open: OpenState = {};

  static override styles = [baseStyles];

  override render(): TemplateResult {
    return html`<h1>Compare</h1>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-compare': RookCompare;
  }
}
