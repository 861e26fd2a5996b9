import { isDeepStrictEqual } from 'node:util';
import { Document, isScalar, Scalar, visit } from 'yaml';
import { parseYaml } from './yaml-document';

/** How a file, or a folder of files, writes what YAML leaves open. */
export interface YamlStyle {
  eol: '\n' | '\r\n';
  /** Quotes of texts that need some; undefined = whichever need fewer escapes. */
  quotes?: 'single' | 'double';
  /** Lists in a mapping are indented, not level with their key. */
  indentsLists: boolean;
}

/** The lines that a person would break a sentence at. */
const lineWidth = 110;

/** The style that most of these texts are written in. */
export function yamlStyleOf(texts: readonly string[]): YamlStyle {
  const count = (pattern: RegExp): number => texts.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);
  const single = count(/^[ -]*[\w-]+: '/gm);
  const double = count(/^[ -]*[\w-]+: "/gm);
  const level = count(/^( *)[\w-]+:[ \t]*(?:#.*)?\r?\n\1- /gm);
  const indented = count(/^( *)[\w-]+:[ \t]*(?:#.*)?\r?\n\1 +- /gm);
  const crlf = count(/\r\n/g);
  return {
    eol: crlf > count(/(?<!\r)\n/g) ? '\r\n' : '\n',
    ...(single !== double && { quotes: single > double ? 'single' : 'double' }),
    indentsLists: indented >= level,
  };
}

/**
 * The YAML text of a value, without a line end at its end, that is sure to read back as that value: whatever stands in
 * its texts, such as colons, quotes, `#`, line ends. Lines end with `\n`: the caller knows those of the file.
 */
export function yamlFragment(value: unknown, style: YamlStyle): string {
  const candidates = [written(value, style, false), written(value, style, true)];
  const sound = candidates.find((text) => {
    const ended = style.eol === '\n' ? text : text.replaceAll('\n', style.eol);
    const read = parseYaml(`${ended}${style.eol}`, 'fragment.yaml');
    return read.syntaxProblems.length === 0 && isDeepStrictEqual(read.value, value);
  });
  // JSON is YAML: the last resort for what no nicer form keeps.
  return sound ?? JSON.stringify(value);
}

function written(value: unknown, style: YamlStyle, allQuoted: boolean): string {
  const document = new Document(value);
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string') return;
      const type = allQuoted ? Scalar.QUOTE_DOUBLE : textType(node.value);
      if (type !== undefined) node.type = type;
    },
    // What is empty stands on the line of its key.
    Collection(_key, node) {
      if (node.items.length === 0) node.flow = true;
    },
  });
  const text = document.toString({
    lineWidth: allQuoted ? 0 : lineWidth,
    minContentWidth: 0,
    indentSeq: style.indentsLists,
    singleQuote: style.quotes === undefined ? null : style.quotes === 'single',
  });
  return isScalar(document.contents) ? text.trimEnd() : text.replace(/\n$/, '');
}

/** A text of one short line stands as it is; others get a block. The writer takes quotes where those do not do. */
function textType(text: string): Scalar.Type | undefined {
  if (/^\s|\s$|[^\P{C}\n]/u.test(text)) return undefined;
  if (text.includes('\n')) return Scalar.BLOCK_LITERAL;
  return text.length > lineWidth ? Scalar.BLOCK_FOLDED : undefined;
}
