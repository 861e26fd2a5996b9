import { svg, type TemplateResult } from 'lit';
import type { StandingStatus } from '../../schemas/comparison';
import type { StatusLook } from '../verdict/status';
import type { Glyph } from './chart-model';

type Tone = StatusLook['tone'];

export function toneOf(status: StandingStatus): Tone {
  switch (status) {
    case 'Pass':
      return 'pass';
    case 'Fail':
      return 'fail';
    case 'Unable to Verify':
      return 'unable';
    case 'unjudged':
    case 'not_run':
    case 'unrunnable':
      return 'muted';
    default:
      return status satisfies never;
  }
}

/** A check, a cross, a question mark or a dash around a point: told apart without their colour. */
function signPath(tone: Tone, x: number, y: number): string {
  switch (tone) {
    case 'pass':
      return `M${x - 4} ${y + 0.5}l3 3 5-6.5`;
    case 'fail':
      return `M${x - 3.5} ${y - 3.5}l7 7m0-7l-7 7`;
    case 'unable':
      return `M${x - 2.5} ${y - 2.2}a2.5 2.4 0 1 1 3.6 2.1q-1.1.5-1.1 1.7M${x} ${y + 4.6}v.1`;
    case 'muted':
      return `M${x - 3} ${y}h6`;
    default:
      return tone satisfies never;
  }
}

const tones: readonly Tone[] = ['pass', 'unable', 'muted', 'fail'];

/**
 * Glyphs at their places, one path for each kind however many there are. A line under a glyph: attempts disagree. A box around
 * it: compromised.
 */
export function glyphLayer(
  glyphs: readonly Glyph[],
  place: (index: number) => { x: number; y: number },
): TemplateResult {
  const drawn = glyphs.map((glyph, index) => ({ ...glyph, ...place(index) }));
  return svg`
    ${tones.map((tone) => {
      const path = drawn
        .filter(({ status }) => toneOf(status) === tone)
        .map(({ x, y }) => signPath(tone, x, y))
        .join('');
      return path === '' ? '' : svg`<path class="sign ${tone}" d=${path} />`;
    })}
    <path
      class="sign flaky"
      d=${drawn
        .filter(({ flaky }) => flaky)
        .map(({ x, y }) => `M${x - 4} ${y + 8}h8`)
        .join('')}
    />
    <path
      class="box"
      d=${drawn
        .filter(({ compromised }) => compromised)
        .map(({ x, y }) => `M${x - 6} ${y - 6.5}h12v13h-12z`)
        .join('')}
    />
  `;
}
