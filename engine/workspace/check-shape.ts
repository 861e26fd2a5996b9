import type * as z from 'zod';
import type { DocumentPath } from '../../schemas/criterion';
import type { Problem } from '../../schemas/problem';
import { nearestName } from './nearest-name';

type Issue = z.core.$ZodIssue;

/**
 * Checks a value against a schema and says what is wrong in words: where, what was expected, what was found.
 * @param base path of `value` in its document.
 * @param subject what `value` is, as the messages name it; fields are then named relative to it, not to the document.
 */
export function checkShape<T>(
  schema: z.ZodType<T>,
  value: unknown,
  base: DocumentPath = [],
  subject?: string,
): { value?: T; problems: Problem[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, problems: [] };
  const name = (inner: DocumentPath): string =>
    subject === undefined ? formatPath([...base, ...inner]) || 'the document' : formatPath(inner) || subject;
  return { problems: result.error.issues.flatMap((issue) => describe(issue, { root: value, base, name })) };
}

interface Subject {
  root: unknown;
  base: DocumentPath;
  /** What the messages call a place within `root`. */
  name(inner: DocumentPath): string;
}

function describe(issue: Issue, about: Subject): Problem[] {
  // Keys of parsed YAML are strings and indexes; zod widens them to PropertyKey.
  const inner = issue.path as (string | number)[];
  const path = [...about.base, ...inner];
  const found = valueAt(about.root, inner);
  const name = about.name(inner);
  if (issue.code === 'invalid_union') {
    const branch = closestBranch(issue.errors, found);
    if (branch) return branch.flatMap((nested) => describe({ ...nested, path: [...inner, ...nested.path] }, about));
    return [mistyped(path, `${name} must be ${branchNames(issue.errors)}, found ${kindOf(found)}`)];
  }
  if (issue.code === 'invalid_type' && inner.length === 0 && (found === undefined || found === null))
    return [{ ...mistyped(path, `${name} is empty`, 'Write its fields.'), code: 'missing-field', at: 'key' }];
  if (issue.code === 'invalid_type' && found === undefined) return [missing(issue.expected, inner, about)];
  if (issue.code === 'invalid_type')
    return [
      mistyped(
        path,
        `${name} must be ${article(issue.expected)}, found ${kindOf(found)}`,
        retype(found, issue.expected),
      ),
    ];
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    if (found === undefined) return [missing(`one of ${allowed.join(', ')}`, inner, about)];
    const near = typeof found === 'string' ? nearestName(found, allowed) : undefined;
    if (near !== undefined)
      return [mistyped(path, `${name} cannot be ${JSON.stringify(found)}`, `Did you mean ${near}?`)];
    return [mistyped(path, `${name} is ${plain(found)}, which is not one of ${allowed.join(', ')}`)];
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const suffix = found === '' ? '' : foundSuffix(found);
    return [{ ...mistyped(path, `${name} must ${boundOf(issue)}${suffix}`), code: 'out-of-range' }];
  }
  return [mistyped(path, `${name} ${issue.message}${foundSuffix(found)}`)];
}

/** A field that must be there. When a key beside its place looks like a misspelling of it, that key is the problem. */
function missing(expected: string, inner: (string | number)[], { root, base, name }: Subject): Problem {
  const key = String(inner.at(-1));
  const owner = inner.slice(0, -1);
  const written = Object.keys(valueAt(root, owner) ?? {});
  const near = key.length > 2 ? nearestName(key, written) : written.find((other) => other.toLowerCase() === key);
  return {
    code: 'missing-field',
    severity: 'error',
    message: `${name(owner)} has no ${key}`,
    remedy: near === undefined ? `Add ${key} (${article(expected)}).` : `Rename ${near} to ${key}.`,
    path: [...base, ...owner, ...(near === undefined ? [] : [near])],
    at: 'key',
  };
}

/** What YAML made of a value is not always what its author wrote. */
function retype(found: unknown, expected: string): string | undefined {
  if (expected === 'string' && (typeof found === 'number' || typeof found === 'boolean'))
    return `Put it in quotes: "${found}".`;
  if (expected === 'array' && found !== null && typeof found !== 'object')
    return 'Write a list: each entry on a line of its own that begins with a dash.';
  if (typeof found !== 'string') return undefined;
  if (expected === 'boolean') {
    if (/^(true|false)$/i.test(found)) return 'Write it without quotes.';
    if (/^(yes|on|y)$/i.test(found)) return 'Write true.';
    if (/^(no|off|n)$/i.test(found)) return 'Write false.';
  }
  return (expected === 'number' || expected === 'int') && /^-?\d+(\.\d+)?$/.test(found)
    ? 'Write it without quotes.'
    : undefined;
}

function boundOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const small = issue.code === 'too_small';
  if (small && issue.minimum === 1 && (issue.origin === 'string' || issue.origin === 'array')) return 'not be empty';
  const bound = small ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  if (issue.origin === 'array') return `have ${bound} entries`;
  return issue.origin === 'string' ? `have ${bound} characters` : `be ${bound}`;
}

function mistyped(path: DocumentPath, message: string, remedy?: string): Problem {
  return { code: 'bad-value', severity: 'error', message, ...(remedy && { remedy }), path };
}

/** The branch of a union that the author most likely meant: the one whose own type fits the value. */
function closestBranch(branches: Issue[][], found: unknown): Issue[] | undefined {
  if (found === null || typeof found !== 'object') {
    return branches.find((issues) => issues.every((issue) => issue.path.length === 0 && issue.code !== 'invalid_type'));
  }
  return branches.find((issues) => issues.every((issue) => issue.path.length > 0));
}

function branchNames(branches: Issue[][]): string {
  const names = branches.flatMap((issues) =>
    issues.flatMap((issue) =>
      issue.code === 'invalid_type' && issue.path.length === 0 && issue.expected !== 'null'
        ? [article(issue.expected)]
        : [],
    ),
  );
  if (names.includes(article('boolean'))) return names.join(', '); // which ends in an "or" of its own
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? 'of another kind');
}

function valueAt(root: unknown, path: DocumentPath): unknown {
  let value = root;
  for (const step of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<string | number, unknown>)[step]; // objects and arrays are both indexable by key
  }
  return value;
}

/** `hooks.execute.script`, `env[0].variable`. */
export function formatPath(path: DocumentPath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

/** What a value is, in the words of YAML and JSON. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string')
    return `the text ${JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value)}`;
  return `${String(value)} (a ${typeof value})`;
}

function plain(found: unknown): string {
  return typeof found === 'object' ? kindOf(found) : JSON.stringify(found);
}

function foundSuffix(found: unknown): string {
  return found === undefined || (typeof found === 'object' && found !== null) ? '' : `, found ${kindOf(found)}`;
}

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  null: 'null',
};

function article(expected: string): string {
  return typeNames[expected] ?? expected;
}
