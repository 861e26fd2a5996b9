/** What the reader typed or chose, by key. Kept like what he opened: over updates, and over a reload. */
export type KeptTexts = Readonly<Record<string, string>>;

declare global {
  interface HTMLElementEventMap {
    /** The reader typed or chose something: the keys, and what each is now. */
    'rook-keep': CustomEvent<KeptTexts>;
  }
}

/** Tells the panel, which keeps it. */
export function keepTexts(from: EventTarget, chosen: KeptTexts): void {
  from.dispatchEvent(new CustomEvent('rook-keep', { detail: chosen, bubbles: true, composed: true }));
}
