import type { RunEvent } from '../../schemas/event';
import type { Verdict } from '../../schemas/verdict';

/** One line of the verdict table: a scenario, and how it came out. */
export type RunRow =
  | { kind: 'verdict'; id: string; title: string; verdict: Verdict }
  | { kind: 'unjudged' | 'not_run' | 'unrunnable'; id: string; title: string; why: string };

export type RunRows = RunRow[];

export interface RowsCollector {
  onEvent: (event: RunEvent) => void;
  /** The rows in table order; what could not run stands at the end. */
  rows: (unrunnable: { id: string; title: string; why: string }[]) => RunRows;
}

/** Collects the rows of a run that goes on now. */
export function rowsCollector(): RowsCollector {
  const rows: RunRows = [];
  let order = new Map<string, number>();
  return {
    onEvent: (event) => {
      if (event.type === 'planned')
        order = new Map(event.plan.included.map((entry, index) => [entry.scenario_id, index]));
      if (event.type === 'verdict')
        rows.push({ kind: 'verdict', id: event.scenarioId, title: event.title, verdict: event.verdict });
      if (event.type === 'notRun')
        rows.push({
          kind: event.unjudged ? 'unjudged' : 'not_run',
          id: event.scenarioId,
          title: event.title,
          why: event.why,
        });
    },
    rows: (unrunnable) => {
      const planned = rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
      return compromisedFirst([...planned, ...unrunnable.map((row) => ({ kind: 'unrunnable' as const, ...row }))]);
    },
  };
}

/** A compromise is the first thing to see; the rest keeps its order. */
export function compromisedFirst(rows: RunRows): RunRows {
  return [...rows.filter(isCompromised), ...rows.filter((row) => !isCompromised(row))];
}

/** Whether an attack on this scenario succeeded. */
export function isCompromised(row: RunRow): boolean {
  return row.kind === 'verdict' && row.verdict.compromised === true;
}
