/** A character that a reader would not see, or that would move others: shown by its name instead of its effect. */
export interface Mark {
  shown: string;
  name: string;
  count: number;
}

/** Text as it may be shown: what is visible as it is, what is not as marks. */
export type Piece = string | Mark;

/**
 * Control characters (tab and line feed are kept), lone surrogates, noncharacters, and everything that Unicode lets
 * vanish: bidi controls, zero-width characters, tags. The joiners and variation selectors of emoji and scripts stay.
 */
const concealed =
  /\r\n|[\0-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\uFFF9-\uFFFB\u{FDD0}-\u{FDEF}\uFFFE\uFFFF]|\p{Cs}|(?!\u034F|\u200C|\u200D|[\uFE00-\uFE0F])\p{DI}/gu;

const abbreviations =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

const names: Record<number, string> = {
  0: 'null',
  7: 'bell',
  8: 'backspace',
  13: 'carriage return',
  27: 'escape',
  127: 'delete',
  173: 'soft hyphen',
  1564: 'Arabic letter mark',
  8203: 'zero-width space',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'end of embedding or override',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'end of isolate',
  65279: 'byte order mark',
};

/** Splits a text into what can be shown as it is and marks for the rest. The same mark many times over is one piece. */
export function visiblePieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(concealed)) {
    if (match[0] === '\r\n') {
      pieces.push(`${text.slice(from, match.index)}\n`);
    } else {
      if (match.index > from) pieces.push(text.slice(from, match.index));
      const last = pieces.at(-1);
      const mark = markOf(match[0]);
      if (typeof last === 'object' && match.index === from && last.shown === mark.shown) last.count++;
      else pieces.push(mark);
    }
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** Whether a text conceals more than this many characters: it is hostile or binary, and not worth an element for each. */
export function concealsMany(text: string, many: number): boolean {
  let count = 0;
  for (const [match] of text.matchAll(concealed)) if (match !== '\r\n' && ++count > many) return true;
  return false;
}

/** The same as plain text, for the clipboard and for texts with very many such characters: `‹ESC›`, `‹U+202E›`. */
export function visibleText(text: string): string {
  return text.replace(concealed, (match) => (match === '\r\n' ? '\n' : `‹${markOf(match).shown}›`));
}

function markOf(character: string): Mark {
  const code = character.codePointAt(0) ?? 0;
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names[code] ?? (code >= 0xe0000 && code <= 0xe007f ? 'hidden tag character' : 'invisible character');
  return { shown: abbreviations[code] ?? (code === 0x7f ? 'DEL' : hex), name: `${hex} ${name}`, count: 1 };
}
