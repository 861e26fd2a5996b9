import { goalNameScore, isHandleName } from '../../workspace/literal-secrets/field-names';
import type { Located, References } from './openapi-references';

/** Deeper than any request that a person would write by hand. */
const deepest = 8;

/** An example of what a schema describes: its own, else made of what it requires and of what a turn is likely to need. */
export function exampleOf(schema: Located, references: References, depth = 0, seen: readonly unknown[] = []): unknown {
  const found = references.resolve(schema);
  const { value, file } = found;
  if (value === null || typeof value !== 'object' || depth > deepest || seen.includes(value)) return undefined;
  const path = [...seen, value];
  const inner = (item: Located): unknown => exampleOf(item, references, depth + 1, path);
  const given = [
    Reflect.get(value, 'example'),
    firstOf(Reflect.get(value, 'examples')),
    Reflect.get(value, 'const'),
  ].find((one) => one !== undefined);
  if (given !== undefined) return given;
  const standard: unknown = Reflect.get(value, 'default');
  if (standard !== undefined && standard !== null) return standard;
  const all = references.items({ value: Reflect.get(value, 'allOf'), file });
  const own = Reflect.get(value, 'properties') === undefined ? undefined : objectExample(found, references, inner);
  if (all.length > 0) {
    const parts = [...all.map(inner), own].filter((part) => part !== null && typeof part === 'object');
    return parts.length > 0 ? Object.assign({}, ...parts) : all.map(inner)[0];
  }
  if (own !== undefined) return own;
  for (const key of ['oneOf', 'anyOf']) {
    const choices = references.items({ value: Reflect.get(value, key), file });
    const plain =
      choices.find((choice) => typeOf(choice) === 'string') ?? choices.find((choice) => typeOf(choice) !== 'null');
    if (plain) return inner(plain);
  }
  const choices: unknown = Reflect.get(value, 'enum');
  if (Array.isArray(choices)) return choices.includes('user') ? 'user' : choices[0];
  return plainExample(found, references, inner);
}

function plainExample(schema: Located, references: References, inner: (item: Located) => unknown): unknown {
  switch (typeOf(schema)) {
    case 'string':
      return '';
    case 'integer':
    case 'number': {
      const least = property(schema, 'minimum');
      return typeof least === 'number' ? least : 0;
    }
    case 'boolean':
      return false;
    case 'array': {
      const items = references.get(schema, 'items');
      const names = references.entries(references.get(items, 'properties')).map(([name]) => name);
      const messages = names.includes('role') || names.includes('content');
      const least = property(schema, 'minItems');
      const item = messages || (typeof least === 'number' && least > 0) ? inner(items) : undefined;
      return item === undefined
        ? []
        : [messages && item !== null && typeof item === 'object' ? { role: 'user', content: '', ...item } : item];
    }
    case 'object':
      return {};
    default:
      return undefined;
  }
}

/** What is required, what has a value of its own, and what a turn is likely to need: the user's words and the conversation. */
function objectExample(
  schema: Located,
  references: References,
  inner: (item: Located) => unknown,
): Record<string, unknown> {
  const required = property(schema, 'required');
  const needed = new Set(Array.isArray(required) ? required.map(String) : []);
  const made: Record<string, unknown> = {};
  for (const [name, item] of references.entries(references.get(schema, 'properties'))) {
    if (property(item, 'readOnly') === true) continue;
    if (isHandleName(name)) {
      const example = property(item, 'example') ?? property(item, 'default');
      made[name] = needed.has(name) && typeof example === 'string' ? example : null;
      continue;
    }
    const said = property(item, 'example') ?? property(item, 'default') ?? property(item, 'const');
    const goal = goalNameScore(name) >= 70 || name === 'messages';
    if (!needed.has(name) && !goal && (said === undefined || said === null)) continue;
    const value = inner(item);
    if (value !== undefined) made[name] = value;
    else if (needed.has(name)) made[name] = null;
  }
  return made;
}

function property(schema: Located, key: string): unknown {
  return schema.value !== null && typeof schema.value === 'object' ? Reflect.get(schema.value, key) : undefined;
}

/** The type of a schema; of several (3.1) the first that is not null. */
export function typeOf(schema: Located): string | undefined {
  const type = property(schema, 'type');
  const one: unknown = Array.isArray(type) ? type.find((other) => other !== 'null') : type;
  return typeof one === 'string' ? one : property(schema, 'properties') === undefined ? undefined : 'object';
}

function firstOf(examples: unknown): unknown {
  return Array.isArray(examples) ? examples[0] : undefined;
}

/** Whether what a schema describes has a text in it, at most three levels deep: an answer may be there. */
export function hasText(schema: Located, references: References, depth = 0): boolean {
  const found = references.resolve(schema);
  if (depth > 3 || found.value === undefined) return false;
  if (typeOf(found) === 'string') return true;
  const parts = [
    ...references.entries(references.get(found, 'properties')).map(([, item]) => item),
    ...['allOf', 'oneOf', 'anyOf'].flatMap((key) => references.items(references.get(found, key))),
    ...(typeOf(found) === 'array' ? [references.get(found, 'items')] : []),
  ];
  return parts.some((part) => hasText(part, references, depth + 1));
}
