import { ok, type Result, refuse } from '../../schemas/result';

/** What a shell would act on, outside of quotes. */
const operator = /&&|\|\||>>|\$\(|[;|&<>`\n]/y;

/**
 * A command as a program and its arguments. No shell is involved: quotes hold an argument together, and nothing is
 * expanded. What only a shell could carry out is refused.
 */
export function splitProgram(text: string): Result<string[]> {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else if (char === '\\' && quote === '"' && /["\\]/.test(text.charAt(at + 1))) word += text.charAt(++at);
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char) && char !== '\n') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      operator.lastIndex = at;
      const found = operator.exec(text)?.[0];
      if (found !== undefined) {
        const shown = found === '\n' ? 'a line end' : found;
        return refuse(
          `the command holds ${shown}, and no shell is there to act on it`,
          'Write one program and its arguments; put a longer command into a script, or the character into quotes.',
        );
      }
      if (char === '\\' && /[\s"'\\]/.test(text.charAt(at + 1))) word = (word ?? '') + text.charAt(++at);
      else word = (word ?? '') + char;
    }
  }
  if (quote !== undefined) return refuse(`the command has no closing ${quote}`, 'Close the quotation.');
  if (word !== undefined) words.push(word);
  if (!words[0]) return refuse('the command names no program', 'Write one program and its arguments.');
  return ok(words);
}
