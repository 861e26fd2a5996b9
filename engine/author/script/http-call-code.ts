import type { HttpBody, HttpCall, TextTemplate } from '../draft';
import { multipart } from './fragments/multipart';
import { headerText } from './fragments/request';
import { bracketed, objectKey, quote } from './source-text';
import { hasSlot, isConversation, jsonCode, type TemplateContext, textCode, urlCode } from './template-code';

/** Headers that `fetch` makes itself: the body's own, and those of the connection. */
const madeByFetch =
  /^(content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|accept-encoding)$/i;

/** The call of `request`, and lines that must stand before it. @param index numbers the variables of several steps. */
export function requestCode(call: HttpCall, context: TemplateContext, more: readonly string[], index = 0) {
  const { body } = call;
  const before: string[] = [];
  const options: string[] = [];
  const headers = headerItems(call, context);
  const sent = body && bodyCode(body, context, index, before, headers);
  if (headers.length > 0) options.push(`headers: ${bracketed('{', headers, '}', 4)}`);
  if (sent !== undefined) options.push(`body: ${sent}`);
  if (call.follow) options.push('follow: true');
  options.push(...more);
  let url = urlCode(call.url, context);
  if (url.length > 60) {
    const name = index > 0 ? `url${index}` : 'url';
    before.push(`  const ${name} = ${url};`);
    url = name;
  }
  const rest = options.length > 0 ? `, ${bracketed('{', options, '}', 2, 30 + url.length)}` : '';
  return { before, code: `request(${quote(call.method)}, ${url}${rest})` };
}

/** The entries of the object with the headers. A repeated name is one header with several values. */
export function headerItems(call: HttpCall, context: TemplateContext): string[] {
  const byName = new Map<string, { name: string; value: TextTemplate }>();
  for (const [name, value] of call.headers) {
    const key = name.toLowerCase();
    if (madeByFetch.test(key) || (key === 'content-type' && call.body?.kind === 'multipart')) continue;
    const before = byName.get(key);
    const separator = key === 'cookie' ? '; ' : ', ';
    byName.set(key, {
      name: before?.name ?? (key === 'cookie' ? key : name),
      value: before ? [...before.value, separator, ...value] : value,
    });
  }
  const items = [...byName.values()].map(({ name, value }) => {
    const code = textCode(value, context);
    const odd = hasSlot(value, 'goal') || value.some((part) => typeof part === 'string' && /[^\x20-\x7e]/.test(part));
    if (odd) context.script.use(headerText);
    const item = `${objectKey(name)}: ${odd ? `headerText(${code})` : code}`;
    return isConversation(value) ? `...(conversation && { ${item} })` : item;
  });
  const own = { json: 'application/json', text: call.body?.kind === 'text' ? call.body.type : '' };
  const type = call.body?.kind === 'json' || call.body?.kind === 'text' ? own[call.body.kind] : '';
  if (type !== '' && !byName.has('content-type')) items.push(`'content-type': ${quote(type)}`);
  return items;
}

/** @param before lines before the call. @param headers entries that the body adds. */
function bodyCode(
  body: HttpBody,
  context: TemplateContext,
  index: number,
  before: string[],
  headers: string[],
): string {
  switch (body.kind) {
    case 'json':
      return `JSON.stringify(${jsonCode(body.value, context, 4)})`;
    case 'text':
      return textCode(body.value, context);
    case 'form': {
      const pairs = body.fields.map(([name, value]) => {
        const pair = `[${quote(name)}, ${textCode(value, context)}]`;
        return isConversation(value) ? `...(conversation ? [${pair}] : [])` : pair;
      });
      return `new URLSearchParams(${bracketed('[', pairs, ']', 4, 26)})`;
    }
    case 'multipart': {
      const form = index > 1 ? `form${index}` : 'form';
      context.script.use(multipart);
      const parts = body.fields.map(({ name, value, type, file }) => {
        const fields = [`name: ${quote(name)}`, `value: ${textCode(value, context)}`];
        if (file !== undefined) fields.push(`file: ${quote(file)}`);
        if (type !== undefined) fields.push(`type: ${quote(type)}`);
        const part = bracketed('{', fields, '}', 4);
        return isConversation(value) ? `...(conversation ? [${part}] : [])` : part;
      });
      before.push(`  const ${form} = multipart(${bracketed('[', parts, ']', 2, 26)});`);
      headers.push(`'content-type': ${form}.type`);
      return `${form}.body`;
    }
    default:
      throw body satisfies never;
  }
}
