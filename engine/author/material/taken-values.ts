import { foldedName, isCsrfName, isHandleName } from '../../workspace/literal-secrets/field-names';
import type { Exchange, HttpStep, TakenFrom } from '../draft';
import { lastName, leavesOf } from './json-tree';

/** What a value that a request needs of an earlier reply is. */
export type TakenKind = 'csrf' | 'handle' | 'token';

const tokenNames = /^(access|auth|api|id|session|bearer)?(token|jwt)$|^(authorization|bearer)$/;

/** What a value of this name in a later request is likely to be, as far as an earlier reply may have brought it. */
export function takenKind(name: string): TakenKind | undefined {
  if (isCsrfName(name)) return 'csrf';
  if (isHandleName(name)) return 'handle';
  return tokenNames.test(foldedName(name).replace(/^x/, '')) ? 'token' : undefined;
}

/**
 * The step with each of its values taken from where the real reply has it: the place as it is when something stands there,
 * else the one whose name fits best. A value that the reply does not seem to have keeps its guess. Pure.
 * @param reply of the step's own request.
 */
export function resolveTakes(step: HttpStep, reply: Exchange): HttpStep {
  const body = parsed(reply.body);
  return {
    ...step,
    takes: step.takes.map((take) => {
      const stands = isThere(take.from, reply, body);
      const found = stands ? undefined : bestPlace(take.name, wantedNames(take), reply, body);
      return found ? { ...take, from: found } : take;
    }),
  };
}

function wantedNames({ name, from }: HttpStep['takes'][number]): string[] {
  const guessed = from.kind === 'json' ? from.path.findLast((step) => typeof step === 'string') : from.name;
  return [foldedName(name), ...(guessed === undefined ? [] : [foldedName(guessed)])];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // HTML, or empty
  }
}

function isThere(from: TakenFrom, reply: Exchange, body: unknown): boolean {
  switch (from.kind) {
    case 'json': {
      const value = from.path.reduce<unknown>(
        (at, step) =>
          at !== null && typeof at === 'object' && typeof step !== 'object' ? Reflect.get(at, step) : undefined,
        body,
      );
      return (typeof value === 'string' && value !== '') || typeof value === 'number';
    }
    case 'header':
      return reply.headers?.[from.name.toLowerCase()] !== undefined;
    case 'cookie':
      return reply.cookies?.includes(from.name) ?? false;
    case 'html':
      return htmlNames(reply.body).includes(from.name);
    default:
      return from satisfies never;
  }
}

function bestPlace(name: string, wanted: readonly string[], reply: Exchange, body: unknown): TakenFrom | undefined {
  const candidates: { from: TakenFrom; score: number }[] = [];
  const add = (from: TakenFrom, found: string, base: number): void => {
    const score = likeness(name, wanted, found);
    if (score > 0) candidates.push({ from, score: score + base });
  };
  if (body !== undefined) {
    for (const { path, value } of leavesOf(body)) {
      if ((typeof value !== 'string' || value === '') && typeof value !== 'number') continue;
      // {"thread": {"id": …}} is the id of a thread; a lone id is that of what was made.
      const owner =
        path.length > 1 && /^(id|uuid|value|token)$/i.test(lastName(path)) ? lastName(path.slice(0, -1)) : '';
      add({ kind: 'json', path }, owner + lastName(path), 3 - path.length * 0.1);
    }
  }
  for (const html of htmlNames(reply.body)) add({ kind: 'html', name: html }, html, 2);
  for (const header of Object.keys(reply.headers ?? {})) add({ kind: 'header', name: header }, header, 1);
  for (const cookie of reply.cookies ?? []) add({ kind: 'cookie', name: cookie }, cookie, 0);
  return candidates.sort((a, b) => b.score - a.score)[0]?.from;
}

function likeness(name: string, wanted: readonly string[], found: string): number {
  const folded = foldedName(found).replace(/^x(?=csrf|xsrf|auth|session)/, '');
  const kind = takenKind(name);
  if (wanted.includes(folded)) return 100;
  if (kind !== undefined && takenKind(found) === kind && !/^(refresh|id)token$/.test(folded)) return 80;
  if (kind === 'csrf' && folded === 'token') return 60;
  return kind === 'handle' && /^(id|uuid)$/.test(folded) ? 50 : 0;
}

/** Names of the hidden inputs and meta tags of a page that have a value. */
function htmlNames(html: string): string[] {
  return [...html.matchAll(/<(input|meta)\b[^>]*>/gi)].flatMap(([tag, element = '']) => {
    const name = /\bname\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1];
    const value = new RegExp(`\\b${/input/i.test(element) ? 'value' : 'content'}\\s*=\\s*["']?[^"'\\s>]`, 'i').test(
      tag,
    );
    return name !== undefined && value ? [name] : [];
  });
}
