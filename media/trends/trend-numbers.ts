import { wholeNumber } from '../text/numbers';

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** A part of a whole, from 0 to 1: `82 %`. All and nothing are said only when it is all or nothing. */
export function percent(part: number): string {
  const rounded = Math.round(part * 100);
  if (rounded === 100 && part < 1) return '> 99 %';
  if (rounded === 0 && part > 0) return '< 1 %';
  return `${rounded} %`;
}

/** `12.3K`, for an axis. */
export function shortNumber(value: number): string {
  return value < 1000 ? wholeNumber(value) : short.format(value);
}

/** The least and the greatest of what was measured; undefined when nothing was. */
export function rangeOf(values: readonly (number | undefined)[]): { least: number; greatest: number } | undefined {
  const measured = values.filter((value) => value !== undefined);
  const [first] = measured;
  if (first === undefined) return undefined;
  return {
    least: measured.reduce((least, value) => Math.min(least, value), first),
    greatest: measured.reduce((most, value) => Math.max(most, value), first),
  };
}
