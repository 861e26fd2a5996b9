import type * as z from 'zod';
import { readPlainYaml } from './plain-yaml';
import { parseYaml } from './yaml-document';

/**
 * Reads single entries of a record without parsing the rest: `run.yaml` of 2,000 scenarios is 1 MB, which takes the parser
 * the better part of a second, and its pins are two lines. Our records are block YAML, where an entry begins at the margin
 * and ends before the next one.
 * @returns undefined when an entry is missing, stands there twice or in another way, or the text ends within a line, as one
 * that is torn does: then the whole record must be read.
 */
export function readSections<T>(text: string, file: string, schema: z.ZodObject & z.ZodType<T>): T | undefined {
  if (!text.endsWith('\n')) return undefined;
  // All of a key: one that stands twice is for the parser to refuse.
  const sections = Object.keys(schema.shape).flatMap(
    (key) => text.match(new RegExp(`^${key}:.*\\n(?:[ -].*\\n)*`, 'gm')) ?? [],
  );
  const read = sections.join('');
  const plain = readPlainYaml(read);
  if (plain) return schema.safeParse(plain).data;
  const { value, syntaxProblems } = parseYaml(read, file);
  return syntaxProblems.length > 0 ? undefined : schema.safeParse(value).data;
}
