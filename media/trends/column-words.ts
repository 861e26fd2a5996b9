import { visibleText } from '../../engine/report/text/visible-characters';
import { standingLook } from '../verdict/standing';
import type { Chart, Glyph } from './chart-model';
import { toneOf } from './glyph-paths';

/** What a chart says of one run, in words. @param named with the name of the run before it. */
export function columnWords(chart: Chart, index: number, named = true): string {
  const { lines = [], bars = [], glyphs, columns, format } = chart;
  const glyph = glyphs?.[index];
  const column = columns[index];
  const parts = [
    ...lines.map(({ name, values }) => `${name} ${valueWords(values[index], format)}`),
    ...bars.map(({ name, values }) => `${values[index] ?? 0} ${name}`),
    ...(glyph ? [standingWords(glyph)] : []),
    ...(column?.alarm === undefined ? [] : [column.alarm]),
    ...(column?.break !== undefined && index > 0 ? [column.break] : []),
  ];
  const words = parts.join(', ');
  return named ? visibleText(`${column?.label ?? ''}: ${words}`) : words;
}

/** A value, or that there is none. */
export function valueWords(value: number | undefined, format: Chart['format']): string {
  return value === undefined ? 'not measured' : format(value);
}

export function standingWords({ status, flaky, compromised }: Glyph): string {
  return [
    ...(compromised ? ['compromised'] : []),
    standingLook(status).words,
    ...(flaky ? ['attempts disagree'] : []),
  ].join(', ');
}

/** What the signs mean that occur. */
export function glyphWords(glyphs: readonly Glyph[]): string[] {
  const tones = new Set(glyphs.map(({ status }) => toneOf(status)));
  return [
    ...(tones.has('pass') ? ['✓ passed'] : []),
    ...(tones.has('fail') ? ['✗ failed'] : []),
    ...(tones.has('unable') ? ['? unable to verify'] : []),
    ...(tones.has('muted') ? ['– no verdict'] : []),
    ...(glyphs.some(({ flaky }) => flaky) ? ['underlined: attempts disagree'] : []),
    ...(glyphs.some(({ compromised }) => compromised) ? ['boxed: compromised'] : []),
  ];
}
