import type { Path, Reading, ReplyFormat, Target } from '../draft';
import {
  answerText,
  callArguments,
  handle,
  parseBody,
  parseCodedLines,
  parseEnd,
  parseEvents,
  parseLines,
  parseLogLines,
  parseMessages,
  usage,
  wholeReply,
} from './fragments/reading';
import { usualUsage } from './fragments/usual-usage';
import { access, placeWords, type Source, valueCode, valuesCode } from './place-code';
import type { Fragment, ScriptParts } from './script-parts';
import { bracketed, quote } from './source-text';
import { useConversation } from './template-code';

/** How a reading is written: the function that reads, and what it is asked with. */
export interface ReadingCode {
  /** Source of `readAnswer(reply)`. */
  code: string;
  /** Whether the conversation of a reply can be missing in it: then the handle that was sent goes on. */
  conversation: 'none' | 'read' | 'session';
}

/**
 * The function of a script that turns a reply into what the hook prints.
 * @param reading undefined while no reply was seen: the whole reply is the answer.
 * @param own the session is the handle whatever the reading says (cookies, history kept by the script).
 */
export function readingCode(
  reading: Reading | undefined,
  kind: Target['kind'],
  own: boolean,
  script: ScriptParts,
): ReadingCode {
  const parts: string[] = [];
  const source = readingSource(reading, kind, script);
  const parsed = source.name !== 'reply'; // a plain text has no places
  const fields = [`output: ${answerCode(reading, kind, source, script)}`];
  const from = reading?.conversation;
  let conversation: ReadingCode['conversation'] = 'none';
  if (own || from === 'session') {
    conversation = 'session';
    fields.push('conversation: process.env.ROOK_SESSION');
  } else if (from !== undefined && ('header' in from || parsed)) {
    conversation = 'read';
    script.use(handle);
    useConversation(script);
    const code =
      'header' in from
        ? access('reply.headers', [from.header.toLowerCase()])
        : valueCode(source, from, 'last', script, 4);
    fields.push(`conversation: handle(${code}) ?? conversation`);
  }
  if (parsed && reading?.usage === 'usual') {
    script.use(usualUsage);
    fields.push(
      source.events ? `usage: ${source.name}.map(usualUsage).findLast(Boolean)` : `usage: usualUsage(${source.name})`,
    );
  } else if (parsed && reading?.usage && reading.usage !== 'usual') {
    script.use(usage);
    const { input, output } = reading.usage;
    const counts = [input, output].map((place) => valueCode(source, place, 'last', script, 6));
    fields.push(`usage: ${bracketed('usage(', counts, ')', 4)}`);
  }
  if (parsed && reading?.calls) {
    fields.push(`calls: callsIn(${source.name})`);
    parts.push(callsFunction(reading.calls, source, script));
  }
  const parse = source.name === 'reply' ? '' : `  const ${source.name} = ${parserOf(reading, kind)};\n`;
  const answer = fields[0]?.startsWith('output: answerText(answer,')
    ? `  const answer = ${valueCode(source, reading?.answer ?? { path: [] }, 'join', script, 2)};\n`
    : '';
  const head = `/** What a reply says: the answer${fields.length > 1 ? ', and what else Rook can observe' : ''}. */`;
  const body = `function readAnswer(reply) {\n${parse}${answer}  return {\n${fields.map((field) => `    ${field},\n`).join('')}  };\n}`;
  return { code: [`${head}\n${body}`, ...parts].join('\n\n'), conversation };
}

/** The variable that holds what paths lead into; its parser is taken into the script. */
function readingSource(reading: Reading | undefined, kind: Target['kind'], script: ScriptParts): Source {
  if (reading === undefined || reading.format === 'text') return { name: 'reply', events: false };
  if (kind === 'mcp') return { name: 'result', events: false };
  const parser = parserFragment(reading.format, kind);
  script.use(parser);
  const isOne = reading.format === 'json' || reading.format === 'json-at-end';
  return isOne ? { name: 'body', events: false } : { name: 'events', events: true };
}

function parserFragment(format: Exclude<ReplyFormat, 'text'>, kind: Target['kind']): Fragment {
  switch (format) {
    case 'json':
      return parseBody;
    case 'json-at-end':
      return parseEnd;
    case 'coded-lines':
      return parseCodedLines;
    case 'sse':
      return parseEvents;
    case 'lines':
      return kind === 'command' ? parseLogLines : kind === 'websocket' ? parseMessages : parseLines;
    default:
      throw format satisfies never;
  }
}

