import { comparisonBlock } from './comparison-block';
import { disagreement } from './disagreement';
import type { ExportedRun } from './exported-run';
import { failureBlocks, unverifiableBlocks, withoutVerdictBlock } from './finding-blocks';
import { gateBlock } from './gate-block';
import { inline } from './markdown-blocks';
import { summaryTable } from './summary-table';

/**
 * A run for people, in Markdown, by the rules for presenting results (seed 003): the table, then each failed or compromised
 * scenario with its evidence, what could not be verified by its reason, what has no verdict, and the comparison when there
 * is one. Only what is on record stands in it; what is missing is said to be missing.
 */
export function markdownReport(run: ExportedRun): string {
  return `${[`# Rook: run ${inline(run.id)}`, ...headBlocks(run), ...detailBlocks(run)].join('\n\n')}\n`;
}

/** What a reader has to see whatever is left out: the gate, contradictions, the table. */
export function headBlocks(run: ExportedRun): string[] {
  const contradiction = disagreement(run);
  return [
    ...(run.gate ? [gateBlock(run.gate)] : []),
    ...(contradiction === undefined ? [] : [`**${contradiction}**`]),
    summaryTable(run),
  ];
}

/** The scenarios one by one, gravest first, each a block that stands for itself. */
export function detailBlocks(run: ExportedRun): string[] {
  const comparison = run.comparison ?? run.gate?.comparison;
  return [
    ...failureBlocks(run),
    ...unverifiableBlocks(run),
    ...(comparison ? [comparisonBlock(comparison)] : []),
    ...[withoutVerdictBlock(run)].flatMap((block) => block ?? []),
  ];
}
