import { dereference, type Schema } from '@cfworker/json-schema';
import type { DocumentPath } from '../../schemas/criterion';
import { formatPath, kindOf } from './check-shape';
import { nearestName } from './nearest-name';
import { asRecord, deepestNesting, isTooDeep } from './plain-value';
import { annotations, formats, type KeywordKind, keywords, refused, types } from './schema-keywords';

/** What is wrong with a JSON Schema, and where in it. */
export interface SchemaProblem {
  message: string;
  remedy?: string;
  path: DocumentPath;
}

/**
 * Checks that a value is a JSON Schema (draft 2020-12) which the validator carries out to the letter: it ignores what it
 * does not understand, so that a typing error would let everything through, or nothing.
 */
export function schemaProblems(schema: unknown): SchemaProblem[] {
  if (isTooDeep(schema))
    return [{ message: `schema is nested more than ${deepestNesting} levels deep`, remedy: 'Use $ref.', path: [] }];
  // References are resolved by marks on the schema's mappings, which are not to be left on the caller's.
  const copy: unknown = JSON.parse(JSON.stringify(schema ?? null));
  const walk = new SchemaWalk();
  walk.schema(copy, []);
  if (walk.problems.length > 0) return walk.problems;
  return referenceProblems(copy, walk.references);
}

interface Reference {
  schema: Schema;
  path: DocumentPath;
}

/** Every `$ref` must lead to a place within the schema: nothing is fetched. */
function referenceProblems(schema: unknown, references: Reference[]): SchemaProblem[] {
  if (references.length === 0) return [];
  const within = 'References lead to a place within the schema, such as #/$defs/order; other files are not read.';
  let known: ReturnType<typeof dereference>;
  try {
    // Every keyword was checked by the walk.
    known = dereference(schema as Schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ message: `its references cannot be resolved: ${reason}`, remedy: within, path: [] }];
  }
  return references.flatMap(({ schema: from, path }) => {
    const target = known[from.__absolute_ref__ ?? ''];
    const place = [...path, '$ref'];
    if (target === undefined)
      return [{ message: `${name(place)} leads nowhere: ${JSON.stringify(from.$ref)}`, remedy: within, path: place }];
    return endless(from, known)
      ? [
          {
            message: `${name(place)} leads back to itself`,
            remedy: 'Let it lead to a schema that says more.',
            path: place,
          },
        ]
      : [];
  });
}

/** True for a chain of references that comes back to where it began. */
function endless(start: Schema, known: ReturnType<typeof dereference>): boolean {
  const seen = new Set<unknown>();
  let schema: Schema | boolean | undefined = start;
  while (typeof schema === 'object' && schema.__absolute_ref__ !== undefined) {
    if (seen.has(schema)) return true;
    seen.add(schema);
    schema = known[schema.__absolute_ref__];
  }
  return false;
}

class SchemaWalk {
  readonly problems: SchemaProblem[] = [];
  readonly references: Reference[] = [];

  schema(value: unknown, path: DocumentPath): void {
    if (typeof value === 'boolean') return;
    const record = asRecord(value);
    if (!record) {
      this.mistyped(value, 'a schema (a mapping, true or false)', path);
      return;
    }
    for (const [key, item] of Object.entries(record)) this.keyword(key, item, [...path, key]);
    // Whatever else is in it is reported, and then references are not looked at.
    if (typeof record.$ref === 'string') this.references.push({ schema: record as Schema, path });
  }

  private keyword(key: string, value: unknown, path: DocumentPath): void {
    const kind = Object.hasOwn(keywords, key) ? keywords[key] : undefined;
    const reason = Object.hasOwn(refused, key) ? refused[key] : undefined;
    if (kind) this.check(kind, value, path);
    else if (reason) this.problem(`${name(path)} is not supported`, reason, path);
    else if (!annotations.has(key) && !key.startsWith('x-')) this.unknownKeyword(key, path);
  }

  /** The standard allows annotations of one's own; what looks like a misspelt keyword would check nothing. */
  private unknownKeyword(key: string, path: DocumentPath): void {
    const near = nearestName(key, Object.keys(keywords));
    if (near === undefined) return;
    this.problem(
      `${name(path)} is no keyword of JSON Schema, and would be ignored`,
      `Did you mean ${near}? If not, let its name begin with x-.`,
      path,
    );
  }

