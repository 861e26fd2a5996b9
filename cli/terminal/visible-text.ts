/** Colours and other attributes: they change how text looks, never what it says. */
const attributes = /\u001b\[[0-9;:]*m/g;
/** C0 and C1 controls, line and paragraph separators, direction overrides, lone surrogates. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/**
 * Text from an agent or a hook, made safe for one line of a terminal: nothing in it can move the cursor, colour what
 * follows, set a title or reverse the reading order. The exact bytes stay in the records.
 */
export function visibleLine(text: string): string {
  return text.replace(attributes, '').replace(unsafe, standIn);
}

/** The same for text of several lines: the line breaks stay. */
export function visibleLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map(visibleLine);
}

/** The same, with line breaks shown as a sign, for text that must fit one line. */
export function visibleInOneLine(text: string): string {
  return visibleLine(text.trim().replace(/\s*[\r\n]+\s*/g, ' ⏎ '));
}

function standIn(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0x09) return ' ';
  if (code < 0x20) return String.fromCharCode(0x2400 + code); // ␀ … ␟
  if (code === 0x7f) return '␡';
  return '\ufffd';
}
