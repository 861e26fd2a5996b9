import { ok, type Result, refuse } from '../../../schemas/result';
import { hasMarks } from './marks';
import type { RequestSketch, SketchBody } from './request-sketch';
import { headerOf, parseMarkedJson } from './request-sketch';
import { programName, readCommands, type SimpleCommand } from './simple-commands';
import { sketchBody } from './sketch-body';

/** The request that a command of HTTPie (`http`, `https`, `xh`) or wget sends; undefined when the text is neither. */
export function programRequest(text: string, warnings: string[]): Result<RequestSketch> | undefined {
  if (!/^\s*(?:[$%❯] )?(?:https?|xhs?|wget)\s+\S/.test(text) || /^\s*https?:/.test(text)) return undefined;
  const script = readCommands(text);
  if (!script.ok) return script;
  const [command, ...others] = script.value.commands;
  if (!command) return undefined;
  const program = programName(command);
  if (program === 'wget') return others.length > 0 ? severalCommands() : wgetRequest(command, warnings);
  if (!/^(https?|xhs?)$/.test(program) || !command.words.some(({ text: word }) => isAddress(word))) return undefined;
  const piped = others.some(({ after }) => after !== '|');
  return piped ? severalCommands() : httpieRequest(command, /s$/.test(program) ? 'https' : 'http', warnings);
}

function severalCommands(): Result<never> {
  return refuse('the text has several commands', 'Give the one that sends a message, alone.');
}

function isAddress(word: string): boolean {
  return /^(https?:\/\/|:\d|:\/|localhost\b|[\w-]+(\.[\w-]+)+|\uFDD0env:)/.test(word);
}

/** Options of HTTPie whose next word is their value. */
const httpieValued =
  /^(-a|--auth|-A|--auth-type|--session|--timeout|-o|--output|-p|--print|--proxy|--verify|--cert|--style|-s|--pretty|--raw|--boundary)$/;
/** An item: what it is called, what kind it is, its value. Longer signs first. */
const httpieItem = /^((?:\\.|[^\\:=@])+?)(:=@|=@|==|:=|=|:|@)([\s\S]*)$/;

