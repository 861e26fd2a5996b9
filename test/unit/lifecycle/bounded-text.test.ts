import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedText } from '../../../engine/lifecycle/bounded-text';
import { LineBuffer } from '../../../engine/lifecycle/line-buffer';

function bounded(parts: string[], head?: number, tail?: number): string {
  const text = head === undefined ? new BoundedText() : new BoundedText(head, tail);
  for (const part of parts) text.append(part);
  return text.toString();
}

describe('standard error that is kept', () => {
  it('is whole up to 256 KiB', () => {
    const text = 'x'.repeat(256 * 1024);
    expect(bounded([text])).toBe(text);
  });

  it('beyond that is its first 64 KiB and its last 192 KiB, with a note of what was cut', () => {
    const head = 'h'.repeat(64 * 1024);
    const tail = 't'.repeat(192 * 1024);
    expect(bounded([head, 'm'.repeat(1000), tail])).toBe(`${head}\n… 1000 characters cut …\n${tail}`);
  });

  it('comes out the same however it came in', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const expected =
          text.length <= 30
            ? text
            : `${text.slice(0, 10)}\n… ${text.length - 30} characters cut …\n${text.slice(text.length - 20)}`;
        expect(bounded(parts, 10, 20)).toBe(expected);
      }),
    );
  });

  it('a million small writes are kept bounded', () => {
    const text = new BoundedText(100, 100);
    for (let n = 0; n < 200_000; n++) text.append('line\n');
    expect(text.toString()).toHaveLength(200 + '\n… 999800 characters cut …\n'.length);
  });
});

describe('standard error that is shown live', () => {
  it('comes in whole lines, with the last one at the end', () => {
    const shown: string[] = [];
    const buffer = new LineBuffer((lines) => shown.push(lines));
    for (const part of ['a', 'b\nc', '\nd\ne', 'f']) buffer.append(part);
    buffer.flush();
    buffer.flush();
    expect(shown).toEqual(['ab\n', 'c\nd\n', 'ef\n']);
  });

  it('a line that does not end is shown before it fills the memory', () => {
    const shown: string[] = [];
    const buffer = new LineBuffer((lines) => shown.push(lines));
    for (let n = 0; n < 100; n++) buffer.append('x'.repeat(1024));
    expect(shown.length).toBeGreaterThan(0);
  });
});
