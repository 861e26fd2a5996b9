import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelState } from '../../schemas/panel';
import type { RunView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import type { OpenState } from '../frame/open-state';

@customElement('rook-run')
export class RookRun extends LitElement {
  @property({ attribute: false }) view!: RunView;
  @property({ attribute: false }) open: OpenState = {};
  @property({ attribute: false }) host: PanelState['host'] = 'browser';

  static override styles = [baseStyles];

  override render(): TemplateResult {
    return html`<h1>Run</h1>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-run': RookRun;
  }
}
