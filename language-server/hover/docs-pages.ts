import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Leads to sections of the documentation that ships with the server. */
export class DocsPages {
  readonly #lines = new Map<string, ReadonlyMap<string, number>>();

  /** @param folder with the Markdown files; it need not be there. */
  constructor(private readonly folder: string) {}

  /** A Markdown link to `page.md#section`; undefined when there is no such section. */
  linkTo(place: string): string | undefined {
    const [page = '', section = ''] = place.split('#');
    const lines = this.#lines.get(page) ?? sectionLines(join(this.folder, page));
    this.#lines.set(page, lines);
    const line = lines.get(section);
    // An editor opens a text at a line; it does not know the anchors of Markdown.
    return line === undefined ? undefined : `[Documentation](${pathToFileURL(join(this.folder, page)).href}#L${line})`;
  }
}

/** The line, from 1, of each section, by the anchor that its heading has on GitHub. */
function sectionLines(file: string): ReadonlyMap<string, number> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return new Map(); // installed without its documentation
  }
  let fence = false;
  return new Map(
    text.split(/\r?\n/).flatMap((line, index): [string, number][] => {
      if (/^(?:```|~~~)/.test(line)) fence = !fence;
      const heading = fence ? undefined : /^#{1,6} (.+)$/.exec(line)?.[1];
      return heading === undefined ? [] : [[anchorOf(heading), index + 1]];
    }),
  );
}

export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
