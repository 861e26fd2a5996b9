import { html, svg, type TemplateResult } from 'lit';
import type { BarSeries, Chart, LineSeries, Plot } from './chart-model';
import { linePath, namedColumns, round, xOf, yOf } from './chart-model';
import { glyphLayer } from './glyph-paths';

/** With less room than this for a column, in pixels, points have no marks: the line is enough. */
const roomForMarks = 14;

/** Patterns in which bars are filled, so that they are told apart without their colours; once in a tree that has bars. */
export const patterns: TemplateResult = html`<svg class="unseen" width="0" height="0" aria-hidden="true">
  <defs>
    <pattern id="fail" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect class="fill fail" width="6" height="6" />
      <rect class="gap" width="2" height="6" />
    </pattern>
    <pattern id="unable" width="6" height="6" patternUnits="userSpaceOnUse">
      <circle class="fill unable" cx="1.5" cy="1.5" r="1.4" />
      <circle class="fill unable" cx="4.5" cy="4.5" r="1.4" />
    </pattern>
  </defs>
</svg>`;

/** Horizontal lines with their values, and the names of columns below. */
export function axes(chart: Chart, plot: Plot, ticks: readonly number[], height: number): TemplateResult {
  const end = ticks.at(-1) ?? 1;
  const words = chart.tick ?? chart.format;
  const measured = !chart.glyphs;
  return svg`
    ${
      measured
        ? ticks.map((tick) => {
            const y = yOf(plot, tick, end);
            return svg`<path class="grid" d=${`M${plot.left} ${y}h${plot.width}`} />
              <text class="axis" x=${plot.left - 6} y=${y + 4} text-anchor="end">${words(tick)}</text>`;
          })
        : ''
    }
    ${namedColumns(chart.columns, plot).map((index) => {
      const x = xOf(plot, index);
      const [start, stop] = [plot.left, plot.left + plot.width];
      const anchor = x - 24 < start ? 'start' : x + 24 > stop ? 'end' : 'middle';
      const at = anchor === 'start' ? Math.min(x, start + 4) : anchor === 'end' ? stop : x;
      return svg`<text class="axis" x=${round(at)} y=${height - 5} text-anchor=${anchor}>${chart.columns[index]?.axis}</text>`;
    })}
    ${chart.columns.map((column, index) => {
      if (column.break === undefined || index === 0) return '';
      const x = round(xOf(plot, index) - plot.slot / 2);
      return svg`<path class="break" d=${`M${x} ${plot.top}v${plot.height}`}><title>${column.break}</title></path>`;
    })}
  `;
}

/** A mark above each run about which something must not be overlooked. */
export function alarms({ columns }: Chart, plot: Plot): TemplateResult {
  return svg`${columns.map(({ alarm }, index) =>
    alarm === undefined
      ? ''
      : svg`<text class="alarm" x=${xOf(plot, index)} y=${plot.top - 5} text-anchor="middle">!</text>`,
  )}`;
}

export function barLayer(bars: readonly BarSeries[], columns: number, plot: Plot, end: number): TemplateResult {
  const width = round(Math.max(0.8, Math.min(28, plot.slot * 0.72)));
  const outlined = width >= 4;
  return svg`${Array.from({ length: columns }, (_, index) => {
    let below = 0;
    const x = round(xOf(plot, index) - width / 2);
    return bars.map(({ look, values }) => {
      const value = values[index] ?? 0;
      if (value === 0) return '';
      const [top, bottom] = [yOf(plot, below + value, end), yOf(plot, below, end)];
      below += value;
      return svg`<rect class="bar ${look} ${outlined ? 'outlined' : ''}" x=${x} y=${top} width=${width} height=${round(bottom - top)} />`;
    });
  })}`;
}

/** The first line is whole and has round marks, the second is dashed and has square ones. */
export function lineLayer(lines: readonly LineSeries[], plot: Plot, end: number): TemplateResult {
  return svg`${lines.map(({ values }, nth) => {
    const look = nth === 0 ? 'first' : 'second';
    return svg`
      <path class="line ${look}" d=${linePath(values, plot, end)} />
      ${values.map((value, index) => {
        if (value === undefined) return '';
        const alone = values[index - 1] === undefined && values[index + 1] === undefined;
        if (plot.slot < roomForMarks && !alone) return '';
        return mark(look, xOf(plot, index), yOf(plot, value, end));
      })}
    `;
  })}`;
}

export function mark(look: 'first' | 'second', x: number, y: number): TemplateResult {
  return look === 'first'
    ? svg`<circle class="mark-of first" cx=${x} cy=${y} r="3.2" />`
    : svg`<rect class="mark-of second" x=${round(x - 3)} y=${round(y - 3)} width="6" height="6" />`;
}

export function glyphs(chart: Chart, plot: Plot): TemplateResult {
  return glyphLayer(chart.glyphs ?? [], (index) => ({ x: xOf(plot, index), y: round(plot.top + plot.height / 2) }));
}
