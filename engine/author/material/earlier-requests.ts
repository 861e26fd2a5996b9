import { isSecretName } from '../../workspace/literal-secrets/credentials';
import {
  foldedName,
  isCsrfName,
  isHandleCollection,
  isHandleName,
  wordsOf,
} from '../../workspace/literal-secrets/field-names';
import { isPlaceholder } from '../../workspace/literal-secrets/placeholders';
import type { HttpStep, Path, TakenFrom } from '../draft';
import { looksLikeId } from './handles';
import { lastName, leavesOf, mapJsonTexts } from './json-tree';
import { hasMarks, loneVariable, takenMark } from './marks';
import { placeholderName } from './placeholders';
import { callOf, type RequestSketch, type SketchBody } from './request-sketch';
import { hideSecrets } from './secrets';
import { withSentHeaders } from './sent-headers';
import { type TakenKind, takenKind } from './taken-values';
import { joinUrl, splitUrl } from './url-parts';
import type { Variables } from './variables';

/** A request of a sequence; `sets`: names of variables that the material itself fills from its reply, and from where. */
export interface SequencedRequest {
  sketch: RequestSketch;
  sets?: readonly { variable: string; from?: Path }[];
}

interface Take {
  name: string;
  from: TakenFrom;
}

/**
 * What the last of several requests needs of those before it (issue 8): each becomes a step, and what their replies are
 * likely to bring, judged by names, is taken from there. A trial with the real target corrects the places.
 * @returns the last request with slots for what is taken, and the steps in the order in which they run.
 */
export function linkRequests(
  requests: readonly SequencedRequest[],
  variables: Variables,
  warnings: string[],
): { call: RequestSketch; steps: HttpStep[] } {
  const known = new Map<string, string>();
  const linked: { sketch: RequestSketch; takes: Take[] }[] = [];
  for (const [index, { sketch }] of requests.entries()) {
    const before = requests.slice(0, index);
    const note = (at: number, take: Take): void => {
      const takes = linked[at]?.takes;
      if (takes && !takes.some(({ name }) => name === take.name)) takes.push(take);
    };
    const needs = new Needs(before, known, note);
    linked.push({ sketch: index === 0 ? sketch : needs.fill(sketch, warnings), takes: [] });
  }
  const call = linked.pop();
  if (!call) throw new Error('a sequence without a request');
  const steps = linked.map(({ sketch, takes }): HttpStep => {
    const handle = takes.find(({ name }) => isHandleName(name))?.name;
    const phase = handle === undefined && !usesHandle(sketch) ? 'prepare' : 'open';
    const safe = hideSecrets(withSentHeaders(sketch, warnings), variables, warnings);
    return { phase, call: callOf(safe), takes, ...(phase === 'open' && handle !== undefined && { handle }) };
  });
  return {
    call: call.sketch,
    steps: [...steps.filter(({ phase }) => phase === 'prepare'), ...steps.filter(({ phase }) => phase === 'open')],
  };
}

/** Whether a request needs something of a step that runs for each scenario. */
function usesHandle(sketch: RequestSketch): boolean {
  const marks = JSON.stringify(sketch).matchAll(/\uFDD0taken:([^\uFDD1]*)\uFDD1/g);
  return [...marks].some(([, name = '']) => isHandleName(name));
}

/** Finds what a request needs of the ones before it. */
class Needs {
  private readonly sent: string;

  constructor(
    private readonly before: readonly SequencedRequest[],
    /** Values of the material that a reply brings, and what each is called: one that comes again is the same one. */
    private readonly known: Map<string, string>,
    private readonly take: (step: number, take: Take) => void,
  ) {
    this.sent = JSON.stringify(before.map(({ sketch }) => sketch));
  }

  fill(sketch: RequestSketch, warnings: string[]): RequestSketch {
    const headers = sketch.headers.flatMap(([name, value]) => {
      if (name.toLowerCase() !== 'cookie') return [[name, this.header(name, value)] as const];
      const own = value.split(/;\s*/).filter((pair) => this.isSent(pair.replace(/^[^=]*=/, '')));
      if (own.length === value.split(/;\s*/).length) return [[name, value] as const];
      warnings.push('Its cookies are those that the requests before it have set.');
      return own.length > 0 ? [[name, own.join('; ')] as const] : [];
    });
    const { body } = sketch;
    return { ...sketch, url: this.url(sketch.url), headers, ...(body && { body: this.body(body) }) };
  }

  private header(name: string, value: string): string {
    const [, scheme = '', rest = value] = /^((?:Bearer|Token)\s+)(.*)$/is.exec(value) ?? [];
    return scheme + this.value(scheme !== '' ? 'token' : name, rest, name);
  }

  private url(url: string): string {
    const parts = splitUrl(url);
    const segments = parts.path.split('/');
    const path = segments.map((segment, index) => {
      const collection = segments[index - 1] ?? '';
      if (!isHandleCollection(collection) || segment === '') return segment;
      const open =
        loneVariable(segment) !== undefined || isPlaceholder(segment) || /^:\w+$|^[A-Z][A-Z0-9_]*$/.test(segment);
      return open || looksLikeId(segment)
        ? this.value(`${collection.replace(/s$/, '')}_id`, segment, collection)
        : segment;
    });
    const query = parts.query.map(
      ([name, value]) => [name, value === undefined ? value : this.value(name, value, name)] as const,
    );
    return joinUrl({ ...parts, path: path.join('/'), query });
  }

