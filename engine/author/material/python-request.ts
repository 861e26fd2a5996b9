import { asRecord } from '../../workspace/plain-value';
import { argumentsAt, literalAt, literalValue } from './literal-arguments';
import { headerOf, type RequestSketch } from './request-sketch';
import { sketchBody } from './sketch-body';

/**
 * The request of a `requests.post(url, headers={…}, json={…})` of Python, or the same of httpx, with variables that are set to
 * literals before. Undefined when the text is none, or computes its parts.
 */
export function pythonRequest(text: string, warnings: string[]): RequestSketch | undefined {
  const call = /\b(?:requests|httpx)\.(request|get|post|put|patch|delete)\s*\(/.exec(text);
  if (!call) return undefined;
  const given = argumentsAt(text, call.index + call[0].length - 1);
  if (!given) return undefined;
  const named = new Map<string, string>();
  const ordered: string[] = [];
  for (const argument of given) {
    const [, name, value] = /^([A-Za-z_]\w*)\s*=(?!=)\s*([\s\S]*)$/.exec(argument) ?? [];
    if (name !== undefined && value !== undefined) named.set(name, value);
    else ordered.push(argument);
  }
  const value = (code: string | undefined): { value: unknown } | undefined =>
    code === undefined ? { value: undefined } : expressionValue(code, text.slice(0, call.index));
  const verb = call[1] === 'request' ? value(named.get('method') ?? ordered.shift())?.value : call[1];
  const url = value(named.get('url') ?? ordered.shift())?.value;
  const data = value(named.get('data') ?? named.get('content') ?? ordered.shift());
  const [json, headers, params, auth, cookies] = ['json', 'headers', 'params', 'auth', 'cookies'].map((name) =>
    value(named.get(name)),
  );
  if (typeof verb !== 'string' || typeof url !== 'string' || !data || !json || !headers || !params || !auth || !cookies)
    return undefined;
  if (named.has('files')) return undefined;
  const sent = pairs(headers.value);
  if (Array.isArray(auth.value))
    sent.push(['Authorization', `Basic ${Buffer.from(auth.value.map(String).join(':')).toString('base64')}`]);
  if (cookies.value !== undefined)
    sent.push([
      'Cookie',
      pairs(cookies.value)
        .map(([name, text]) => `${name}=${text}`)
        .join('; '),
    ]);
  const query = new URLSearchParams(pairs(params.value)).toString();
  const body =
    json.value !== undefined
      ? sketchBody(JSON.stringify(json.value), 'application/json', warnings)
      : typeof data.value === 'string'
        ? sketchBody(data.value, headerOf({ headers: sent }, 'content-type') ?? '', warnings)
        : asRecord(data.value)
          ? { kind: 'form' as const, fields: pairs(data.value) }
          : undefined;
  return {
    method: verb.toUpperCase(),
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    headers: sent,
    ...(body && { body }),
    ...(/^False$/.test(named.get('verify') ?? '') && { insecure: true }),
  };
}

function pairs(value: unknown): [string, string][] {
  return Object.entries(asRecord(value) ?? {}).map(([name, item]) => [name, String(item)]);
}

/** The value of an expression: a literal, `json.dumps(…)` of one, a pair of texts, or a variable that is one of these. */
function expressionValue(code: string, before: string, depth = 0): { value: unknown } | undefined {
  const dumped = /^json\.dumps\(([\s\S]*)\)$/.exec(code)?.[1];
  if (dumped !== undefined) {
    const inner = expressionValue(dumped.trim(), before, depth + 1);
    return inner && { value: JSON.stringify(inner.value) };
  }
  const pair = /^\(([\s\S]*)\)$/.exec(code)?.[1];
  if (pair !== undefined) return literalValue(`[${pair}]`);
  if (/^[A-Za-z_]\w*$/.test(code) && !/^(True|False|None)$/.test(code)) {
    const set = [...before.matchAll(new RegExp(`^[ \\t]*${code}[ \\t]*=[ \\t]*`, 'gm'))].at(-1);
    if (!set || depth > 4) return undefined;
    const from = set.index + set[0].length;
    const dumps = /^json\.dumps\(/.exec(before.slice(from));
    const [inner] = dumps ? (argumentsAt(before, from + dumps[0].length - 1) ?? []) : [];
    if (inner !== undefined) return expressionValue(`json.dumps(${inner})`, before, depth + 1);
    const literal = literalAt(before, from);
    return literal === undefined ? undefined : literalValue(literal);
  }
  return literalValue(code);
}
