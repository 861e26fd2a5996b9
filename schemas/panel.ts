import * as z from 'zod';
import { CompareView, CutText, RunView, ScenarioView, TrendsView, TrialView } from './panel-view';

/** The name of a run or a scenario: one part of a path, which leads neither up nor down nor to what is hidden. */
export const RecordName = z
  .string()
  .max(255)
  .regex(/^(?!\.)[^/\\\0]+$/);

/** A file of a scenario in a run, relative to its folder, with slashes. What it leads to is checked again on disk. */
export const RecordFile = z
  .string()
  .max(1000)
  .regex(/^(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/);

/** A place in the panel: everything that can be looked at has one, so it can be linked to and restored. */
export const PanelRoute = z.discriminatedUnion('view', [
  z.object({ view: z.literal('run'), runId: RecordName }),
  z.object({
    view: z.literal('scenario'),
    runId: RecordName,
    scenarioId: RecordName,
    /** From 1; absent = the first. */
    attempt: z.int().min(1).max(1000).optional(),
  }),
  z.object({
    view: z.literal('compare'),
    /** Absent = the newest run before head. */
    base: RecordName.optional(),
    /** Absent = the newest run. */
    head: RecordName.optional(),
    scenarioId: RecordName.optional(),
  }),
  z.object({ view: z.literal('trends'), scenarioId: RecordName.optional() }),
]);
export type PanelRoute = z.infer<typeof PanelRoute>;

/** What the page asks for when it needs it. Paths name places in what was sent. */
export const PanelRequest = z.discriminatedUnion('ask', [
  /** A portion of a text of the view that is shown, which was cut. `end` in UTF-16 units, not longer than 64 M. */
  z.object({
    ask: z.literal('viewText'),
    path: CutText.shape.path,
    start: z.int().min(0),
    end: z.int().min(0),
  }),
  /** A file of the scenario that is shown: JSON as a value, anything else as text. */
  z.object({ ask: z.literal('record'), file: RecordFile }),
  /** A portion of a text in a file: the string at `path` of a JSON file, the file's own text when it is empty. */
  z.object({
    ask: z.literal('recordText'),
    file: RecordFile,
    path: CutText.shape.path,
    start: z.int().min(0),
    end: z.int().min(0),
  }),
  /** An image file of the scenario that is shown. */
  z.object({ ask: z.literal('image'), file: RecordFile }),
]);
export type PanelRequest = z.infer<typeof PanelRequest>;

/** What comes back of a request. */
export const PanelAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string(), length: z.int() }),
  z.object({ kind: z.literal('json'), value: z.unknown(), cuts: z.array(CutText), size: z.int() }),
  z.object({
    kind: z.literal('image'),
    /** By its first bytes, not by its name. */
    type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    base64: z.string(),
  }),
  z.object({ kind: z.literal('refused'), message: z.string(), remedy: z.string().optional() }),
]);
export type PanelAnswer = z.infer<typeof PanelAnswer>;

/** How a run can leave the panel. */
export const exportForms = ['html', 'markdown', 'junit', 'bundle'] as const;
export type ExportForm = (typeof exportForms)[number];

/** Messages from the host to the page. */
export const ToPanel = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), route: PanelRoute, view: RunView }),
  z.object({ type: z.literal('scenario'), route: PanelRoute, view: ScenarioView }),
  z.object({ type: z.literal('compare'), route: PanelRoute, view: CompareView }),
  z.object({ type: z.literal('trends'), route: PanelRoute, view: TrendsView }),
  z.object({ type: z.literal('trial'), view: TrialView }),
  z.object({ type: z.literal('answer'), id: z.int(), answer: PanelAnswer }),
  /** There is a newer run than the one that is shown; without its id, there is none any more. */
  z.object({ type: z.literal('newer'), runId: RecordName.optional() }),
  z.object({
    type: z.literal('failed'),
    /** The place that could not be shown; absent when it is about none. */
    route: PanelRoute.optional(),
    message: z.string(),
    remedy: z.string().optional(),
  }),
]);
export type ToPanel = z.infer<typeof ToPanel>;

/** Messages from the page to the host; anything else is dropped. */
export const FromPanel = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('go'), route: PanelRoute }),
  z.object({ type: z.literal('request'), id: z.int(), request: PanelRequest }),
  z.object({ type: z.literal('openFile'), file: RecordFile }),
  z.object({ type: z.literal('openScenario'), criterionId: z.string().optional() }),
  /** The script that ran in a phase of the scenario that is shown. */
  z.object({ type: z.literal('openScript'), phase: z.string() }),
  z.object({ type: z.literal('copy'), text: z.string().max(1_000_000) }),
  /** Its host asks for the form when none is named. */
  z.object({ type: z.literal('export'), form: z.enum(exportForms).optional() }),
  z.object({ type: z.literal('trialAction'), action: z.enum(['again', 'openScript', 'writeCapabilities']) }),
]);
export type FromPanel = z.infer<typeof FromPanel>;

/** What the page keeps over a reload: enough for its host to find the view again. */
export const PanelState = z.object({
  /** The agent whose runs they are; a page that is served has one agent and no folder. */
  agentDir: z.string().optional(),
  route: PanelRoute,
  /** What its host can do: `editor` opens files and writes exports, `browser` only shows. */
  host: z.enum(['editor', 'browser']),
});
export type PanelState = z.infer<typeof PanelState>;

/** The records of one scenario in one run, as links and commands name them. */
export const RecordLink = z.object({ runDir: z.string(), scenarioId: z.string() });
export type RecordLink = z.infer<typeof RecordLink>;
