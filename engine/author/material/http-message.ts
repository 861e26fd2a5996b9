import type { RequestSketch } from './request-sketch';
import { headerOf } from './request-sketch';
import { sketchBody } from './sketch-body';
import { isLocalHost } from './url-parts';

const start =
  /^\s*(?:#{3}[^\n]*\n\s*)?(GET|POST|PUT|PATCH|DELETE|HEAD)[ \t]+(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*(?:\n|$)/;

/**
 * The request that a text is as HTTP writes it (`POST /chat HTTP/1.1`, headers, an empty line, the body), as editors keep
 * it in `.http` files, too. Undefined when it is none.
 */
export function httpMessage(text: string, warnings: string[]): RequestSketch | undefined {
  const [first, method = '', target = ''] = start.exec(text) ?? [];
  if (first === undefined || !/^(https?:\/\/|\/)/.test(target)) return undefined;
  const rest = text.slice(first.length);
  const gap = /(^|\n)[ \t]*(\n|$)/.exec(rest);
  const head = gap ? rest.slice(0, gap.index) : rest;
  const content = (gap ? rest.slice(gap.index + gap[0].length) : '').replace(/\n###[\s\S]*$/, '').replace(/\n+$/, '');
  const headers = head.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^([\w-]+|:[\w-]+):[ \t]*(.*)$/.exec(line.trim()) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  const host = headerOf({ headers }, 'host');
  if (target.startsWith('/') && host === undefined) return undefined;
  const url = target.startsWith('/') ? `${isLocalHost(host ?? '') ? 'http' : 'https'}://${host}${target}` : target;
  if (content === '') return { method, url, headers };
  return { method, url, headers, body: sketchBody(content, headerOf({ headers }, 'content-type') ?? '', warnings) };
}
