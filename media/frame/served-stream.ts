import type { Connection } from './host';

/** How long until it is tried again, in milliseconds: soon at first, then at this pace. */
const firstPauseMs = 500;
const longestPauseMs = 5000;

/** What a stream leads to. */
export interface StreamEnds {
  /** Where the stream is to be opened, as of now. */
  address(): string;
  /** Data of a named event. */
  received(event: string, data: string): void;
  connection(state: Connection): void;
}

/**
 * The server's events, as long as the page is looked at: a browser has six connections to a server, so a page in the
 * background leaves its own to others and asks anew when it is shown again.
 */
export class ServedStream {
  private source: EventSource | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pauseMs = firstPauseMs;

  constructor(
    private readonly events: readonly string[],
    private readonly ends: StreamEnds,
  ) {
    document.addEventListener('visibilitychange', () => (document.hidden ? this.leave() : this.open()));
    // A page that the browser keeps for the way back must not keep a connection.
    window.addEventListener('pagehide', () => this.leave());
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.open();
    });
  }

  /** Connects, anew if need be. */
  open(): void {
    this.leave();
    const source = new EventSource(this.ends.address());
    this.source = source;
    for (const name of this.events) {
      source.addEventListener(name, (event: MessageEvent<unknown>) => {
        if (typeof event.data !== 'string' || this.source !== source) return;
        this.pauseMs = firstPauseMs;
        this.ends.connection('there');
        this.ends.received(name, event.data);
      });
    }
    source.addEventListener('error', () => {
      if (this.source !== source) return;
      // Closed is for good: somebody answered, and not with events.
      const refused = source.readyState === EventSource.CLOSED;
      this.leave();
      this.ends.connection(refused ? 'refused' : 'lost');
      this.timer = setTimeout(() => this.open(), this.pauseMs);
      this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
    });
  }

  private leave(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = undefined;
  }
}
