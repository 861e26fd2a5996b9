import { lineStart, nextLine } from './lines';
import { insertion, type TextChange } from './text-change';

/**
 * Puts a comment above a line that keeps a rule silent there (behaviour §14). One that stands there already gets the code, too.
 * @param offset somewhere on the line.
 * @param marker what begins a comment in the file.
 */
export function silenceAt(text: string, offset: number, code: string, marker: '#' | '//'): TextChange {
  const start = lineStart(text, offset);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const above = text.slice(0, start);
  const [present] = /(?:^|\n)\uFEFF?[ \t]*(?:#|\/\/)[ \t]*rook-ignore-next-line\b[^\r\n]*(?=\r?\n$)/.exec(above) ?? [];
  if (present !== undefined) {
    const end = above.length - (above.endsWith('\r\n') ? 2 : 1);
    return insertion(end - (/[ \t]*$/.exec(present)?.[0].length ?? 0), `, ${code}`);
  }
  const indent = /^[ \t]*/.exec(text.slice(start, nextLine(text, start)))?.[0] ?? '';
  return insertion(start, `${indent}${marker} rook-ignore-next-line ${code}${eol}`);
}
