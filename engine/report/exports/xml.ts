import { visibleText } from '../text/visible-characters';

/** An element of an XML document: attributes that are undefined are left out. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string | number | undefined>;
  children?: XmlElement[];
  text?: string;
}

/** A whole document in UTF-8, one element a line. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementLines(root, '').join('\n')}\n`;
}

function elementLines({ name, attributes, children = [], text = '' }: XmlElement, indent: string): string[] {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${attributeText(String(value))}"`],
  );
  const start = `${indent}<${name}${written.join('')}`;
  if (children.length === 0) return [text === '' ? `${start}/>` : `${start}>${elementText(text)}</${name}>`];
  return [`${start}>`, ...children.flatMap((child) => elementLines(child, `${indent}  `)), `${indent}</${name}>`];
}

/**
 * Text between tags. What XML 1.0 does not allow (control characters, lone surrogates, noncharacters), and what a reader
 * would not see, is made visible; `>` is always escaped, so `]]>` is never there.
 */
function elementText(text: string): string {
  return visibleText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The value of an attribute. Line feeds and tabs are written as references: else a reader makes spaces of them. */
function attributeText(text: string): string {
  return elementText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
