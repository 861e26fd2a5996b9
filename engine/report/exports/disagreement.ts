import { totalsOf } from '../report';
import type { ExportedRun } from './exported-run';

const compared = ['planned', 'executed', 'passed', 'failed', 'unverifiable', 'unjudged', 'not_run'] as const;

/**
 * How the report and the records of a run contradict each other, or that there is nothing in it at all; undefined when all
 * is well. Exports are made from the records, so what only the report knows would be missing in them without a word: a run
 * whose records are gone must not look like one without failures (behaviour §8, seed 004).
 */
export function disagreement(run: ExportedRun): string | undefined {
  const recorded = totalsOf([...run.outcomes], run.unrunnable.length);
  const told = run.report.totals;
  const differing = compared.filter((name) => told[name] !== recorded[name]);
  if (differing.length > 0) {
    const parts = differing.map((name) => `${name} ${told[name]} in the report, ${recorded[name]} on record`);
    return `The report and the records of this run contradict each other: ${parts.join('; ')}.`;
  }
  return recorded.planned === 0 ? 'This run planned no scenario: nothing was tested.' : undefined;
}
