import { describe, expect, test } from 'vitest';
import { foldUnchanged } from '../../../../engine/report/text/diff-folds';
import { type DiffPiece, diffTexts } from '../../../../engine/report/text/text-diff';

const piecesOf = (base: string, head: string): DiffPiece[] => {
  const diff = diffTexts(base, head);
  return 'pieces' in diff ? diff.pieces : [];
};
const side = (pieces: DiffPiece[], leftOut: DiffPiece['kind'], joint = ''): string =>
  pieces
    .filter(({ kind }) => kind !== leftOut)
    .map(({ text }) => text)
    .join(joint);
/** A text with the lines 1 to `count`, but for those that are given. */
const numbered = (count: number, other: Record<number, string> = {}): string =>
  Array.from({ length: count }, (_, index) => other[index + 1] ?? `line ${index + 1}`).join('\n');

describe('the difference of two texts', () => {
  test('a short text is told by its words, and neighbouring words are one change', () => {
    expect(piecesOf('Your refund of 49.90 EUR is on its way.', 'Your refund of 50.10 USD is on its way.')).toEqual([
      { kind: 'same', text: 'Your refund of ' },
      { kind: 'removed', text: '49.90 EUR' },
      { kind: 'added', text: '50.10 USD' },
      { kind: 'same', text: ' is on its way.' },
    ]);
  });

  test('the same text, and one that differs in its line ends only', () => {
    expect(diffTexts('a\nb', 'a\nb')).toEqual({ kind: 'same' });
    expect(diffTexts('a\r\nb', 'a\nb')).toEqual({ kind: 'lineEnds' });
    expect(piecesOf('one two\r\nthree', 'one two\nfour').some(({ text }) => text.includes('\r'))).toBe(false);
  });

  test('a long text is told by its lines, and a last line end is a difference', () => {
    const [base, head] = [numbered(2000), `${numbered(2000, { 7: 'another' })}\n`];
    const diff = diffTexts(base, head);
    expect(diff.kind).toBe('lines');
    expect(piecesOf(base, head).filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'line 7' },
      { kind: 'added', text: 'another' },
      { kind: 'added', text: '' },
    ]);
  });

  test.each([
    ['words', 'the cat sat, and the dog ran\naway', 'the cat lay,  and a dog\nran away'],
    ['lines', numbered(3000), numbered(3000, { 1: 'x', 900: '', 3000: 'z' })],
  ] as const)('both texts can be read in the pieces: %s', (kind, base, head) => {
    expect(diffTexts(base, head).kind).toBe(kind);
    const joint = kind === 'lines' ? '\n' : '';
    expect(side(piecesOf(base, head), 'added', joint)).toBe(base);
    expect(side(piecesOf(base, head), 'removed', joint)).toBe(head);
  });

  test('texts with nothing in common are not shown as changes', () => {
    expect(diffTexts('', 'an answer')).toEqual({ kind: 'tooDifferent' });
    expect(diffTexts('I cannot help you.', 'Refund issued: 49.90 EUR')).toEqual({ kind: 'tooDifferent' });
    expect(diffTexts('x'.repeat(200_000), 'y'.repeat(200_000))).toEqual({ kind: 'tooDifferent' });
  });

  test('it gives up when too much has changed', () => {
    const texts = [0, 1].map((odd) => Array.from({ length: 20_000 }, (_, n) => `${n} ${n % 9 ? odd : ''}`).join('\n'));
    expect(diffTexts(texts[0] ?? '', texts[1] ?? '')).toEqual({ kind: 'tooDifferent' });
  });

  test('letters with marks, emoji and surrogates are not torn apart; Chinese is told by characters', () => {
    expect(piecesOf('See 👩‍👩‍👧 and élan', 'See 👩‍👩‍👦 and élan')).toContainEqual({ kind: 'removed', text: '👩‍👩‍👧' });
    expect(piecesOf('退款已经处理', '退款正在处理').filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: '已经' },
      { kind: 'added', text: '正在' },
    ]);
    expect(piecesOf('تم رد المبلغ اليوم', 'تم رد المبلغ أمس')).toContainEqual({ kind: 'added', text: 'أمس' });
  });
});

describe('what is folded of it', () => {
  test('long unchanged stretches, but not the lines next to a change', () => {
    const parts = foldUnchanged(piecesOf(numbered(1500), numbered(1500, { 700: 'another' })), 'lines');
    expect(parts.map(({ kind }) => kind)).toEqual(['fold', 'same', 'removed', 'added', 'same', 'fold']);
    expect(parts[0]).toMatchObject({ count: 696, unit: 'line' });
    expect(parts[1]?.text).toBe('line 697\nline 698\nline 699');
  });

  test('nothing is lost, whatever is folded', () => {
    const base = `${numbered(60)}\nlast`;
    const pieces = piecesOf(base, base.replace('line 30', 'another'));
    const parts = foldUnchanged(pieces, 'words');
    expect(parts.some(({ kind }) => kind === 'fold')).toBe(true);
    expect(parts.map(({ text }) => text).join('')).toBe(pieces.map(({ text }) => text).join(''));
  });

  test('a paragraph without lines is folded by its length, between words', () => {
    const long = 'words and more words, '.repeat(200);
    const parts = foldUnchanged(piecesOf(`${long}END`, `${long}END.`), 'words');
    expect(parts[0]).toMatchObject({ kind: 'fold', unit: 'character' });
    expect(parts[1]?.text).toMatch(/^\S.* END$/);
  });

  test('what is short is left as it is', () => {
    const pieces = piecesOf(numbered(7), numbered(7, { 7: 'another' }));
    expect(foldUnchanged(pieces, 'words')).toEqual(pieces);
  });
});
