import type { TextTemplate, WebSocketTarget } from '../draft';
import type { DraftOption, Recognised } from '../material';
import { goalPlaces } from './goal-places';
import { draftOf, isClear, shownUrl } from './http-options';
import { goalMark, hasGoal, readable, templateOf } from './marks';
import { markGoal } from './placeholders';
import { jsonTemplate, type RequestSketch } from './request-sketch';
import { hideSecrets } from './secrets';
import { programName, type SimpleCommand } from './simple-commands';
import { hostName, slug, splitUrl } from './url-parts';
import { Variables } from './variables';

/** Options of wscat and websocat whose next word is a value that is not needed here. */
const withValue = /^(-w|--wait|-P|--proxy|--host|--ca|--cert|--key|--passphrase|-B|--origin)$/;

/** Recognises `wscat -c ws://… -H … -x '…'` and `websocat ws://…`: a WebSocket, not a program to start. Undefined when it is neither. */
export function recogniseSocketCommand(command: SimpleCommand, input: string | undefined): Recognised | undefined {
  if (!/^(wscat|websocat)$/.test(programName(command))) return undefined;
  const headers: [string, string][] = [];
  const protocols: string[] = [];
  let [url, sample, insecure] = [undefined as string | undefined, input?.trim(), false];
  const words = command.words.slice(1).map(({ text }) => text);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const next = (): string => words[++at] ?? '';
    if (/^wss?:\/\//.test(word)) url = word;
    else if (/^(-c|--connect)$/.test(word)) url = next();
    else if (/^(-H|--header)$/.test(word)) headers.push(headerOf(next()));
    else if (/^--auth$/.test(word)) headers.push(['Authorization', `Basic ${Buffer.from(next()).toString('base64')}`]);
    else if (/^(-s|--subprotocol|--protocol)$/.test(word)) protocols.push(next());
    else if (/^(-x|--execute)$/.test(word)) sample = next();
    else if (/^(-n|--no-check|-k|--insecure)$/.test(word)) insecure = true;
    else if (withValue.test(word)) next();
  }
  if (url === undefined) return undefined;
  const variables = new Variables();
  const warnings: string[] = [];
  const json = parsed(sample);
  const sketch: RequestSketch = {
    method: 'GET',
    url,
    headers,
    ...(json !== undefined && { body: { kind: 'json', value: json } }),
  };
  const safe = hideSecrets(sketch, variables, warnings);
  const about = {
    kind: 'websocket',
    url: templateOf(safe.url),
    headers: safe.headers.map(([name, value]) => [name, templateOf(value)] as const),
    protocols,
    ...(insecure && { insecure: true }),
  } as const;
  const title = `WebSocket ${readable(splitUrl(safe.url).path || '/')}`;
  const option = (label: string, score: number, message: WebSocketTarget['message']): DraftOption => ({
    label: `${title}, goal ${label}`,
    score,
    draft: draftOf({ ...about, message }, variables),
  });
  const places = safe.body ? goalPlaces(safe) : [];
  const options = places.flatMap(({ label, score, sketch: { body } }) =>
    body?.kind === 'json'
      ? [option(`in ${label.replace(/^body/, 'message')}`, score, { json: jsonTemplate(body.value) })]
      : [],
  );
  if (options.length === 0) options.push(option('as the message', 100, { text: textMessage(sample) }));
  return {
    kind: 'websocket',
    what: `a WebSocket: ${shownUrl(safe.url)}, ${options[0]?.label.replace(`${title}, `, '') ?? ''}`,
    options,
    clear: isClear(options),
    secrets: variables.secrets,
    warnings,
    name: slug(hostName(splitUrl(url).host)),
  };
}

/** The sample with the goal in its place, when it names one; else the goal alone. */
function textMessage(sample: string | undefined): TextTemplate {
  const marked = sample === undefined ? goalMark : markGoal(sample);
  return templateOf(hasGoal(marked) ? marked : goalMark);
}

function headerOf(text: string): [string, string] {
  const at = text.indexOf(':');
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function parsed(text: string | undefined): unknown {
  try {
    return text !== undefined && /^\s*[{[]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined; // a text that only looks like JSON is sent as text
  }
}
