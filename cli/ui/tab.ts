import { PanelFollower } from '../../engine/report/views/panel-follower';
import { PanelSession } from '../../engine/report/views/panel-session';
import { messageOf } from '../../engine/workspace/read-text';
import { listRunIds, newestWithRecords } from '../../engine/workspace/runs';
import type { AgentRef } from '../../engine/workspace/workspace';
import type { FromPanel, PanelRoute, ToPanel } from '../../schemas/panel';
import { FolderWatch } from './folder-watch';

/** What a tab sends to its page. */
export interface TabPage {
  /** Resolves when the page has taken it in. */
  post(message: ToPanel): Promise<void>;
  /** It has gone elsewhere, or shows nothing: what it was told before counts no longer. */
  anew(): void;
}

/** As long as there is no run at all, it is looked for one at this pace. Milliseconds. */
const lookMs = 1000;

/** One page of the panel in a browser: where it stands, and what it is told. It only reads. */
export class Tab {
  private following: { session: PanelSession; follower: PanelFollower } | undefined;
  private watches: FolderWatch[] = [];
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly agent: AgentRef,
    private readonly page: TabPage,
  ) {}

  /** Shows a place; without one the newest run, as soon as there is one. */
  async open(route: PanelRoute | undefined): Promise<void> {
    const place = route ?? (await newestRun(this.agent));
    if (this.closed || this.following) return;
    if (place) this.follow(place);
    else this.timer = setTimeout(() => void this.open(undefined).catch((error: unknown) => this.fault(error)), lookMs);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.following?.follower.stop();
    for (const one of this.watches) one.close();
  }

  /** Takes a message of the page. @returns what is sent back at once, if anything */
  async take(message: FromPanel): Promise<ToPanel | undefined> {
    switch (message.type) {
      case 'ready':
        this.page.anew();
        this.show((follower) => follower.begin());
        return undefined;
      case 'go':
        this.go(message.route);
        return undefined;
      case 'request':
        return { type: 'answer', id: message.id, answer: await this.answer(message.request) };
      case 'copy': // the browser's own clipboard
      case 'openFile': // here is no editor
      case 'openScenario':
      case 'openScript':
      case 'export': // a file would be written
      case 'trialAction': // of the panel of a trial
        return undefined;
      default:
        return message satisfies never;
    }
  }

  private go(route: PanelRoute): void {
    this.page.anew();
    if (!this.following) {
      this.follow(route);
      return;
    }
    this.following.session.go(route);
    this.watch();
    this.show((follower) => follower.refresh());
  }

  /** Goes on by itself: a place that takes long to read must not keep the page from going elsewhere. */
  private show(how: (follower: PanelFollower) => Promise<void>): void {
    if (this.following) how(this.following.follower).catch((error: unknown) => this.fault(error));
  }

  private follow(route: PanelRoute): void {
    const session = new PanelSession(this.agent, route);
    const made = new PanelFollower(this.agent, session, {
      post: (message) => this.page.post(message),
      fault: (error) => this.fault(error),
    });
    this.following = { session, follower: made };
    this.watch();
    this.show((follower) => follower.begin());
  }

  private async answer(
    request: Extract<FromPanel, { type: 'request' }>['request'],
  ): Promise<Extract<ToPanel, { type: 'answer' }>['answer']> {
    return (
      (await this.following?.session.answer(request)) ?? { kind: 'refused', message: 'There is nothing to read yet.' }
    );
  }

  private fault(error: unknown): void {
    void this.page.post({ type: 'failed', message: messageOf(error) });
  }

  private watch(): void {
    for (const one of this.watches) one.close();
    const { session, follower } = this.following ?? {};
    this.watches = (session?.watchedFolders ?? []).map((folder) => new FolderWatch(folder, () => follower?.soon()));
  }
}

/** The place that is opened when none is named. */
export async function newestRun({ runsDir }: AgentRef): Promise<PanelRoute | undefined> {
  const runId = await newestWithRecords(runsDir, await listRunIds(runsDir));
  return runId === undefined ? undefined : { view: 'run', runId };
}
