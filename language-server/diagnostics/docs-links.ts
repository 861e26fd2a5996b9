import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Leads from a code to the section of the documentation that explains it: `file:…/docs/diagnostics.md#L120`. */
export class DocsLinks {
  #lines: Map<string, number> | undefined;

  /** @param file the documentation as it is shipped, see docs/diagnostics.md. */
  constructor(private readonly file: string) {}

  /** Undefined when there is no section, or no documentation. */
  linkOf(code: string): string | undefined {
    this.#lines ??= sectionLines(this.file);
    const line = this.#lines.get(code);
    // An editor opens the text at a line; it does not know the anchors of Markdown.
    return line === undefined ? undefined : `${pathToFileURL(this.file).href}#L${line}`;
  }
}

/** The line, from 1, of each section that is headed by a code. */
function sectionLines(file: string): Map<string, number> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return new Map(); // installed without its documentation
  }
  const lines = text.split(/\r?\n/).flatMap((line, index): [string, number][] => {
    const code = /^### ([a-z][a-z-]*)$/.exec(line)?.[1];
    return code ? [[code, index + 1]] : [];
  });
  return new Map(lines);
}
