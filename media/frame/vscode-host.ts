import * as z from 'zod';
import { type FromPanel, PanelState, ToPanel } from '../../schemas/panel';
import type { Incoming, PanelHost, Reading } from './host';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Kept beside `PanelState`, which the extension reads; it drops what it does not know. */
const KeptReading = z.object({
  viewKey: z.string(),
  open: z.record(z.string(), z.boolean()),
  scroll: z.number(),
});
const Kept = z.object({ reading: KeptReading.optional() });

/** Messages are for this panel when they name one of its types; anything else that reaches the window is not ours. */
const Addressed = z.object({ type: z.enum(ToPanel.options.map((option) => option.shape.type.value)) });

/** @returns undefined when the message is not for this panel */
function readMessage(data: unknown): Incoming | undefined {
  const read = ToPanel.safeParse(data);
  if (read.success) return read.data;
  if (!Addressed.safeParse(data).success) return undefined;
  const issue = read.error.issues[0];
  return {
    type: 'unreadable',
    why: issue ? `${issue.path.join('.') || 'message'}: ${issue.message}` : 'unknown shape',
  };
}

/** Where the extension put the state of this panel: `<meta name="rook-state" content="{…}">`. */
function stateOfPage(): PanelState | undefined {
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
export function connectHost(): PanelHost {
  const api = acquireVsCodeApi();
  let state = stateOfPage();
  let reading = keptReading(api.getState());
  const keep = (): void => {
    if (state) api.setState({ ...state, ...(reading && { reading }) });
  };
  keep();
  return {
    send: (message: FromPanel) => api.postMessage(message),
    onMessage: (receive) =>
      window.addEventListener('message', (event) => {
        const message = readMessage(event.data);
        if (message) receive(message);
      }),
    recall: (viewKey) => (reading?.viewKey === viewKey ? reading : undefined),
    remember: (viewKey, view, next: Reading) => {
      // The same run, another scenario: the panel was reused for it.
      if (state && endsWithName(state.runDir, view.runId)) state = { ...state, scenarioId: view.scenarioId };
      reading = { viewKey, ...next };
      keep();
    },
  };
}

function keptReading(kept: unknown): z.infer<typeof KeptReading> | undefined {
  const read = Kept.safeParse(kept);
  return read.success ? read.data.reading : undefined;
}

function endsWithName(path: string, name: string): boolean {
  return path.split(/[\\/]/).at(-1) === name;
}
