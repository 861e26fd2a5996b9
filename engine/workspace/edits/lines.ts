/** Offset of the first character of the line that holds an offset; a byte order mark belongs to no line. */
export function lineStart(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && text.startsWith('\uFEFF') ? 1 : start;
}

/** Offset at the end of the line that holds an offset, before its line end. */
export function lineEnd(text: string, offset: number): number {
  return offset + (/^[^\r\n]*/.exec(text.slice(offset))?.[0].length ?? 0);
}

/** Offset behind the line end of the line that holds an offset. */
export function nextLine(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  return end + (/^\r?\n?/.exec(text.slice(end))?.[0].length ?? 0);
}

/** The blanks before an offset, when nothing else stands before it on its line. */
export function indentAt(text: string, offset: number): string | undefined {
  const before = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/**
 * The blanks that a line begins with whose text is to stand level with an offset, where the first key of a list's entry is
 * one, too (`- name: …`); undefined when other text stands before it, as in braces.
 */
export function blockIndent(text: string, offset: number): string | undefined {
  const before = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*(?:-[ \t]+)*$/.test(before) ? before.replaceAll('-', ' ') : undefined;
}

/**
 * The end of an entry's last line: its comment included, and comments below it that are indented deeper than the entry,
 * which are about what is in it.
 * @param valueEnd offset at the end of the entry's value.
 */
export function endOfEntry(text: string, valueEnd: number, indent: string): number {
  let end = lineEnd(text, valueEnd);
  for (;;) {
    const [whole, blanks] = /^\r?\n([ \t]+)#[^\r\n]*/.exec(text.slice(end)) ?? [];
    if (whole === undefined || blanks === undefined || blanks.length <= indent.length) return end;
    end += whole.length;
  }
}