function httpieRequest(command: SimpleCommand, scheme: string, warnings: string[]): Result<RequestSketch> {
  const headers: [string, string][] = [];
  const fields: [string, unknown][] = [];
  const query: string[] = [];
  let [method, url, form, auth, kind, raw] = ['', '', false, '', 'basic', undefined as string | undefined];
  const words = command.words.slice(1).map(({ text }) => text);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (/^(-f|--form|--multipart)$/.test(word)) form = true;
    else if (word.startsWith('-')) {
      const [, joined, given] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
      const option = joined ?? word;
      const value = given ?? (httpieValued.test(option) ? (words[++at] ?? '') : '');
      if (/^(-a|--auth)$/.test(option)) auth = value;
      else if (/^(-A|--auth-type)$/.test(option)) kind = value;
      else if (option === '--raw') raw = value;
    } else if (url === '' && /^[A-Z]{3,7}$/.test(word)) method = word;
    else if (url === '') url = word;
    else {
      const [, name = '', sign, value = ''] = httpieItem.exec(word) ?? [];
      switch (sign) {
        case '=':
          fields.push([name, value]);
          break;
        case ':=': {
          const parsed = parseMarkedJson(value);
          if (!parsed) return refuse(`the value of ${name} (:=) is not JSON`, 'Write JSON behind :=, or = for a text.');
          fields.push([name, parsed.value]);
          break;
        }
        case '==':
          query.push(`${encodeURIComponent(name)}=${hasMarks(value) ? value : encodeURIComponent(value)}`);
          break;
        case ':':
          headers.push([name, value]);
          break;
        case undefined:
          return refuse('an argument is neither option, URL nor item', 'Write items as name=value or Header:value.');
        default:
          return refuse(`the item ${name} takes its value from a file (${sign})`, `Write the value: ${name}=value.`);
      }
    }
  }
  if (auth !== '')
    headers.push([
      'Authorization',
      kind === 'bearer' ? `Bearer ${auth}` : `Basic ${Buffer.from(auth).toString('base64')}`,
    ]);
  const address = /^:/.test(url) ? `localhost${/^:\d/.test(url) ? url : url.slice(1)}` : url;
  const whole = /^(https?:\/\/|\uFDD0)/.test(address) ? address : `${scheme}://${address}`;
  const body = httpieBody(
    raw ?? (command.stdin?.kind === 'text' ? command.stdin.text : undefined),
    fields,
    form,
    warnings,
  );
  return ok({
    method: method || (body ? 'POST' : 'GET'),
    url: query.length === 0 ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${query.join('&')}`,
    headers,
    ...(body && { body }),
  });
}

function httpieBody(
  raw: string | undefined,
  fields: readonly [string, unknown][],
  form: boolean,
  warnings: string[],
): SketchBody | undefined {
  if (raw !== undefined) return sketchBody(raw, 'application/json', warnings);
  if (fields.length === 0) return undefined;
  if (form) return { kind: 'form', fields: fields.map(([name, value]) => [name, String(value)] as const) };
  // `user[name]=bob` is a path, as HTTPie has it.
  const root: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const path = name.split(/[[\]]+/).filter((step) => step !== '');
    let at = root;
    for (const step of path.slice(0, -1)) {
      const next = Object.hasOwn(at, step) ? at[step] : undefined;
      // A mapping that was put there below is one of texts to anything.
      const inner = next !== null && typeof next === 'object' ? (next as Record<string, unknown>) : {};
      Object.defineProperty(at, step, { value: inner, enumerable: true, configurable: true, writable: true });
      at = inner;
    }
    Object.defineProperty(at, path.at(-1) ?? name, { value, enumerable: true, configurable: true, writable: true });
  }
  return { kind: 'json', value: root };
}

function wgetRequest(command: SimpleCommand, warnings: string[]): Result<RequestSketch> {
  const headers: [string, string][] = [];
  let [method, url, data, user, password, insecure] = ['', '', undefined as string | undefined, '', '', false];
  const words = command.words.slice(1).map(({ text }) => text);
  for (let at = 0; at < words.length; at++) {
    const [, option = '', given] = /^(--[\w-]+)(?:=(.*))?$/s.exec(words[at] ?? '') ?? [];
    const value = (): string => given ?? words[++at] ?? '';
    if (/^--(post-data|body-data)$/.test(option)) data = value();
    else if (/^--(post-file|body-file)$/.test(option))
      return refuse(`wget reads its body from a file (${option})`, 'Write the body in its place: --post-data.');
    else if (option === '--header') {
      const [, name, content = ''] = /^([^:\s]+)\s*:\s*(.*)$/s.exec(value()) ?? [];
      if (name !== undefined) headers.push([name, content]);
    } else if (option === '--method') method = value().toUpperCase();
    else if (/^--(http-)?user$/.test(option)) user = value();
    else if (/^--(http-)?password$/.test(option)) password = value();
    else if (option === '--user-agent') headers.push(['User-Agent', value()]);
    else if (option === '--no-check-certificate') insecure = true;
    else if (option === '--url') url = value();
    else if (/^-[OoT]$/.test(words[at] ?? '')) at++;
    else if (option === '' && !/^-/.test(words[at] ?? '')) url ||= words[at] ?? '';
  }
  if (url === '') return refuse('the wget command has no URL', 'Paste the whole command, with its URL.');
  if (user !== '') headers.push(['Authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`]);
  return ok({
    method: method || (data === undefined ? 'GET' : 'POST'),
    url: /^(https?:\/\/|\uFDD0)/.test(url) ? url : `http://${url}`,
    headers,
    ...(data !== undefined && { body: sketchBody(data, headerOf({ headers }, 'content-type') ?? 'curl', warnings) }),
    ...(insecure && { insecure: true }),
  });
}
