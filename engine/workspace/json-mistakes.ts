/** What keeps a text from being JSON: the first mistake, where it was made. */
export interface JsonMistake {
  message: string;
  remedy: string;
  start: number;
  end: number;
}

/** Finds the first mistake of a text that is no JSON; undefined when it is. Walks without recursion. */
export function jsonMistake(text: string): JsonMistake | undefined {
  const tokens = tokensOf(text);
  const open: Token[] = [];
  let wanted: 'value' | 'key' | 'colon' | 'end' = 'value';
  let before: Token | undefined;
  for (const token of tokens) {
    const { text: written, start, end } = token;
    const mistake = (message: string, remedy: string): JsonMistake => ({ message, remedy, start, end });
    if (token.fault) return mistake(...token.fault);
    const owner = open.at(-1);
    const closes = written === '}' || written === ']';
    if (closes && (wanted === 'end' || before === owner)) {
      if (!owner || (owner.text === '{') !== (written === '}'))
        return mistake(
          `${written} closes nothing that is open here`,
          owner ? `Write ${closingOf(owner)} first.` : 'Remove it.',
        );
      open.pop();
      wanted = 'end';
    } else if (wanted === 'end') {
      if (!owner) return mistake('the JSON has ended before this', 'Remove what follows, or its closing bracket.');
      if (written !== ',') return mistake('a comma is missing before this', 'Write it after the entry above.');
      wanted = owner.text === '{' ? 'key' : 'value';
    } else if (wanted === 'colon') {
      if (written !== ':') return mistake('a colon is missing between a key and its value', 'Write it before this.');
      wanted = 'value';
    } else if (before?.text === ',' && closes) {
      return { ...mistake('nothing follows this comma', 'Remove it.'), start: before.start, end: before.end };
    } else if (wanted === 'key') {
      if (!written.startsWith('"'))
        return mistake('a key must be a text in double quotes', 'Write it as "key": value.');
      wanted = 'colon';
    } else if (written === '{' || written === '[') {
      open.push(token);
      wanted = written === '{' ? 'key' : 'value';
    } else if (/^["\d-]/.test(written) || ['true', 'false', 'null'].includes(written)) {
      wanted = 'end';
    } else {
      return mistake('a value belongs here', 'Write a text in double quotes, a number, true, false, null, {…} or […].');
    }
    before = token;
  }
  const unclosed = open.at(-1);
  if (unclosed) {
    const closing = closingOf(unclosed);
    const { start, end } = unclosed;
    return {
      message: `what begins here has no closing ${closing}`,
      remedy: `Write the closing ${closing}.`,
      start,
      end,
    };
  }
  if (wanted === 'end') return undefined;
  return {
    message: 'it ends before its value',
    remedy: 'Write the value.',
    start: before?.start ?? 0,
    end: text.length,
  };
}

interface Token {
  text: string;
  start: number;
  end: number;
  fault?: [message: string, remedy: string];
}

function closingOf({ text }: Token): string {
  return text === '{' ? '}' : ']';
}

function tokensOf(text: string): Token[] {
  const pattern = /"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\r\n]*|\/\*|#[^\r\n]*|'[^\r\n']*'?|[{}[\],:]|[^\s{}[\],:"]+/g;
  return [...text.matchAll(pattern)].map((match) => {
    const [written] = match;
    const fault = faultOf(written);
    return { text: written, start: match.index, end: match.index + written.length, ...(fault && { fault }) };
  });
}

function faultOf(written: string): Token['fault'] {
  if (/^(?:\/[/*]|#)/.test(written)) return ['JSON has no comments', 'Remove it.'];
  if (written.startsWith("'")) return ['JSON has texts in double quotes only', 'Write double quotes.'];
  if (!written.startsWith('"')) return undefined;
  if (written.length === 1 || !written.endsWith('"') || /(?:^|[^\\])(?:\\\\)*\\"$/.test(written))
    return ['this text has no closing "', 'Write the closing ".'];
  const wrong = [...written.matchAll(/\\(u[0-9a-fA-F]{4}|.)/g)].find(
    ([, one = '']) => !/^(?:u.{4}|["\\/bfnrt])$/.test(one),
  );
  return wrong ? [`${wrong[0]} means nothing in JSON`, 'Write \\\\ for a backslash.'] : undefined;
}
