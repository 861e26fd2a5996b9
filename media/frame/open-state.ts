/** What the reader opened or closed by hand, by key. It wins over what a part would do by itself. */
export type OpenState = Readonly<Record<string, boolean>>;

export function isOpen(state: OpenState, key: string, byItself: boolean): boolean {
  return state[key] ?? byItself;
}

declare global {
  interface HTMLElementEventMap {
    /** The reader opened or closed something: the keys, and whether each is open now. */
    'rook-open': CustomEvent<OpenState>;
  }
}

/** Tells the panel, which keeps it over updates and, as far as the host remembers it, over a reload. */
export function choose(from: EventTarget, chosen: OpenState): void {
  from.dispatchEvent(new CustomEvent('rook-open', { detail: chosen, bubbles: true, composed: true }));
}
