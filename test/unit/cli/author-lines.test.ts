import { afterEach, expect, it, vi } from 'vitest';
import { authorLines } from '../../../cli/author/author-lines';
import type { AuthorEvent } from '../../../engine/author/author-surface';

afterEach(() => vi.restoreAllMocks());

function told(event: AuthorEvent): string {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  authorLines(false)(event);
  vi.restoreAllMocks();
  return lines.join('');
}

it('an invocation of several turns names what each of them asks', () => {
  const goals = ['Say hello.', 'Count to three.'];
  const line = told({ type: 'probing', attempt: 2, goal: 'Say hello.', goals, turns: 2 });
  expect(line).toBe('  invocation 2: "Say hello.", then "Count to three."\n');
});

it('a diff keeps its lines, and nothing in it moves the cursor', () => {
  expect(told({ type: 'diff', text: '-old\n+new\u001b[2J' })).toMatch(/\n-old\n\+new[^\u001b]*\n$/);
});
