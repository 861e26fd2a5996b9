import { type Document, type ErrorCode, isCollection, isScalar, visit, type YAMLError } from 'yaml';
import type { TextRange } from '../../schemas/problem';
import { firstLine, wordAt } from './yaml-path';

/** What an author did: the parser says which rule of YAML was broken, which helps few. */
export interface Mistake {
  message: string;
  remedy?: string;
  range: TextRange;
}

interface Context {
  error: YAMLError;
  document: Document.Parsed;
  text: string;
  start: number;
  /** From the error to the end of its line. */
  rest: TextRange;
}
type Rule = (context: Context) => Mistake | undefined;

/** The mistake behind a parser's error, at the place where it was made. */
export function mistakeOf(error: YAMLError, document: Document.Parsed, text: string): Mistake {
  const start = error.pos[0];
  const context: Context = { error, document, text, start, rest: firstLine({ start, end: text.length }, text) };
  const says = error.message;
  return (
    byCode[error.code]?.(context) ??
    byMessage.find(([pattern]) => pattern.test(says))?.[1](context) ?? {
      message: says.charAt(0).toLowerCase() + says.slice(1),
      range: context.rest,
    }
  );
}

const quoteIt = 'Put the text in quotes.';

/** The parser points at the comments before a line that is out of place. */
function misaligned(offset: number, text: string): Mistake {
  const passedOver = /^(?:[ \t]*(?:#[^\r\n]*)?\r?\n)+/.exec(text.slice(offset))?.[0].length ?? 0;
  return {
    message: 'the line is not indented like the lines it belongs to',
    remedy: 'Align the entries that belong together.',
    range: wordAt(offset + passedOver, text),
  };
}

const noColon: Rule = ({ rest }) => ({
  message: 'this line has no colon, so it is no key with a value',
  remedy: 'Write it as key: value, or indent it if it belongs to the text above.',
  range: rest,
});

const byCode: Partial<Record<ErrorCode, Rule>> = {
  TAB_AS_INDENT: ({ start }) => ({
    message: 'the line is indented with a tab',
    remedy: 'Indent with spaces: YAML allows no tabs there.',
    range: { start, end: start + 1 },
  }),
  BLOCK_AS_IMPLICIT_KEY: ({ error, document, text, start, rest }) => {
    if (error.message.startsWith('A block sequence')) return misaligned(start, text);
    const spread = document.errors.find((other) => other.code === 'MULTILINE_IMPLICIT_KEY' && other.pos[0] === start);
    if (spread) return misaligned(text.lastIndexOf('\n', spread.pos[1] - 1) + 1, text);
    return { message: 'a colon in this text makes it a second key on the line', remedy: quoteIt, range: rest };
  },
  BAD_SCALAR_START: ({ text, start, rest }) => ({
    message: `a text cannot begin with ${text.charAt(start)}`,
    remedy: quoteIt,
    range: rest,
  }),
  BAD_DQ_ESCAPE: ({ text, start }) => ({
    message: `${text.slice(start, start + 2)} means nothing between double quotes`,
    remedy: 'Write \\\\ for a backslash, or use single quotes.',
    range: { start, end: start + 2 },
  }),
  MULTILINE_IMPLICIT_KEY: noColon,
  RESOURCE_EXHAUSTION: ({ rest }) => ({ message: 'it is nested too deeply', range: rest }),
};

const byMessage: [RegExp, Rule][] = [
  [/^Missing closing ["']|^Flow .*[\]}]$/, unclosed],
  [/^Implicit map keys/, noColon],
  [/start at the same column|^Block scalar values|with less indentation/, ({ start, text }) => misaligned(start, text)],
  [
    /^Not a YAML token|^Block scalar header/,
    ({ rest }) => ({
      message: 'the text after | or > must begin on the next line',
      remedy: 'Move it there, and indent it.',
      range: rest,
    }),
  ],
  [
    /^Sequence item without/,
    ({ start, text }) => ({
      message: 'the line is in a list, and neither begins with a dash nor is aligned with an entry of it',
      remedy: 'Indent it like the keys of its entry, or begin it with a dash.',
      range: wordAt(start, text),
    }),
  ],
  [
    /^Comments must/,
    ({ rest }) => ({ message: 'a comment needs a space before its #', remedy: 'Add it.', range: rest }),
  ],
  [/at node end$/, afterTheEnd],
];

function unclosed({ error, document, text, start }: Context): Mistake {
  const closing = /["']/.exec(error.message)?.[0] ?? error.message.slice(-1);
  const open = openingBefore(document, start, closing) ?? start;
  return {
    message: `what begins here has no closing ${closing}`,
    remedy: `Write the closing ${closing}.`,
    range: firstLine({ start: open, end: text.length }, text),
  };
}

function afterTheEnd({ text, start, rest }: Context): Mistake {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (before.trim() === '') return misaligned(start, text);
  const remedy = "Put the whole value in quotes (inside single quotes, '' is an apostrophe).";
  return { message: 'the value has ended before this text', remedy, range: rest };
}

/** Start of the last quoted text, or list or mapping in brackets, that begins before an offset. */
function openingBefore(document: Document, offset: number, closing: string): number | undefined {
  let found: number | undefined;
  visit(document, {
    Node: (_, node) => {
      const begin = node.range?.[0];
      if (begin === undefined || begin >= offset) return;
      const quoted = isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE');
      if (/["']/.test(closing) ? quoted : isCollection(node) && node.flow) found = begin;
    },
  });
  return found;
}
