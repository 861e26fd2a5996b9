import { describe, expect, test } from 'vitest';
import { inertDocument, inertForRunner } from '../../../cli/terminal/runner-commands';

const runner = { GITHUB_ACTIONS: 'true' };

/** Whether GitHub's runner takes one of the lines for a command. */
function isObeyed(text: string): boolean {
  return text.split(/\r\n|\r|\n/).some((line) => line.trim().startsWith('::') || line.includes('##['));
}

describe("an agent's words in the log of a GitHub job", () => {
  test.each([
    '::error::all is well',
    'fine\n::add-mask::7',
    '   \t::endgroup::',
    '\u00a0::stop-commands::x',
    'text ##[error]no',
    '##[##[',
    '\r::warning::a',
    ':::debug::x',
  ])('%j is no command', (text) => {
    expect(isObeyed(text)).toBe(true);
    expect(isObeyed(inertForRunner(text, runner))).toBe(false);
  });

  test.each(['std::vector', 'a :: b', '## heading [x]', 'Pass: 3'])('%j stays as it is', (text) => {
    expect(inertForRunner(text, runner)).toBe(text);
  });

  test('a terminal, or another runner, shows it as it was said', () => {
    expect(inertForRunner('::error::x ##[y]', {})).toBe('::error::x ##[y]');
  });

  test('a JSON document has the same value', () => {
    const value = { output: '##[error]x', list: ['##[##['] };
    const text = inertDocument(JSON.stringify(value, null, 2), runner);
    expect(isObeyed(text)).toBe(false);
    expect(JSON.parse(text)).toEqual(value);
  });
});
