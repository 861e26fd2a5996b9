/** Writing is put off this long, in milliseconds: scrolling tells of itself many times a second. */
const quietMs = 200;

/** Watches where the reader is, has it kept when it changed, and puts the page back there. */
export interface ReadingKeeper {
  start(): void;
  /** Something worth keeping changed. */
  soon(): void;
  /** Scrolls to where the reader was, once the page has its height. */
  restore(rendered: Promise<unknown>, scroll: number): void;
}

export function readingKeeper(keep: () => void): ReadingKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    keep();
  };
  const soon = (): void => {
    timer ??= setTimeout(now, quietMs);
  };
  return {
    soon,
    start: () => {
      window.addEventListener('scroll', soon, { passive: true });
      // A webview that is hidden loses its page without another word.
      window.addEventListener('pagehide', now);
      document.addEventListener('visibilitychange', now);
    },
    restore: (rendered, scroll) => {
      void rendered.then(() => requestAnimationFrame(() => requestAnimationFrame(() => window.scrollTo(0, scroll))));
    },
  };
}
