import * as z from 'zod';
import { Comparison, StandingStatus } from './comparison';
import { HooksFile, RequestFile, ResponseFile } from './record';
import { CoverageGaps, RedteamCoverage, Report } from './report';
import { RunStatus } from './run';
import { CriterionVerdict, UnverifiableReason, Verdict } from './verdict';

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

/** A text that is longer than a message carries: where it stands in what was sent, and its whole length in UTF-16 units. */
export const CutText = z.object({ path: z.array(z.union([z.string(), z.int()])), length: z.int() });
export type CutText = z.infer<typeof CutText>;

/** Where a quotation of the verdict stands in what is shown: the first place that has it. */
export const QuotePlace = z.object({
  /** The text that quotes: `['verdict', 'criteria', 0, 'evidence']`. */
  of: CutText.shape.path,
  /** What is quoted: a text, or a value of JSON as a whole when `start` is absent. */
  path: CutText.shape.path,
  /** In UTF-16 units of the whole text, also where it was cut. */
  start: z.int().optional(),
  end: z.int().optional(),
  /** Other texts and values that have it, too. */
  others: z.int(),
});
export type QuotePlace = z.infer<typeof QuotePlace>;

/** A file on record of a scenario; `path` is relative to its folder in the run, with slashes. */
export const RecordEntry = z.object({
  path: z.string(),
  /** Bytes. */
  size: z.int(),
  kind: z.enum(['json', 'text', 'image', 'binary']),
});
export type RecordEntry = z.infer<typeof RecordEntry>;

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
  /** Which attempt the request, response, hooks and timeline are of; the verdict is of all. Absent = the first. */
  attempt: z.int().optional(),
  /** Every file of the scenario in this run, first its own, then those of attempts and evidence. Absent = not listed. */
  files: z.array(RecordEntry).optional(),
  /** Files beyond those listed. */
  moreFiles: z.int().optional(),
  /** Texts of this view that were cut to fit into a message; the rest comes when it is asked for. */
  cuts: z.array(CutText).optional(),
  /** What the evidence of the criteria quotes, as far as it was found. */
  quotes: z.array(QuotePlace).optional(),
});
export type ScenarioView = z.infer<typeof ScenarioView>;

/** How a scenario of a run stands; `waiting` and `running` only while the run goes on. */
export const RowStatus = z.enum([...StandingStatus.options, 'waiting', 'running']);
export type RowStatus = z.infer<typeof RowStatus>;

/** A line of a run's table. A figure that was not measured is absent. */
export const RunRow = z.object({
  scenarioId: z.string(),
  title: z.string(),
  featureId: z.string().optional(),
  class: z.string().optional(),
  category: z.string().optional(),
  status: RowStatus,
  reason: UnverifiableReason.optional(),
  compromised: z.boolean().optional(),
  /** Attempts of this run disagree. */
  flaky: z.boolean().optional(),
  /** Its verdict is of an earlier part of the run. */
  carried: z.boolean().optional(),
  /** Graded criteria by status. */
  passed: z.int().optional(),
  failed: z.int().optional(),
  unverifiable: z.int().optional(),
  latencyMs: z.number().optional(),
  turns: z.int().optional(),
  tokensIn: z.number().optional(),
  tokensOut: z.number().optional(),
  /** Why it stands so, in a line: the diagnosis, or the reason why it has no verdict. */
  why: z.string().optional(),
  /** Set when its verdict is on disk and cannot be read. */
  unreadable: z.string().optional(),
});
export type RunRow = z.infer<typeof RunRow>;

/** Everything the panel shows of one run. What an old or torn run lacks is absent and listed in `missing`. */
export const RunView = z.object({
  runId: z.string(),
  runName: z.string().optional(),
  agentId: z.string(),
  profileId: z.string().optional(),
  /** Absent in runs of older versions. */
  status: RunStatus.optional(),
  /** Why it was halted or cancelled. */
  reason: z.string().optional(),
  created: z.string().optional(),
  ended: z.string().optional(),
  testMode: z.boolean().optional(),
  /** Of how many shards it was put together. */
  mergedFrom: z.int().optional(),
  /** Which part of a plan it is. */
  shard: z.object({ index: z.int(), total: z.int() }).optional(),
  /** Absent as long as the records of a run without a report are still being read. */
  report: Report.optional(),
  /** Whether the report was read as it was stored, or made from the records. */
  source: z.enum(['stored', 'rebuilt']).optional(),
  coverage: CoverageGaps.optional(),
  redteam: RedteamCoverage.optional(),
  /** Names of features by their ids, as far as they are other words than the ids. */
  features: z.record(z.string(), z.string()).optional(),
  /** In the order of the plan. */
  rows: z.array(RunRow),
  /** What was not selected, with the reason. */
  skipped: z.array(z.object({ scenarioId: z.string(), why: z.string() })).optional(),
  /** Set while the records of the rows are still being read; those not read yet are `waiting`. */
  reading: z.object({ done: z.int(), total: z.int() }).optional(),
  /** The newest run before this one; absent when there is none. */
  previousRunId: z.string().optional(),
  missing: z.array(z.string()),
});
export type RunView = z.infer<typeof RunView>;

