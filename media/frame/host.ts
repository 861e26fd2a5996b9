import type { FromPanel, PanelAnswer, PanelRequest, PanelRoute, PanelState, ToPanel } from '../../schemas/panel';

/**
 * What came from the host, checked; `unreadable` when it names a message that this panel knows and is not one, `empty` when
 * there is no run to look at yet.
 */
export type Incoming = ToPanel | { type: 'unreadable'; why: string } | { type: 'empty'; agentName: string };

/** Whether somebody is at the other end: `lost` may come back by itself, `refused` takes another address. */
export type Connection = 'there' | 'lost' | 'refused';

/** What the panel remembers besides the view: what the reader opened and closed, and where the page stood. */
export interface Reading {
  open: Record<string, boolean>;
  scroll: number;
  /** What was typed and chosen. */
  texts?: Record<string, string> | undefined;
}

/** The other side of the panel: the extension in VS Code, or the server of `rook ui`. */
export interface PanelHost {
  /** What it can do: `editor` opens files and writes exports, `browser` only shows. */
  readonly kind: PanelState['host'];
  send(message: FromPanel): void;
  onMessage(receive: (message: Incoming) => void): void;
  /** Absent when the host cannot go away while its page stays. */
  onConnection?(told: (state: Connection) => void): void;
  /** What was remembered of this place, if it is this one that was looked at. */
  recall(route: PanelRoute): Reading | undefined;
  remember(route: PanelRoute, reading: Reading): void;
}

/** A request on its way up to the panel, which answers it. */
export interface Asked {
  request: PanelRequest;
  answer: (answer: PanelAnswer) => void;
}

declare global {
  interface HTMLElementEventMap {
    'rook-send': CustomEvent<FromPanel>;
    'rook-ask': CustomEvent<Asked>;
  }
}

/** Hands a message up to the panel, the only one who knows the host. */
export function send(from: EventTarget, message: FromPanel): void {
  from.dispatchEvent(new CustomEvent('rook-send', { detail: message, bubbles: true, composed: true }));
}

/** Goes to another place of the panel. */
export function go(from: EventTarget, route: PanelRoute): void {
  send(from, { type: 'go', route });
}

/** Asks the host for something to show. A refusal, also one for want of an answer, is an answer. */
export function ask(from: EventTarget, request: PanelRequest): Promise<PanelAnswer> {
  return new Promise((answer) => {
    const detail: Asked = { request, answer };
    from.dispatchEvent(new CustomEvent('rook-ask', { detail, bubbles: true, composed: true }));
  });
}
