import * as z from 'zod';
import type { StandingStatus } from '../../../schemas/comparison';
import { Usage } from '../../../schemas/hook-output';
import { Verdict, VerdictStatus } from '../../../schemas/verdict';
import { scenarioLayout } from '../../workspace/layout';
import { readSections } from '../../workspace/record-sections';
import { readRecordText } from '../../workspace/record-text';
import { readStored, type StoredRun, storedValue } from '../../workspace/runs';
import { definitionOf } from '../comparison/standings';
import { outcomesOf } from '../stored-report';

/** A scenario in one run, as far as trends need it. What was not measured is absent. */
export interface StoredMoment {
  scenarioId: string;
  status: StandingStatus;
  flaky: boolean;
  compromised: boolean;
  /** Of its snapshot; absent when the run kept none. */
  definition?: string;
  title?: string;
  latencyMs?: number;
  tokensIn?: number;
  tokensOut?: number;
}

/** The entries of a verdict that trends are made from; its criteria, which are nearly all of it, are not parsed. */
const Figures = z.object({
  status: VerdictStatus,
  flaky: Verdict.shape.flaky,
  compromised: Verdict.shape.compromised,
  latency_ms: Verdict.shape.latency_ms,
  usage: Usage.nullish(),
});

/** Titles by definition: the same text, run after run, need not be parsed again. */
export type KnownTitles = Map<string, string>;

const TitleOnly = z.object({ title: z.string() });

/** Reads how a planned scenario stands in a run, by the rules by which a comparison does. */
export async function storedMomentOf(run: StoredRun, scenarioId: string, titles: KnownTitles): Promise<StoredMoment> {
  const { verdictFile, snapshotFile } = scenarioLayout(run.layout.scenarioDir(scenarioId));
  const [text, snapshot] = (await Promise.all([verdictFile, snapshotFile].map(readRecordText))).map(storedValue);
  const verdict =
    text === undefined
      ? undefined
      : (readSections(text, verdictFile, Figures) ?? storedValue(await readStored(verdictFile, Verdict)));
  const definition = snapshot === undefined ? undefined : definitionOf(snapshot);
  const title = definition === undefined ? undefined : titleOf(definition, snapshot ?? '', snapshotFile, titles);
  return {
    scenarioId,
    status: verdict?.status ?? (await statusWithout(run, scenarioId)),
    flaky: verdict?.flaky === true,
    compromised: verdict?.compromised === true,
    ...(definition !== undefined && { definition }),
    ...(title !== undefined && { title }),
    ...(typeof verdict?.latency_ms === 'number' && { latencyMs: verdict.latency_ms }),
    ...(verdict?.usage && { tokensIn: verdict.usage.input_tokens, tokensOut: verdict.usage.output_tokens }),
  };
}

/** Whether the agent answered and nobody judged it, or it never got that far. */
async function statusWithout(run: StoredRun, scenarioId: string): Promise<StandingStatus> {
  const [outcome] = await outcomesOf(run, [scenarioId]);
  return outcome?.state === 'unjudged' ? 'unjudged' : 'not_run';
}

function titleOf(definition: string, snapshot: string, file: string, titles: KnownTitles): string | undefined {
  const title = titles.get(definition) ?? readSections(snapshot, file, TitleOnly)?.title;
  if (title !== undefined) titles.set(definition, title);
  return title;
}
