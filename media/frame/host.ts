import type { FromPanel, PanelState, ToPanel } from '../../schemas/panel';

/** What came from the extension, checked; `unreadable` when it names a message that this panel knows and is not one. */
export type Incoming = ToPanel | { type: 'unreadable'; why: string };

/** What the panel remembers besides the view: what the reader opened and closed, and where the page stood. */
export interface Reading {
  open: Record<string, boolean>;
  scroll: number;
}

/** The other side of the panel: an extension in VS Code; a served page may bring its own. */
export interface PanelHost {
  send(message: FromPanel): void;
  onMessage(receive: (message: Incoming) => void): void;
  /** What was remembered of this view, if it is this one that was looked at. */
  recall(viewKey: string): Reading | undefined;
  remember(viewKey: string, view: Pick<PanelState, 'scenarioId'> & { runId: string }, reading: Reading): void;
}

declare global {
  interface HTMLElementEventMap {
    'rook-send': CustomEvent<FromPanel>;
  }
}

/** Hands a message up to the panel, the only one who knows the host. */
export function send(from: EventTarget, message: FromPanel): void {
  from.dispatchEvent(new CustomEvent('rook-send', { detail: message, bubbles: true, composed: true }));
}
