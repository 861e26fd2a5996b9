import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readable } from '../../../../engine/author/material/marks';
import { shellTokens } from '../../../../engine/author/material/shell-words';
import { readCommands } from '../../../../engine/author/material/simple-commands';
import { cmdTokens, powerShellTokens } from '../../../../engine/author/material/windows-words';
import type { Result } from '../../../../schemas/result';

type Tokens = ReturnType<typeof shellTokens> extends Result<infer T> ? T : never;

function words(read: Result<Tokens>): string[] {
  if (!read.ok) throw new Error(read.error.message);
  return read.value.tokens.map((token) => (token.kind === 'word' ? readable(token.text) : `⟨${token.text}⟩`));
}

/** Texts that a command line may hold. The two noncharacters of marks are taken out before words are read. */
const anyText = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/[\uFDD0-\uFDD2\0\r]/g, ''));

const quoting = {
  single: (text: string) => `'${text.replaceAll("'", "'\\''")}'`,
  double: (text: string) => `"${text.replace(/[\\"$`]/g, '\\$&')}"`,
  ansi: (text: string) =>
    `$'${[...text]
      .map((char) => {
        const code = char.codePointAt(0) ?? 0;
        if (char === "'" || char === '\\') return `\\${char}`;
        return code < 0x20 || code > 0x7e
          ? code > 0xffff
            ? `\\U${code.toString(16).padStart(8, '0')}`
            : `\\u${code.toString(16).padStart(4, '0')}`
          : char;
      })
      .join('')}'`,
  backslashes: (text: string) =>
    text === '' ? "''" : [...text].map((char) => (char === '\n' ? "'\n'" : `\\${char}`)).join(''),
};

describe('words of a POSIX shell', () => {
  it('gives back any text that was quoted, in every way of quoting', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, fc.constantFrom(...Object.values(quoting))), { minLength: 1, maxLength: 4 }),
        (quoted) => {
          const line = quoted.map(([text, quote]) => quote(text)).join(' ');
          expect(words(shellTokens(`program ${line}`))).toEqual(['program', ...quoted.map(([text]) => text)]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'\'"$`\\()<>|&;#{}^%\n aA1=-'), maxLength: 30 }), (text) => {
        shellTokens(text);
        cmdTokens(text);
        powerShellTokens(text);
        readCommands(text);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [`a'b'"c"d`, ['abcd']],
    [`'it'\\''s'`, ["it's"]],
    [`a \\\n  b`, ['a', 'b']],
    [`"a\\\nb"`, ['ab']],
    [`"a\\nb"`, ['a\\nb']],
    [`$'a\\nb\\t\\x41\\101\\u00e9\\''`, ["a\nb\tAA\u00e9'"]],
    [`$'\\ud83d\\ude00'`, ['😀']],
    [`a # comment\nb`, ['a', '⟨\n⟩', 'b']],
    [`a#b`, ['a#b']],
    [`$NAME "\${NAME}" '$NAME' \\$NAME`, ['$NAME', '$NAME', '$NAME', '$NAME']],
    [`"\${NAME:-default}x"`, ['$NAMEx']],
    [`a | b && c; d`, ['a', '⟨|⟩', 'b', '⟨&&⟩', 'c', '⟨;⟩', 'd']],
    [`a 2>/dev/null >out`, ['a', '⟨2>⟩', '/dev/null', '⟨>⟩', 'out']],
    [`agent <goal>`, ['agent', '<goal>']],
    [`agent <your message> x`, ['agent', '<your message>', 'x']],
    [`agent < file`, ['agent', '⟨<⟩', 'file']],
    [`x https://a.io/?b=1&c=2`, ['x', 'https://a.io/?b=1&c=2']],
    [`x $(date "+%s)") y`, ['x', '$COMMAND_OUTPUT', 'y']],
    ['x `date`', ['x', '$COMMAND_OUTPUT']],
    [`''`, ['']],
  ])('%j', (text, expected) => {
    expect(words(shellTokens(text))).toEqual(expected);
  });

  it('reads here-documents, with and without variables', () => {
    expect(words(shellTokens('cat <<EOF | x\n{"a": "$B"}\nEOF\ny'))).toEqual([
      'cat',
      '⟨|⟩',
      'x',
      '⟨{"a": "\uFDD0env:B\uFDD1"}\n⟩',
      '⟨\n⟩',
      'y',
    ]);
    expect(words(shellTokens("cat <<-'EOF'\n\t$B\n\tEOF"))).toEqual(['cat', '⟨$B\n⟩', '⟨\n⟩']);
  });

  it.each([
    ["a 'b", 'the single quote in line 1 of the command is not closed'],
    ['a\n"b', 'the double quote in line 2 of the command is not closed'],
    ["a $'b", "the quote $' in line 1 of the command is not closed"],
    ['a $(b', 'the command substitution in line 1 of the command is not closed'],
  ])('refuses %j', (text, message) => {
    const read = shellTokens(text);
    expect(read.ok ? undefined : read.error.message).toBe(message);
  });
});

describe('words of Windows shells', () => {
  it.each([
    ['curl ^"https://x.io^" ^\n  -H ^"a: b^"', ['curl', 'https://x.io', '-H', 'a: b']],
    ['x "{\\"a\\":\\"b c\\"}"', ['x', '{"a":"b c"}']],
    ['x ^"^{^\\^"a^\\^":^\\^"b ^%^ c^\\^"^}^"', ['x', '{"a":"b % c"}']],
    ['x "a""b" %TOKEN% %E4%BD%A0', ['x', 'a"b', '$TOKEN', '%E4%BD%A0']],
    ['x ^"a^\n\nb^"', ['x', 'a\nb']],
    ['x "a\\\\" b', ['x', 'a\\', 'b']],
    ['x | y', ['x', '⟨|⟩', 'y']],
  ])('cmd: %j', (text, expected) => {
    expect(words(cmdTokens(text))).toEqual(expected);
  });

  it.each([
    ["curl.exe \"a\" `\n -d 'it''s'", ['curl.exe', 'a', '-d', "it's"]],
    ['x "$env:TOKEN" "a`nb" "say ""hi"""', ['x', '$TOKEN', 'a\nb', 'say "hi"']],
    ['x \'{\\"a\\":1}\'', ['x', '{"a":1}']],
    ['& x', ['x']],
  ])('PowerShell: %j', (text, expected) => {
    expect(words(powerShellTokens(text))).toEqual(expected);
  });
});
