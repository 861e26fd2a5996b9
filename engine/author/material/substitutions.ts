/** The name of the variable that stands for the output of the substitution with this index. */
export function substitutionVariable(index: number): string {
  return index === 0 ? 'COMMAND_OUTPUT' : `COMMAND_OUTPUT_${index + 1}`;
}

/** A substitution as messages show it: its program alone, since its arguments may hold what nobody should see. */
export function substitutionName(text: string): string {
  const [words = ''] = /^\s*[\w./-]+/.exec(text) ?? [];
  return `$(${words.trim()}${text.trim() === words.trim() ? '' : ' …'})`;
}

/** The offset of the parenthesis that closes the one at `from`; -1 when none does. Quoted ones do not count. */
export function closingParenthesis(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '\\' && quote !== "'") at++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === "'" || char === '"') quote = char;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at;
  }
  return -1;
}
