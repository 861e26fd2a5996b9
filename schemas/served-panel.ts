import * as z from 'zod';
import { PanelRoute } from './panel';

/** The first event of each stream of `rook ui`: which tab the page is, and whose runs it looks at. */
export const ServedHello = z.object({
  /** Names the tab in what the page sends; one stream is one tab. */
  tab: z.string().max(100),
  agentName: z.string(),
  /** Where the tab stands; absent as long as there is no run to look at. */
  route: PanelRoute.optional(),
});
export type ServedHello = z.infer<typeof ServedHello>;

/** Names of the events: `hello` once, then a `panel` for each message to the panel. */
export const servedEvents = { hello: 'hello', panel: 'panel' } as const;