  private body(body: SketchBody): SketchBody {
    switch (body.kind) {
      case 'json':
        return {
          kind: 'json',
          value: mapJsonTexts(body.value, (text, path) => this.value(lastName(path), text, lastName(path))),
        };
      case 'form':
        return {
          kind: 'form',
          fields: body.fields.map(([name, value]) => [name, this.value(name, value, name)] as const),
        };
      case 'multipart':
        return {
          kind: 'multipart',
          fields: body.fields.map((field) => ({ ...field, value: this.value(field.name, field.value, field.name) })),
        };
      case 'text':
        return { ...body, text: this.value('', body.text, '') };
      default:
        return body satisfies never;
    }
  }

  /** The mark of what an earlier reply brings, when that is likely; else the value as it is. */
  private value(name: string, value: string, written: string): string {
    const variable = loneVariable(value) ?? (isPlaceholder(value) ? placeholderName(value) : undefined);
    const set = this.setBy(variable);
    if (set) return set;
    const again = this.known.get(value);
    if (again !== undefined) return takenMark(again);
    const kind = takenKind(name) ?? (variable === undefined ? undefined : takenKind(variable));
    if (kind === undefined || value === '') return value;
    // What an earlier request has already, no reply has brought.
    if (this.isSent(value) || (variable === undefined && hasMarks(value))) return value;
    const step = this.source(kind, name);
    if (step === undefined) return value;
    const taken = foldedTaken(kind, name, variable);
    this.take(step, { name: taken, from: this.guess(kind, this.before[step]?.sketch, written, taken) });
    if (variable === undefined) this.known.set(value, taken);
    return takenMark(taken);
  }

  /** What the material itself fills from a reply: `TOKEN=$(curl … | jq -r .token)`. */
  private setBy(variable: string | undefined): string | undefined {
    for (const [step, { sketch, sets = [] }] of this.before.entries()) {
      const set = sets.find((one) => one.variable === variable);
      if (!set || variable === undefined) continue;
      const name = variable.toLowerCase();
      const kind = takenKind(variable) ?? 'token';
      this.take(step, {
        name,
        from: set.from ? { kind: 'json', path: set.from } : this.guess(kind, sketch, variable, name),
      });
      return takenMark(name);
    }
    return undefined;
  }

  /** Whether an earlier request has the value already: then no reply has brought it. */
  private isSent(value: string): boolean {
    return value !== '' && this.sent.includes(JSON.stringify(value).slice(1, -1));
  }

  /** The index of the request whose reply is likely to bring a value; undefined when none is. */
  private source(kind: TakenKind, name: string): number | undefined {
    const all = [...this.before.entries()].reverse();
    const logins = all.find(([, { sketch }]) => isLogin(sketch));
    switch (kind) {
      case 'token':
        return logins?.[0];
      case 'csrf':
        return (all.find(([, { sketch }]) => sketch.method === 'GET') ?? logins ?? all[0])?.[0];
      case 'handle': {
        const noun = foldedName(name)
          .replace(/^(x|chat|current)(?=.)/, '')
          .replace(/(id|uuid|guid|handle|key)$/, '');
        const maker = all.find(([, { sketch }]) => splitUrl(sketch.url).path.toLowerCase().includes(noun));
        return (maker ?? all.find(([, { sketch }]) => !isLogin(sketch)))?.[0];
      }
      default:
        return kind satisfies never;
    }
  }

  private guess(kind: TakenKind, sketch: RequestSketch | undefined, written: string, name: string): TakenFrom {
    const path = sketch ? splitUrl(sketch.url).path : '';
    const page = sketch?.method === 'GET' && !/api|csrf|token|json/i.test(path);
    switch (kind) {
      case 'csrf':
        if (/xsrf/i.test(written)) return { kind: 'cookie', name: 'XSRF-TOKEN' };
        if (page) return { kind: 'html', name: /^x-/i.test(written) ? 'csrf-token' : written };
        return { kind: 'json', path: [/^x-/i.test(written) ? 'csrfToken' : written] };
      case 'token':
        return { kind: 'json', path: [/oauth|token/i.test(path) ? 'access_token' : 'token'] };
      case 'handle':
        return {
          kind: 'json',
          path: [isHandleCollection(path.split('/').at(-1) ?? '') ? 'id' : written === '' ? name : written],
        };
      default:
        return kind satisfies never;
    }
  }
}

function foldedTaken(kind: TakenKind, name: string, variable: string | undefined): string {
  if (kind === 'token') return 'token';
  if (kind === 'csrf') return 'csrf_token';
  const base = variable !== undefined && isHandleName(variable) ? variable : name;
  return wordsOf(base)
    .filter((word) => word !== 'x')
    .join('_');
}

/** Whether a request signs in, or fetches what signing in needs: by its path, or a password in it. */
function isLogin({ url, body, headers }: RequestSketch): boolean {
  if (/login|signin|sign-in|auth|token|session|csrf/i.test(splitUrl(url).path)) return true;
  if (headers.some(([name, value]) => /^authorization$/i.test(name) && /^basic/i.test(value))) return true;
  const names =
    body?.kind === 'json'
      ? [...leavesOf(body.value)].map(({ path }) => lastName(path))
      : body?.kind === 'form'
        ? body.fields.map(([name]) => name)
        : [];
  return names.some((name) => isSecretName(name) || isCsrfName(name));
}
