import * as z from 'zod';
import { type FromPanel, PanelRoute, PanelState } from '../../schemas/panel';
import type { PanelHost, Reading } from './host';
import { readMessage } from './incoming';
import { routeKey } from './routes';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Kept beside `PanelState`, which the extension reads; it drops what it does not know. */
const KeptReading = z.object({
  route: PanelRoute,
  open: z.record(z.string(), z.boolean()),
  scroll: z.number(),
  texts: z.record(z.string(), z.string()).optional(),
});
const Kept = z.object({ reading: KeptReading.optional() });

/** Where the host put the state of this panel: `<meta name="rook-state" content="{…}">`. */
export function stateOfPage(): PanelState | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="rook-state"]')?.content;
  if (!content) return undefined;
  try {
    const read = PanelState.safeParse(JSON.parse(content));
    return read.success ? read.data : undefined;
  } catch {
    return undefined; // without it the panel works, and is not restored after a reload
  }
}

/** Connects to VS Code. The state is set at once, so that a reload finds the view again even before a message came. */
export function connectVsCode(): PanelHost {
  const api = acquireVsCodeApi();
  let state = stateOfPage();
  let reading = keptReading(api.getState());
  const keep = (): void => {
    if (state) api.setState({ ...state, ...(reading && { reading }) });
  };
  keep();
  return {
    kind: 'editor',
    send: (message: FromPanel) => api.postMessage(message),
    onMessage: (receive) =>
      window.addEventListener('message', (event) => {
        const message = readMessage(event.data);
        if (message) receive(message);
      }),
    recall: (route) => (reading && routeKey(reading.route) === routeKey(route) ? reading : undefined),
    remember: (route, next: Reading) => {
      if (state) state = { ...state, route };
      reading = { route, ...next };
      keep();
    },
  };
}

function keptReading(kept: unknown): z.infer<typeof KeptReading> | undefined {
  const read = Kept.safeParse(kept);
  return read.success ? read.data.reading : undefined;
}
