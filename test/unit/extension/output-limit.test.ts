import { expect, test } from 'vitest';
import { formatSize } from '../../../extension/format-size';
import { OutputLimit } from '../../../extension/output-limit';

test('output within the limit is shown whole', () => {
  const limit = new OutputLimit(10);
  expect(limit.take('a', '12345\n')).toBe('12345\n');
  expect(limit.take('a', '789\n')).toBe('789\n');
  expect(limit.takeWithheld('a')).toBe(0);
});

test('what goes beyond is cut between lines and counted, in bytes', () => {
  const limit = new OutputLimit(10);
  expect(limit.take('a', '1234\n678\nßß\n')).toBe('1234\n678\n');
  expect(limit.takeWithheld('a')).toBe(5);
});

test('a line that would fit does not follow one that did not', () => {
  const limit = new OutputLimit(10);
  expect(limit.take('a', '1234567\n')).toBe('1234567\n');
  expect(limit.take('a', 'too long\n')).toBe('');
  expect(limit.take('a', '\n')).toBe('');
  expect(limit.takeWithheld('a')).toBe(10);
});

test('what was said to be withheld is not said again, and the limit stays reached', () => {
  const limit = new OutputLimit(4);
  limit.take('a', '12345\n');
  expect([limit.takeWithheld('a'), limit.takeWithheld('a')]).toEqual([6, 0]);
  expect(limit.take('a', '\n')).toBe('');
  expect(limit.takeWithheld('a')).toBe(1);
});

test('each scenario has a limit of its own', () => {
  const limit = new OutputLimit(4);
  limit.take('a', '12345\n');
  expect(limit.take('b', '123\n')).toBe('123\n');
  expect(limit.takeWithheld('b')).toBe(0);
});

test('text that ends without a line end is cut with its line', () => {
  expect(new OutputLimit(6).take('a', '1234\n5678')).toBe('1234\n');
});

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [300 * 1024, '300 KB'],
  [1000 * 1024, '1.0 MB'],
  [1.44 * 1024 * 1024, '1.4 MB'],
  [3000 * 1024 ** 3, '3000 GB'],
])('%d bytes are said as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
