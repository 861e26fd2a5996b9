import type * as z from 'zod';
import type { DocumentPath } from '../../schemas/criterion';
import type { Problem } from '../../schemas/problem';
import { nearestName } from './nearest-name';

type Issue = z.core.$ZodIssue;

/**
 * Checks a value against a schema and says what is wrong in words: where, what was expected, what was found.
 * @param base path of `value` in its document.
 */
export function checkShape<T>(
  schema: z.ZodType<T>,
  value: unknown,
  base: DocumentPath = [],
): { value?: T; problems: Problem[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, problems: [] };
  return { problems: result.error.issues.flatMap((issue) => describe(issue, value, base)) };
}

function describe(issue: Issue, root: unknown, base: DocumentPath): Problem[] {
  // Keys of parsed YAML are strings and indexes; zod widens them to PropertyKey.
  const inner = issue.path as (string | number)[];
  const path = [...base, ...inner];
  const found = valueAt(root, inner);
  const name = path.length > 0 ? formatPath(path) : 'the document';
  if (issue.code === 'invalid_union') {
    const branch = closestBranch(issue.errors, found);
    if (branch)
      return branch.flatMap((nested) => describe({ ...nested, path: [...inner, ...nested.path] }, root, base));
    return [mistyped(path, `${name} must be ${branchNames(issue.errors)}, found ${kindOf(found)}`)];
  }
  if (issue.code === 'invalid_type' && found === undefined) {
    const key = inner.at(-1);
    return [
      {
        code: 'missing-field',
        severity: 'error',
        message:
          key === undefined
            ? 'the document is empty'
            : `${formatPath(path.slice(0, -1)) || 'the document'} has no ${String(key)}`,
        remedy: key === undefined ? 'Write its fields.' : `Add ${String(key)} (${article(issue.expected)}).`,
        path: path.slice(0, -1),
        at: 'key',
      },
    ];
  }
  if (issue.code === 'invalid_type')
    return [mistyped(path, `${name} must be ${article(issue.expected)}, found ${kindOf(found)}`)];
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const near = typeof found === 'string' ? nearestName(found, allowed) : undefined;
    return [
      {
        ...mistyped(path, `${name} is ${JSON.stringify(found)}, which is not one of ${allowed.join(', ')}`),
        ...(near && { remedy: `Did you mean ${near}?` }),
      },
    ];
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
    const what = issue.origin === 'string' ? 'characters long' : issue.origin === 'array' ? 'entries long' : '';
    return [
      { ...mistyped(path, `${name} must be ${bound} ${what}`.trimEnd() + foundSuffix(found)), code: 'out-of-range' },
    ];
  }
  return [mistyped(path, `${name}: ${issue.message}${foundSuffix(found)}`)];
}

function mistyped(path: DocumentPath, message: string): Problem {
  return { code: 'bad-value', severity: 'error', message, path };
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
      issue.code === 'invalid_type' && issue.path.length === 0 ? [article(issue.expected)] : [],
    ),
  );
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

function foundSuffix(found: unknown): string {
  return found === undefined ? '' : `, found ${kindOf(found)}`;
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
