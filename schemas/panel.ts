import * as z from 'zod';
import { HooksFile, RequestFile, ResponseFile } from './record';
import { Verdict } from './verdict';

/** One phase of the timeline. Times in milliseconds since the epoch. */
export const TimelineEntry = z.object({
  phase: z.string(),
  turn: z.number().optional(),
  startMs: z.number().optional(),
  endMs: z.number().optional(),
  durationMs: z.number().optional(),
  ok: z.boolean(),
  exitCode: z.number().nullish(),
  signal: z.string().nullish(),
  error: z.string().optional(),
  stderr: z.string().optional(),
  command: z.array(z.string()).optional(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** Everything the panel shows of one scenario. What an old or torn run lacks is absent and listed in `missing`. */
export const ScenarioView = z.object({
  runId: z.string(),
  runName: z.string().optional(),
  scenarioId: z.string(),
  title: z.string(),
  goal: z.string().optional(),
  class: z.string().optional(),
  category: z.string().optional(),
  profileId: z.string().optional(),
  verdict: Verdict.optional(),
  /** Set when there is no verdict: not run, unjudged, and why. */
  state: z.string().optional(),
  request: RequestFile.optional(),
  response: ResponseFile.optional(),
  hooks: HooksFile.optional(),
  timeline: z.array(TimelineEntry),
  missing: z.array(z.string()),
});
export type ScenarioView = z.infer<typeof ScenarioView>;

/** A capability as the profile declares it, and as a trial has shown it. */
export const CapabilityView = z.object({ name: z.string(), declared: z.boolean(), observed: z.boolean() });
export type CapabilityView = z.infer<typeof CapabilityView>;

/** Everything the panel shows of one trial of a profile. */
export const TrialView = z.object({
  profileId: z.string(),
  profileName: z.string(),
  agentName: z.string(),
  /** Whether every turn brought an answer. */
  ok: z.boolean(),
  cancelled: z.boolean(),
  /** Another trial is on. */
  running: z.boolean(),
  goal: z.string(),
  output: z.string().optional(),
  error: z.string().optional(),
  /** Why it came out so, and what to do next. */
  diagnosis: z.object({ summary: z.string(), next: z.string() }).optional(),
  conversation: z.string().optional(),
  usage: z.object({ input: z.number(), output: z.number() }).optional(),
  /** Names of the observed calls; absent = not observable. */
  calls: z.array(z.string()).optional(),
  capabilities: z.array(CapabilityView),
  /** The phases in their order, with `durationMs`. */
  phases: z.array(TimelineEntry),
});
export type TrialView = z.infer<typeof TrialView>;

/** Messages from the extension to the webview. */
export const ToPanel = z.discriminatedUnion('type', [
  z.object({ type: z.literal('scenario'), view: ScenarioView }),
  z.object({ type: z.literal('trial'), view: TrialView }),
  z.object({ type: z.literal('failed'), message: z.string(), remedy: z.string().optional() }),
]);
export type ToPanel = z.infer<typeof ToPanel>;

/** Messages from the webview to the extension; anything else is dropped. */
export const FromPanel = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('openFile'),
    file: z.enum(['hooks.json', 'request.json', 'response.json', 'verdict.yaml', 'snapshot.yaml']),
  }),
  z.object({ type: z.literal('openScenario'), criterionId: z.string().optional() }),
  z.object({ type: z.literal('copy'), text: z.string().max(1_000_000) }),
  z.object({ type: z.literal('trialAction'), action: z.enum(['again', 'openScript', 'writeCapabilities']) }),
]);
export type FromPanel = z.infer<typeof FromPanel>;

/** What the webview keeps over a reload: enough for the extension to find the view again. */
export const PanelState = z.object({ runDir: z.string(), scenarioId: z.string() });
export type PanelState = z.infer<typeof PanelState>;
