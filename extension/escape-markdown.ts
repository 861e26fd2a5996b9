/**
 * A text as markdown that renders as this very text: nothing in it becomes a link, an image, markup or HTML.
 * Lines stay lines, and leading spaces stay.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\`*_{}[\]()#+\-.!~|&<>:@$="'^/]/g, '\\$&')
    .replace(/^[ \t]+/gm, (space) => '&nbsp;'.repeat(space.replaceAll('\t', '    ').length))
    .replace(/\n/g, '\\\n')
    .replace(/(?:\\\n)+$/, '');
}
