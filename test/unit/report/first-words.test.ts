import { expect, test } from 'vitest';
import { firstWords } from '../../../engine/report/text/first-words';

test.each([
  [
    'execute exited with code 1: TypeError: x (a.mjs:1)\n    at …',
    'execute exited with code 1: TypeError: x (a.mjs:1)',
  ],
  ['execute exited with code 1:\nloading\nno order\n', 'execute exited with code 1: no order'],
  ['execute exited with code 1:\n', 'execute exited with code 1'],
  ['prepare was cancelled', 'prepare was cancelled'],
])('a diagnosis in one line: %j', (diagnosis, expected) => {
  expect(firstWords(diagnosis)).toBe(expected);
});
