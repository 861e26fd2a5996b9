import { ok, type Result } from '../../../schemas/result';
import { asRecord } from '../../workspace/plain-value';
import type { Place, Reading, ReplyFormat } from '../draft';
import { parsePath } from '../reading/path';
import { byHand, cannot } from './cannot';
import type { Recipe } from './recipe';
import type { RecipeTexts } from './recipe-texts';

/** Where the answer and the rest stand; undefined when the whole reply is the answer. */
export function readingOf(recipe: Recipe, texts: RecipeTexts, warnings: string[]): Result<Reading | undefined> {
  const { result, response, conversation, observe } = recipe;
  const from = result?.from ?? (result?.path === undefined ? 'text' : 'json_path');
  const format = formatOf(response?.kind, from);
  if (!format.ok) return format;
  const answer: Place = { path: [] };
  if (from === 'json_path') {
    if (result?.path === undefined) return cannot('result has no path', 'Add result.path, then convert again.');
    const path = parsePath(result.path);
    if (!path.ok) return cannot(`result.path: ${path.error.message}`, path.error.remedy ?? byHand);
    answer.path = path.value;
    if (format.value !== 'json') answer.take = 'join';
  } else if (!['text', 'stdout', 'body'].includes(from)) {
    return cannot(`result.from: ${from}`, `json_path, text and stdout can be converted. ${byHand}`);
  }
  const reading: Reading = { format: from === 'json_path' ? format.value : 'text', answer };
  const handle = handleOf(conversation, reading.format, texts);
  if (!handle.ok) return handle;
  if (handle.value !== undefined) reading.conversation = handle.value;
  if (observe?.usage) {
    if (reading.format === 'json') reading.usage = 'usual';
    else warnings.push('observe.usage was not converted: token counts are looked for in JSON replies alone.');
  }
  if (observe?.calls === true)
    warnings.push('observe.calls was not converted: the recipe does not say where the reply names tool calls.');
  const calls = callsOf(observe?.calls);
  if (!calls.ok) return calls;
  if (calls.value) reading.calls = calls.value;
  const plain = reading.format === 'text' && reading.conversation === undefined;
  return ok(plain ? undefined : reading);
}

function formatOf(kind: string | undefined, from: string): Result<ReplyFormat> {
  switch (kind) {
    case undefined:
      return ok(from === 'json_path' ? 'json' : 'text');
    case 'json':
    case 'text':
      return ok(kind);
    case 'sse':
    case 'event_stream':
      return ok('sse');
    case 'ndjson':
    case 'jsonl':
    case 'lines':
      return ok('lines');
    default:
      return cannot(`response.kind: ${kind}`, `json, text, sse and ndjson can be converted. ${byHand}`);
  }
}

function handleOf(
  conversation: Recipe['conversation'],
  format: ReplyFormat,
  texts: RecipeTexts,
): Result<Reading['conversation'] | undefined> {
  if (!conversation || conversation.kind === 'none') return ok(texts.session ? 'session' : undefined);
  if (conversation.kind === 'cookie') return ok(undefined); // the script keeps the cookies, its handle is the session
  if (conversation.kind === 'header') {
    const header = conversation.header ?? conversation.id_path;
    return header === undefined
      ? cannot('conversation has no header', 'Add conversation.header, then convert again.')
      : ok({ header });
  }
  if (conversation.id_path === undefined)
    return cannot('conversation has no id_path', 'Add conversation.id_path, then convert again.');
  const path = parsePath(conversation.id_path);
  if (!path.ok) return cannot(`conversation.id_path: ${path.error.message}`, path.error.remedy ?? byHand);
  if (format === 'text')
    return cannot('conversation.id_path of a reply that is text', 'Read the answer by result.path, too.');
  return ok({ path: path.value });
}

/** `observe.calls`: a path, or `{path, name, arguments}`. `true` says nothing of where. */
function callsOf(calls: unknown): Result<Reading['calls']> {
  const parts = typeof calls === 'string' ? { path: calls } : asRecord(calls);
  if (!parts) return ok(undefined);
  const texts = { list: parts.path, name: parts.name ?? 'name', arguments: parts.arguments ?? 'arguments' };
  const paths = Object.entries(texts).map(([name, text]) => [name, parsePath(String(text ?? ''))] as const);
  for (const [name, path] of paths)
    if (!path.ok) return cannot(`observe.calls.${name}: ${path.error.message}`, path.error.remedy ?? byHand);
  const [list, name, args] = paths.map(([, path]) => (path.ok ? path.value : []));
  return ok({ list: { path: list ?? [] }, name: name ?? [], ...(args && { arguments: args }) });
}