function parserOf(reading: Reading | undefined, kind: Target['kind']): string {
  if (kind === 'mcp') return 'reply.result';
  if (reading?.format === 'sse') return 'parseEvents(reply)';
  if (reading?.format === 'json-at-end') return 'parseEnd(reply)';
  const isLines = reading?.format === 'lines' || reading?.format === 'coded-lines';
  return isLines ? 'parseLines(reply)' : 'parseBody(reply)';
}

function answerCode(reading: Reading | undefined, kind: Target['kind'], source: Source, script: ScriptParts): string {
  if (reading === undefined || reading.format === 'text') {
    if (kind === 'mcp') return 'toolAnswer(reply.result, reply.body)';
    script.use(wholeReply);
    return 'wholeText(reply)';
  }
  script.use(answerText);
  const value =
    source.events || reading.answer.path.some((step) => typeof step === 'object')
      ? 'answer'
      : valueCode(source, reading.answer, 'join', script, 4);
  return `answerText(${value}, ${quote(placeWords(reading.answer))}, reply)`;
}

/**
 * The function that lists the tool calls. A reply that has no list says that none happened, as long as the place where it
 * would stand is there; else nothing was observed.
 */
function callsFunction(calls: NonNullable<Reading['calls']>, source: Source, script: ScriptParts): string {
  const { name } = source;
  const fields = (item: string): string => {
    const parts = [`name: ${access(item, keys(calls.name))}`];
    if (calls.arguments) {
      script.use(callArguments);
      parts.push(`arguments: callArguments(${access(item, keys(calls.arguments))})`);
    }
    return `({ ${parts.join(', ')} })`;
  };
  if (source.events) return eventCalls(calls, source, fields, script);
  const steps = calls.list.path;
  const lastStep = steps.at(-1);
  const lines = [
    '/** The tool calls of a reply. Without a list of them there were none; without a place for one nothing is known. */',
    `function callsIn(${name}) {`,
  ];
  const values = valuesCode(source, calls.list, script, 2);
  const firstEach = steps.findIndex((step) => typeof step === 'object');
  const parent = keys(
    firstEach >= 0 ? steps.slice(0, firstEach) : typeof lastStep === 'string' ? steps.slice(0, -1) : steps,
  );
  const holder = access(name, parent);
  lines.push(
    firstEach >= 0
      ? `  if (!Array.isArray(${holder})) return undefined;`
      : `  if (typeof ${holder} !== 'object' || ${holder} === null) return undefined;`,
  );
  const found = values ?? access(name, keys(steps));
  // `[x].flat()` takes a list, and a single call, alike; what a wildcard has found may hold lists, too.
  lines.push(`  const found = ${values === undefined ? `[${found} ?? []].flat()` : `${found}.flat()`};`);
  lines.push(
    firstEach >= 0
      ? `  return found.filter(Boolean).map((call) => ${fields('call')});`
      : `  return found.map((call) => ${fields('call')});`,
    '}',
  );
  return lines.join('\n');
}

/** Of a stream: a call may come in pieces, its name first, then its arguments, told by their index. */
function eventCalls(
  calls: NonNullable<Reading['calls']>,
  source: Source,
  fields: (item: string) => string,
  script: ScriptParts,
): string {
  const found = valuesCode(source, calls.list, script, 2) ?? source.name;
  const name = access('piece', keys(calls.name));
  if (!calls.arguments)
    return `/** The tool calls that a stream names; none of them says that none happened. */
function callsIn(events) {
  const found = ${found}.flat();
  return found.filter((piece) => ${name}).map((piece) => ${fields('piece')});
}`;
  script.use(callArguments);
  return `/** The tool calls of a stream; none of them says that none happened. Arguments may come in pieces, after the name. */
function callsIn(events) {
  const calls = [];
  for (const piece of ${found}.flat()) {
    const input = ${access('piece', keys(calls.arguments))};
    if (${name}) calls.push({ index: piece.index, name: ${name}, input });
    else if (typeof input === 'string') {
      const call = calls.findLast(({ index }) => index === piece.index);
      if (call) call.input = \`\${call.input ?? ''}\${input}\`;
    }
  }
  return calls.map((call) => ({ name: call.name, arguments: callArguments(call.input) }));
}`;
}

function keys(path: Path): (string | number)[] {
  return path.filter((step) => typeof step !== 'object');
}