  private check(kind: KeywordKind, value: unknown, path: DocumentPath): void {
    switch (kind) {
      case 'schema':
        if (Array.isArray(value) && path.at(-1) === 'items')
          this.problem(`${name(path)} is a list`, 'In draft 2020-12 that is prefixItems.', path);
        else this.schema(value, path);
        break;
      case 'schemas':
        this.list(value, path, 1, (item, place) => this.schema(item, place));
        break;
      case 'pattern-map':
        for (const pattern of Object.keys(asRecord(value) ?? {})) this.pattern(pattern, [...path, pattern]);
        this.map(value, path, (item, place) => this.schema(item, place));
        break;
      case 'schema-map':
        this.map(value, path, (item, place) => this.schema(item, place));
        break;
      case 'names-map':
        this.map(value, path, (item, place) => this.names(item, place));
        break;
      case 'dependencies':
        this.map(value, path, (item, place) => {
          if (Array.isArray(item)) this.names(item, place);
          else this.schema(item, place);
        });
        break;
      case 'names':
        this.names(value, path);
        break;
      case 'types':
        if (Array.isArray(value)) this.list(value, path, 1, (item, place) => this.type(item, place));
        else this.type(value, path);
        break;
      case 'list':
        this.list(value, path, 1, () => {});
        break;
      case 'count':
        this.must(Number.isInteger(value) && Number(value) >= 0, value, 'a whole number of 0 or more', path);
        break;
      case 'number':
        this.must(typeof value === 'number', value, 'a number', path);
        break;
      case 'positive':
        this.must(typeof value === 'number' && value > 0, value, 'a number greater than 0', path);
        break;
      case 'flag':
        this.must(typeof value === 'boolean', value, 'true or false', path);
        break;
      case 'text':
      case 'pattern':
      case 'format':
        this.must(typeof value === 'string', value, 'a text', path);
        if (kind === 'pattern' && typeof value === 'string') this.pattern(value, path);
        if (kind === 'format' && typeof value === 'string') this.format(value, path);
        break;
      case 'any':
        break;
      default:
        kind satisfies never;
    }
  }

  private list(
    value: unknown,
    path: DocumentPath,
    least: number,
    check: (item: unknown, path: DocumentPath) => void,
  ): void {
    if (!Array.isArray(value)) {
      this.mistyped(value, 'a list', path);
      return;
    }
    if (value.length < least) this.problem(`${name(path)} must not be empty`, undefined, path);
    for (const [index, item] of value.entries()) check(item, [...path, index]);
  }

  private map(value: unknown, path: DocumentPath, check: (item: unknown, path: DocumentPath) => void): void {
    const record = asRecord(value);
    if (!record) this.mistyped(value, 'a mapping', path);
    for (const [key, item] of Object.entries(record ?? {})) check(item, [...path, key]);
  }

  private names(value: unknown, path: DocumentPath): void {
    this.list(value, path, 0, (item, place) => {
      if (typeof item !== 'string') this.mistyped(item, 'a text', place);
    });
  }

  private type(value: unknown, path: DocumentPath): void {
    if (typeof value === 'string' && types.includes(value)) return;
    const near = typeof value === 'string' ? nearestName(value, types) : undefined;
    this.problem(
      `${name(path)} cannot be ${typeof value === 'string' ? JSON.stringify(value) : kindOf(value)}`,
      near ? `Did you mean ${near}?` : `The types are ${types.join(', ')}.`,
      path,
    );
  }

  /** A format of one's own is an annotation; a misspelt one would check nothing. */
  private format(value: string, path: DocumentPath): void {
    const near = formats.includes(value) ? undefined : nearestName(value, formats);
    if (near) this.problem(`${name(path)} is no known format: ${JSON.stringify(value)}`, `Did you mean ${near}?`, path);
  }

  private pattern(text: string, path: DocumentPath): void {
    try {
      new RegExp(text, 'u'); // as the validator compiles it
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const reason = message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '');
      this.problem(
        `${name(path)} does not compile: ${reason}`,
        'Patterns in a schema are JavaScript regular expressions with the flag u.',
        path,
      );
    }
  }

  private must(holds: boolean, value: unknown, wanted: string, path: DocumentPath): void {
    if (!holds) this.mistyped(value, wanted, path);
  }

  private mistyped(value: unknown, wanted: string, path: DocumentPath): void {
    this.problem(`${name(path)} must be ${wanted}, found ${kindOf(value)}`, undefined, path);
  }

  private problem(message: string, remedy: string | undefined, path: DocumentPath): void {
    this.problems.push({ message, ...(remedy && { remedy }), path });
  }
}

function name(path: DocumentPath): string {
  return formatPath(['schema', ...path]);
}
