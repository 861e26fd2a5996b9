type Token = { any: true } | { any: false; char: string };

/**
 * True when the whole text matches the pattern. `*` stands for any characters, none included; `\*` for a star itself;
 * everything else for itself, so that `bash(npm test)` means just that. Linear in practice, never exponential: only the
 * last star is ever tried again.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const tokens = tokensOf(pattern);
  let at = 0;
  let next = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    const token = tokens[next];
    if (token && !token.any && token.char === text[at]) {
      at++;
      next++;
    } else if (token?.any) {
      star = next++;
      resume = at;
    } else if (star >= 0) {
      next = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (tokens[next]?.any) next++;
  return next === tokens.length;
}

/** The pattern that matches exactly this text. */
export function literalGlob(text: string): string {
  return text.replaceAll('*', '\\*');
}

/** How much of the pattern is fixed: the number of characters that stand for themselves, and whether all do. */
export function fixedPart(pattern: string): { characters: number; exact: boolean } {
  const tokens = tokensOf(pattern);
  const characters = tokens.filter((token) => !token.any).length;
  return { characters, exact: characters === tokens.length };
}

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] ?? '';
    if (char === '\\' && pattern[i + 1] === '*') {
      tokens.push({ any: false, char: '*' });
      i++;
    } else if (char === '*') {
      if (!tokens.at(-1)?.any) tokens.push({ any: true });
    } else {
      tokens.push({ any: false, char });
    }
  }
  return tokens;
}
