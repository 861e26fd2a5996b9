import { addressOf, routeOfAddress } from '../../engine/report/text/route-address';
import { type FromPanel, type PanelRoute, ToPanel } from '../../schemas/panel';
import { ServedHello, servedEvents } from '../../schemas/served-panel';
import { followSystemTheme } from './browser-theme';
import type { Connection, Incoming, PanelHost, Reading } from './host';
import { readMessage } from './incoming';
import { keptReadings } from './kept-readings';
import { routeKey } from './routes';
import { ServedStream } from './served-stream';
import { pageTitle } from './titles';

/** Connects to the server of `rook ui`, whose page this is. The place is in the address, so it can be shared and left. */
export function connectServer(): PanelHost {
  followSystemTheme();
  return new ServedHost();
}

class ServedHost implements PanelHost {
  readonly kind = 'browser';
  private tab: string | undefined;
  private agentName = '';
  /** Whether the place was gone to, and not come back to: then it is read from its top. */
  private fresh = false;
  private receive: (message: Incoming) => void = () => {};
  private tellConnection: (state: Connection) => void = () => {};
  private readonly readings = keptReadings(window.sessionStorage);
  /** Messages reach the server in the order in which they were sent. */
  private last: Promise<unknown> = Promise.resolve();
  private readonly stream = new ServedStream(Object.values(servedEvents), {
    address: () => {
      this.tab = undefined;
      const route = placeOfPage();
      return route ? `events?at=${encodeURIComponent(addressOf(route))}` : 'events';
    },
    received: (event, data) => this.takeEvent(event, data),
    connection: (state) => this.tellConnection(state),
  });

  constructor() {
    history.scrollRestoration = 'manual'; // the page has its height later than the browser believes
    // The token has done its work: it need not be seen, and links are made of what stands there.
    if (location.search !== '') history.replaceState(null, '', `${location.pathname}${location.hash}`);
    window.addEventListener('popstate', () => this.come());
  }

  onMessage(receive: (message: Incoming) => void): void {
    this.receive = receive;
  }

  onConnection(told: (state: Connection) => void): void {
    this.tellConnection = told;
  }

  send(message: FromPanel): void {
    switch (message.type) {
      case 'ready':
        if (this.tab === undefined || !placeOfPage()) this.come();
        else this.post(message);
        return;
      case 'go':
        this.go(message.route);
        return;
      case 'request':
        void this.request(message);
        return;
      case 'copy':
        navigator.clipboard.writeText(message.text).catch(() => {
          // The browser was told not to: the text can still be marked and copied.
        });
        return;
      case 'openFile': // here is no editor
      case 'openScenario':
      case 'openScript':
      case 'export':
      case 'trialAction':
        return;
      default:
        message satisfies never;
    }
  }

  recall(route: PanelRoute): Reading | undefined {
    const kept = this.readings.of(addressOf(route));
    return kept && this.fresh ? { ...kept, scroll: 0 } : kept;
  }

  remember(route: PanelRoute, reading: Reading): void {
    this.readings.keep(addressOf(route), reading);
  }

  private go(route: PanelRoute): void {
    const here = placeOfPage();
    if (here === undefined || routeKey(here) !== routeKey(route)) {
      history.pushState(null, '', hashOf(route));
      this.fresh = true;
    }
    this.post({ type: 'go', route });
  }

  /** The browser went to this address: by its buttons, or by what somebody typed. */
  private come(): void {
    this.fresh = false;
    const address = addressOfPage();
    const route = placeOfPage();
    if (address !== '' && !route)
      this.receive({
        type: 'failed',
        message: `There is no place ${JSON.stringify(address)} in the panel.`,
        remedy: 'Go back, or open the address without what stands behind the #.',
      });
    else if (route && this.tab !== undefined) this.post({ type: 'go', route });
    else this.stream.open();
  }

  private takeEvent(event: string, data: string): void {
    const value = parsed(data);
    if (event === servedEvents.hello) this.greet(value);
    else {
      const message = readMessage(value);
      if (!message) return;
      if ('route' in message && message.route) this.arrive(message.route);
      this.receive(message);
    }
  }

  private greet(value: unknown): void {
    const hello = ServedHello.safeParse(value);
    if (!hello.success) return;
    this.tab = hello.data.tab;
    this.agentName = hello.data.agentName;
    const { route } = hello.data;
    if (!route) this.receive({ type: 'empty', agentName: this.agentName });
    // While the stream was being opened, the reader may have gone on.
    const here = placeOfPage();
    if (route && here && routeKey(here) !== routeKey(route)) this.post({ type: 'go', route: here });
  }

  /** A place is shown. What the server chose gets its address now; what was left meanwhile keeps out of it. */
  private arrive(route: PanelRoute): void {
    if (addressOfPage() === '') history.replaceState(null, '', hashOf(route));
    document.title = pageTitle(route, this.agentName);
  }

  private post(message: FromPanel): void {
    this.last = this.last.then(() => this.deliver(message)).catch(() => this.stream.open());
  }

  /** Throws when nobody is there; the stream says so, and begins again where the page stands. */
  private async deliver(message: FromPanel): Promise<Response | undefined> {
    if (this.tab === undefined) return undefined; // the stream that is being opened asks for the place
    const response = await fetch(`message?tab=${encodeURIComponent(this.tab)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    if (!response.ok) throw new Error(`${response.status}`);
    return response;
  }

  private async request(message: Extract<FromPanel, { type: 'request' }>): Promise<void> {
    const answer = await this.deliver(message)
      .then((response) => response?.json())
      .then((value: unknown) => ToPanel.safeParse(value))
      .catch(() => undefined);
    if (answer?.success) this.receive(answer.data);
    else
      this.receive({
        type: 'answer',
        id: message.id,
        answer: {
          kind: 'refused',
          message: 'rook ui did not answer.',
          remedy: 'Look whether it still runs, then try again.',
        },
      });
  }
}

/** What stands behind the `#/`. */
function addressOfPage(): string {
  return location.hash.replace(/^#\/?/, '');
}

function placeOfPage(): PanelRoute | undefined {
  return routeOfAddress(addressOfPage());
}

function hashOf(route: PanelRoute): string {
  return `#/${addressOf(route)}`;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined; // cut off with its connection
  }
}
