import { describe, expect, test } from 'vitest';
import { dimLine, prefixedLines, sourceOf } from '../../../extension/run-output';

const plain = (text: string) => text.replace(/\x1b\[[0-9;]*m/g, '');

describe('output of hooks', () => {
  test('has its source before each line, and ends lines for a terminal', () => {
    expect(plain(prefixedLines('SC-001 execute', 'one\ntwo\r\n'))).toBe(
      '[SC-001 execute] one\r\n[SC-001 execute] two\r\n',
    );
  });

  test('keeps colours, and ends them with the line', () => {
    expect(prefixedLines('SC-001 execute', '\x1b[32mgreen\n')).toContain('\x1b[32mgreen\x1b[0m\r\n');
    expect(prefixedLines('SC-001 execute', 'plain\n')).toMatch(/ plain\r\n$/);
  });

  test('keeps empty lines', () => {
    expect(plain(prefixedLines('x', 'a\n\nb\n'))).toBe('[x] a\r\n[x] \r\n[x] b\r\n');
  });
});

test.each([
  [{ scenarioId: 'SC-001', attempt: 1 }, 'execute', 1, 'SC-001 execute'],
  [{ scenarioId: 'SC-001', attempt: 2 }, 'execute', 3, 'SC-001 #2 execute turn 3'],
  [{}, 'prepare', undefined, 'run prepare'],
] as const)('source of %j %s', (subject, phase, turn, text) => {
  expect(sourceOf(subject, phase, turn)).toBe(text);
});

test('a dim line is one line', () => {
  expect(plain(dimLine('done'))).toBe('done\r\n');
});
