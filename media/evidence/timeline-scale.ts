import type { TimelineEntry } from '../../schemas/panel-view';

/** Where a phase lies on the axis, both in percent of its width. */
export interface Bar {
  start: number;
  width: number;
}

/** An idle time that is left out of the axis, and where. */
export interface Cut {
  at: number;
  idleMs: number;
}

export interface Scale {
  /** For each entry, in its order; undefined when the record holds no times. */
  bars: (Bar | undefined)[];
  /** What the axis shows, in milliseconds, idle time that is cut out not counted. */
  shownMs: number;
  cuts: Cut[];
}

/** Width that stands for a cut, in percent of the time that is shown. */
const cutShare = 0.06;
/** Nothing is drawn thinner, in percent. */
const thinnest = 0.6;

interface Stretch {
  startMs: number;
  endMs: number;
}

/**
 * Lays the phases out to one scale. Idle time that would take more room than all work together (a collect that waited
 * for its traces, a prepare an hour before its thousandth scenario) is cut out, and said so.
 */
export function timelineScale(entries: TimelineEntry[]): Scale {
  const timed = entries.map(stretchOf);
  const work = joined(timed.filter((stretch) => stretch !== undefined));
  const workMs = work.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const longIdle = Math.max(workMs, 1);
  const cutMs = longIdle * cutShare;
  const cuts: { afterMs: number; idleMs: number }[] = [];
  work.forEach(({ startMs }, index) => {
    const before = work[index - 1];
    const idleMs = before ? startMs - before.endMs : 0;
    if (before && idleMs > longIdle) cuts.push({ afterMs: before.endMs, idleMs });
  });
  const first = work[0]?.startMs ?? 0;
  /** Milliseconds on the axis at which a moment lies. */
  const place = (ms: number): number =>
    cuts.reduce((at, cut) => (ms > cut.afterMs ? at - cut.idleMs + cutMs : at), ms - first);
  const length = Math.max(place(work.at(-1)?.endMs ?? first), 1);
  const percent = (ms: number): number => (100 * ms) / length;
  return {
    bars: timed.map((stretch) => {
      if (!stretch) return undefined;
      const width = Math.max(percent(place(stretch.endMs) - place(stretch.startMs)), thinnest);
      return { start: Math.min(percent(place(stretch.startMs)), 100 - width), width };
    }),
    shownMs: length - cuts.length * cutMs,
    cuts: cuts.map(({ afterMs, idleMs }) => ({ at: percent(place(afterMs) + cutMs / 2), idleMs })),
  };
}

/** A phase's time, from whichever two of start, end and duration are on record. */
function stretchOf({ startMs, endMs, durationMs }: TimelineEntry): Stretch | undefined {
  const start = startMs ?? (endMs !== undefined && durationMs !== undefined ? endMs - durationMs : undefined);
  const end = endMs ?? (start !== undefined && durationMs !== undefined ? start + durationMs : undefined);
  if (start === undefined || end === undefined || !Number.isFinite(start) || !Number.isFinite(end)) return undefined;
  return { startMs: start, endMs: Math.max(start, end) };
}

/** The times in which anything ran, in order, overlapping ones joined. */
function joined(stretches: Stretch[]): Stretch[] {
  const sorted = [...stretches].sort((a, b) => a.startMs - b.startMs);
  const result: Stretch[] = [];
  for (const { startMs, endMs } of sorted) {
    const last = result.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else result.push({ startMs, endMs });
  }
  return result;
}
