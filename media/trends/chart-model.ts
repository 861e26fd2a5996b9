import type { StandingStatus } from '../../schemas/comparison';

/** A run on the horizontal axis of a chart. */
export interface ChartColumn {
  key: string;
  /** Its name and time, to be read out and shown. */
  label: string;
  /** A short name for the axis. */
  axis: string;
  /** What happened before it, where history breaks off; drawn as a line between it and the run before. */
  break?: string;
  /** What must not be overlooked about it; drawn as a mark above it. */
  alarm?: string;
}

/** A figure over the runs. What was not measured is undefined: a gap in the line, never zero. */
export interface LineSeries {
  name: string;
  values: readonly (number | undefined)[];
}

/** Counts over the runs, piled up on those of the series before. */
export interface BarSeries {
  name: string;
  look: 'pass' | 'fail' | 'unable' | 'without';
  values: readonly number[];
}

/** How a scenario stood in a run. */
export interface Glyph {
  status: StandingStatus;
  flaky: boolean;
  compromised: boolean;
}

/** What a chart shows; at most two lines, which are told apart by dash and mark. */
export interface Chart {
  title: string;
  /** What a reader would take from it, in a sentence. */
  summary: string;
  columns: readonly ChartColumn[];
  lines?: readonly LineSeries[];
  bars?: readonly BarSeries[];
  glyphs?: readonly Glyph[];
  /** A value in words, as in `1.24 s`. */
  format: (value: number) => string;
  /** The same for the axis, where there is less room. */
  tick?: (value: number) => string;
  /** The end of the vertical axis; absent = what the values need. */
  max?: number;
}

/** Round steps from zero to no less than the greatest value, five at most. Whole numbers stay whole. */
export function ticksOf(greatest: number): number[] {
  if (greatest <= 0) return [0, 1];
  const rough = greatest / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough * 0.999999) ?? rough;
  const whole = Number.isInteger(greatest) && step < 1 ? 1 : step;
  const count = Math.ceil(greatest / whole - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * whole).toPrecision(12)));
}

/** The greatest value that a chart has to make room for; 0 when nothing was measured. */
export function greatestOf({ lines = [], bars = [], columns }: Chart): number {
  const measured = lines.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const piles = bars.length === 0 ? [] : columns.map((_, index) => pileOf(bars, index));
  return [...measured, ...piles].reduce((most, value) => Math.max(most, value), 0);
}

function pileOf(bars: readonly BarSeries[], index: number): number {
  return bars.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

/** Where a chart draws, in pixels. */
export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Width of a column. */
  slot: number;
}

/** @param alarmed leaves room above the highest value for the marks of `alarms` */
export function plotOf(width: number, height: number, columns: number, axis: boolean, alarmed = false): Plot {
  const left = axis ? 56 : 4;
  const top = alarmed ? 20 : 8;
  const inner = Math.max(10, width - left - 6);
  return { left, top, width: inner, height: height - top - 22, slot: inner / Math.max(1, columns) };
}

export function xOf({ left, slot }: Plot, index: number): number {
  return round(left + slot * (index + 0.5));
}

export function yOf({ top, height }: Plot, value: number, end: number): number {
  return round(top + height * (1 - value / end));
}

/** The path of a line; it breaks off where a value is missing. */
export function linePath(values: readonly (number | undefined)[], plot: Plot, end: number): string {
  return values
    .map((value, index) =>
      value === undefined
        ? ''
        : `${index === 0 || values[index - 1] === undefined ? 'M' : 'L'}${xOf(plot, index)} ${yOf(plot, value, end)}`,
    )
    .join('');
}

/** Which columns have a name on the axis: the last one, and every one before it for which there is room. */
export function namedColumns(columns: readonly ChartColumn[], plot: Plot, room = 62): number[] {
  const every = Math.max(1, Math.ceil(room / plot.slot));
  const named: number[] = [];
  for (let index = columns.length - 1; index >= 0; index -= every) named.push(index);
  return named.filter((index, place) => columns[index]?.axis !== columns[named[place + 1] ?? -1]?.axis).reverse();
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