/** A run as a list of runs names it. */
export const RunEntry = z.object({
  runId: z.string(),
  name: z.string().optional(),
  created: z.string().optional(),
  status: RunStatus.optional(),
  headline: z.string().optional(),
});
export type RunEntry = z.infer<typeof RunEntry>;

/** One side of a scenario that is compared. What is not on record is absent. */
export const ComparedSide = z.object({
  runId: z.string(),
  status: StandingStatus,
  criteria: z.array(CriterionVerdict),
  /** Of several attempts, the one whose answer this is; absent = the first. */
  attempt: z.int().optional(),
  /** The last answer. */
  answer: z.string().optional(),
  /** The definition as it was when the run judged it. */
  snapshot: z.string().optional(),
  latencyMs: z.number().optional(),
});
export type ComparedSide = z.infer<typeof ComparedSide>;

/** Two runs of one agent. */
export const CompareView = z.object({
  agentId: z.string(),
  /** Runs to choose from, newest first. */
  runs: z.array(RunEntry),
  base: RunEntry,
  head: RunEntry,
  comparison: Comparison,
  /** How many scenarios are in both runs. */
  shared: z.int(),
  /** How many of them pass in head and could not be decided in base; they stand in no group. */
  newlyDecided: z.int(),
  /** Ids of the scenarios that were compromised in head. */
  compromised: z.array(z.string()),
  /** The scenario that was opened, on both sides; a side is absent where the scenario is not. */
  scenario: z
    .object({
      scenarioId: z.string(),
      title: z.string(),
      base: ComparedSide.optional(),
      head: ComparedSide.optional(),
      /** Paths lead from the root of the view. */
      cuts: z.array(CutText).optional(),
    })
    .optional(),
});
export type CompareView = z.infer<typeof CompareView>;

/** One run in a trend. A figure that was not measured is absent. */
export const TrendPoint = z.object({
  runId: z.string(),
  name: z.string().optional(),
  created: z.string().optional(),
  status: RunStatus.optional(),
  passed: z.int(),
  failed: z.int(),
  unverifiable: z.int(),
  /** Without a verdict: not judged, not run, cannot run. */
  without: z.int(),
  compromised: z.int(),
  /** Passed of all verdicts, 0 to 1; null when there are none. */
  passRate: z.number().nullable(),
  latencyP50Ms: z.number().optional(),
  latencyP95Ms: z.number().optional(),
  tokensIn: z.number().optional(),
  tokensOut: z.number().optional(),
});
export type TrendPoint = z.infer<typeof TrendPoint>;

/** A scenario in one run of a trend. */
export const ScenarioMoment = z.object({
  runId: z.string(),
  status: StandingStatus,
  flaky: z.boolean().optional(),
  compromised: z.boolean().optional(),
  /** Its definition is another one than in the run before in which it stands. */
  redefined: z.boolean().optional(),
  latencyMs: z.number().optional(),
  tokensIn: z.number().optional(),
  tokensOut: z.number().optional(),
});
export type ScenarioMoment = z.infer<typeof ScenarioMoment>;

/** One scenario over the runs. */
export const ScenarioTrend = z.object({
  scenarioId: z.string(),
  title: z.string(),
  /** Oldest first; only the runs in which it stands. On the page of the whole agent the newest of them, without figures. */
  moments: z.array(ScenarioMoment),
  /** In how many runs it stands. */
  runs: z.int(),
  /** How many of them have a verdict. */
  verdicts: z.int(),
  /** Passed of its verdicts, 0 to 1; null when there are none. */
  passRate: z.number().nullable(),
  /** How often Pass and Fail followed each other on an unchanged definition. */
  flips: z.int(),
  /** Of how many such steps. */
  steps: z.int(),
});
export type ScenarioTrend = z.infer<typeof ScenarioTrend>;

/** An agent over its runs. */
export const TrendsView = z.object({
  agentId: z.string(),
  /** Oldest first. */
  points: z.array(TrendPoint),
  scenarios: z.array(ScenarioTrend),
  /** The scenario that the page is about; absent = the whole agent. */
  scenarioId: z.string().optional(),
  /** Set while older runs are still being read. */
  reading: z.object({ done: z.int(), total: z.int() }).optional(),
  /** Runs that could not be read, with the reason, and older ones that were left out. */
  missing: z.array(z.string()),
});
export type TrendsView = z.infer<typeof TrendsView>;

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
