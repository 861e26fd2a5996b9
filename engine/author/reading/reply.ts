import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Exchange, ReplyFormat, Target } from '../draft';
import { oddText } from './odd-text';

/** A reply as its format has it: `value` is what paths lead into; for events it is their list. */
export interface Reply {
  format: ReplyFormat;
  value: unknown;
  /** Why the text is hardly what an agent said, as words for what it is: `a web page`. */
  odd?: string;
}

/** Whether a reply is one value that paths lead into, and not a list of events or a text. */
export function isOneValue({ format }: Pick<Reply, 'format'>): boolean {
  return format === 'json' || format === 'json-at-end';
}

/** Reads what came back the way the generated script will: by its content type, else by how it looks. */
export function readReply(exchange: Pick<Exchange, 'body' | 'headers'>, kind: Target['kind']): Reply {
  const body = exchange.body.replace(/^\uFEFF/, '');
  const type = exchange.headers?.['content-type']?.toLowerCase() ?? '';
  if (kind === 'http' && (type.includes('text/event-stream') || (type === '' && looksLikeEvents(body))))
    return { format: 'sse', value: eventsOf(body) };
  if (type.includes('html') || /^\s*(?:<!doctype html|<html\b)/i.test(body))
    return { format: 'text', value: body, odd: 'a web page' };
  const whole = parsed(body);
  const rows = body.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (kind === 'websocket') return rows.some(isObjectText) ? linesOf(rows) : { format: 'text', value: body };
  // One line may be all that a short answer needs: the next one has several.
  if (kind === 'http' && /\b(x-)?(nd-?json|jsonl|json-?lines|json-stream|jsonlines)\b/.test(type) && rows.every(isJson))
    return linesOf(rows);
  if (whole !== undefined && typeof whole === 'object') return { format: 'json', value: whole };
  if (kind === 'http' && typeof whole === 'string' && !type.startsWith('text/'))
    return { format: 'json', value: whole };
  if (kind === 'http' && looksLikeEvents(body)) return { format: 'sse', value: eventsOf(body) };
  if (kind === 'http' && rows.length > 0 && rows.every(isCoded))
    return { format: 'coded-lines', value: rows.map(codedLine) };
  const end = kind === 'command' ? valueAtEnd(body) : undefined;
  if (end !== undefined) return { format: 'json-at-end', value: end };
  const isLog = (line: string): boolean => kind === 'command' && !isObjectText(line);
  if (rows.some(isObjectText) && rows.every((line) => isObjectText(line) || isLog(line))) return linesOf(rows);
  const odd = oddText(body, type, kind);
  return { format: 'text', value: body, ...(odd !== undefined && { odd }) };
}

function linesOf(rows: readonly string[]): Reply {
  return {
    format: 'lines',
    value: rows.map(parsed).filter((value) => value !== undefined && typeof value === 'object'),
  };
}

/** The JSON value on several lines at the end of what a program has printed, after its logs. */
function valueAtEnd(body: string): unknown {
  const lines = body.trimEnd().split(/\r?\n/);
  const starts = lines.flatMap((line, at) => (/^[[{]/.test(line) && at < lines.length - 1 ? [at] : []));
  for (const at of starts.slice(0, 1000)) {
    const value = parsed(lines.slice(at).join('\n'));
    if (typeof value === 'object' && value !== null) return value;
  }
  return undefined;
}

function isObjectText(line: string): boolean {
  const value = parsed(line);
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value);
}

function isJson(line: string): boolean {
  return parsed(line) !== undefined;
}

/** `0:"Hel"`: how the data streams of some web frameworks write their values. */
function isCoded(line: string): boolean {
  return codedLine(line) !== undefined;
}

function codedLine(line: string): { code: string; data: unknown } | undefined {
  const [, code, text] = /^(\w{1,2}):(["[{].*)$/.exec(line) ?? [];
  const data = text === undefined ? undefined : parsed(text);
  return code === undefined || data === undefined ? undefined : { code, data };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // not JSON, which the caller takes for what it is
  }
}

function looksLikeEvents(body: string): boolean {
  return /^(?:(?:event|id|retry):.*\r?\n|:.*\r?\n|\s*\r?\n)*data:/.test(body);
}

/** Server-sent events as `{event?, data}`; data that is JSON is parsed, and `[DONE]` is no event. */
function eventsOf(body: string): unknown[] {
  const events: unknown[] = [];
  const parser = createParser({
    onEvent: ({ event, data }: EventSourceMessage) => {
      if (data.trim() !== '[DONE]') events.push({ ...(event !== undefined && { event }), data: parsed(data) ?? data });
    },
  });
  parser.feed(`${body}\n\n`);
  return events;
}
