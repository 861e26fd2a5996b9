import type { PanelRoute, ToPanel } from '../../../schemas/panel';
import { compareRunIds, listRunIds, newestWithRecords } from '../../workspace/runs';
import type { AgentRef } from '../../workspace/workspace';
import type { PanelSession } from './panel-session';

/** A running scenario writes several files a second; a page follows at this pace, in milliseconds. */
const refreshMs = 250;
/** A watcher begins late, and what was written before it did is missed: while a run goes on, it is looked at anyway. Milliseconds. */
const lookAgainMs = 1000;

/** The page that is kept up to date. */
export interface FollowedPage {
  /** Resolves when the page can take another message. */
  post(message: ToPanel): Promise<void>;
  /** A fault of ours: what a file holds is never one. */
  fault(error: unknown): void;
}

/** Keeps a page at what its session shows: now, when it is told of a change, and by itself while the run goes on. */
export class PanelFollower {
  private timer: NodeJS.Timeout | undefined;
  private lookAgain: NodeJS.Timeout | undefined;
  private on = false;
  private last: Promise<void> = Promise.resolve();
  /** A folder among the runs in which nothing was found yet: it is looked at once more. */
  private bare: string | undefined;
  /** The newer run that the page was told of, at this place. */
  private told: { route: PanelRoute; newer: string | undefined } | undefined;

  constructor(
    private readonly agent: AgentRef,
    private readonly session: PanelSession,
    private readonly page: FollowedPage,
  ) {}

  /** The page is there, and knows nothing yet: also one that has been there before. */
  begin(): Promise<void> {
    this.on = true;
    this.told = undefined;
    return this.refresh();
  }

  /** Nothing is posted from now on. */
  stop(): void {
    this.on = false;
    clearTimeout(this.timer);
    clearTimeout(this.lookAgain);
    this.timer = undefined;
  }

  /** Something on disk has changed. */
  soon(): void {
    if (!this.on) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.refresh().catch((error: unknown) => this.page.fault(error));
    }, refreshMs);
  }

  /** Shows the place. One at a time: what is asked for while it works is shown after it. */
  refresh(): Promise<void> {
    const next = this.last.then(() => this.show());
    this.last = next.catch(() => undefined); // whoever asked for it hears of the fault
    return next;
  }

  private async show(): Promise<void> {
    for (let more = true; more && this.on; ) {
      const { route } = this.session;
      const shown = await this.session.shown();
      if (!this.on) return; // closed meanwhile
      if (route !== this.session.route) continue; // sent elsewhere meanwhile
      clearTimeout(this.lookAgain);
      this.lookAgain = shown.running ? setTimeout(() => this.soon(), lookAgainMs) : undefined;
      await this.page.post(shown.message);
      await this.tellNewer(route);
      ({ more } = shown);
    }
  }

  private async tellNewer(route: PanelRoute): Promise<void> {
    if (route.view !== 'run') return;
    const { runsDir } = this.agent;
    const ids = (await listRunIds(runsDir)).filter((id) => compareRunIds(id, route.runId) > 0);
    const newer = await newestWithRecords(runsDir, ids);
    const before = this.told?.route === route ? this.told.newer : undefined;
    if (!this.on || route !== this.session.route) return;
    if (ids[0] !== newer && ids[0] !== this.bare) {
      this.bare = ids[0]; // a run makes its folder a moment before its first record
      this.lookAgain ??= setTimeout(() => this.soon(), lookAgainMs);
    }
    if (newer === before) return;
    this.told = { route, newer };
    await this.page.post({ type: 'newer', ...(newer !== undefined && { runId: newer }) });
  }
}
