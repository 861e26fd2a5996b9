import type { Target } from '../draft';

/** Beginnings of what a program prints instead of an answer, although it says that it has succeeded. */
const programErrors =
  /^(?:Traceback \(most recent call last\)|(?:[A-Z]\w*)?(?:Error|Exception)\b[^\n]{0,80}?:|(?:fatal|panic|error):|usage: )/i;

/** The error that a program has printed as its whole output; undefined when it is none. */
export function programError(text: string): string | undefined {
  const shown = text.trim();
  return programErrors.test(shown) ? shown.slice(0, 500) : undefined;
}

/** Whether a text holds both sides of a talk: `User: …`, then `Bot: …`. */
export function isTranscript(text: string): boolean {
  return /^\s*(?:user|human|customer|you|me|q|question)\s*[:>][\s\S]*?(?:^|\s)(?:bot|assistant|ai|agent|a|answer)\s*[:>]/im.test(
    text,
  );
}

/** Whether a text is written for a browser or a voice, not for a reader. */
export function isMarkup(text: string): boolean {
  return /^\s*<(?:\?xml|!--|[a-z][\w:-]*(?:\s[^<>]*)?\/?>)[\s\S]*>\s*$/i.test(text);
}

/**
 * Why a text that came back is hardly the answer and nothing else, as words for what it is; undefined when nothing speaks
 * against it.
 * @param type the content type in small letters; empty when there is none.
 */
export function oddText(text: string, type: string, kind: Target['kind']): string | undefined {
  const shown = text.trim();
  if (/^\)\]\}'/.test(shown)) return "JSON behind )]}'";
  if (/^(?:\/\*\*\/)?[\w$.]+\(\s*[[{"][\s\S]*\)\s*;?$/.test(shown)) return 'JSONP: JSON inside a call';
  if (isMarkup(shown) || /\bxml\b/.test(type)) return 'XML or other markup';
  if (/\bjson\b/.test(type) && !/^-?\d+(\.\d+)?$|^(true|false|null)$/.test(shown))
    return 'called JSON, and cannot be read as JSON';
  if (/^[^\n]*\n[\s\S]*\n?[[{][\s\S]*[\]}]$/.test(shown) && endsInJson(shown)) return 'text with JSON after it';
  if (isTranscript(shown)) return 'a talk with both sides in it';
  if (kind !== 'command') return undefined;
  if (
    /^(?:you|user|human|me|prompt|question|in(?: \[\d+\])?)\s*[:>]/im.test(shown) ||
    /^(?:>>>|\.\.\.|>|\$|%)\s/m.test(shown)
  )
    return 'what a program shows that asks for more than one input';
  return undefined;
}

function endsInJson(text: string): boolean {
  const lines = text.split(/\r?\n/);
  return lines.some((line, at) => {
    if (!/^\s*[[{]/.test(line) || at < lines.length - 200) return false;
    try {
      return typeof JSON.parse(lines.slice(at).join('\n')) === 'object';
    } catch {
      return false; // no JSON from here on
    }
  });
}
