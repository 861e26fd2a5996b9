import type * as z from 'zod';
import { readPlainYaml } from './plain-yaml';
import { parseYaml } from './yaml-document';

/**
 * Reads single entries of a record without parsing the rest: `run.yaml` of 2,000 scenarios is 1 MB, which takes the parser
 * the better part of a second, and its pins are two lines. Our records are block YAML, where an entry begins at the margin
 * and ends before the next one.
 * @returns undefined when an entry is missing, or stands there in another way: then the whole record must be read.
 */
export function readSections<T>(text: string, file: string, schema: z.ZodObject & z.ZodType<T>): T | undefined {
  const sections = Object.keys(schema.shape).map(
    (key) => new RegExp(`^${key}:.*\\n(?:[ -].*\\n)*`, 'm').exec(text)?.[0],
  );
  const read = sections.join('');
  const plain = readPlainYaml(read);
  if (plain) return schema.safeParse(plain).data;
  const { value, syntaxProblems } = parseYaml(read, file);
  return syntaxProblems.length > 0 ? undefined : schema.safeParse(value).data;
}
