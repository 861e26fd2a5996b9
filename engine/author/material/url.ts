import { ok, type Result, refuse } from '../../../schemas/result';
import type { Slot } from '../draft';
import type { DraftOption, Recognised } from '../material';
import { fromRequests } from './curl-material';
import { goalPlaces } from './goal-places';
import { draftOf, httpOptions, isClear, shownUrl } from './http-options';
import { goalMark, readable, templateOf } from './marks';
import { recogniseMcp } from './mcp-material';
import type { RequestSketch } from './request-sketch';
import { hideSecrets } from './secrets';
import { withMessage } from './url-body';
import { hostName, slug, splitUrl } from './url-parts';
import { Variables } from './variables';

/** The URL that a text is, and nothing else; `localhost:3000/chat` is one, too. */
export function loneUrl(text: string): string | undefined {
  const bare = text.trim().replace(/^[<"'`]+|[>"'`]+$/g, '');
  if (/^(https?|wss?):\/\/[^\s<>"']+$/i.test(bare)) return bare;
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/\S*)?$/.test(bare) ? `http://${bare}` : undefined;
}

/** Recognises a lone URL: what is sent there is guessed, likeliest first, and a trial shows which guess holds. */
export function recogniseUrl(url: string): Result<Recognised> {
  const { scheme, path } = splitUrl(url);
  if (/^wss?:$/i.test(scheme)) return ok(webSocket(url));
  if (/\.(json|ya?ml)$/i.test(path) || /\/(openapi|swagger|api-docs)\/?$/i.test(path))
    return refuse(
      `${shownUrl(url)} looks like a description of an API, which is not fetched while material is read`,
      `Download it first, then give the file: curl -o openapi${/\.ya?ml$/i.test(path) ? '.yaml' : '.json'} ${JSON.stringify(shownUrl(url))}`,
    );
  if (/\/mcp\/?$/.test(path)) return recogniseMcp([{ url }]);
  return httpUrl(url);
}

function httpUrl(url: string): Result<Recognised> {
  const variables = new Variables();
  const warnings: string[] = [];
  const get: RequestSketch = { method: 'GET', url, headers: [] };
  // A query that names the goal's place is the whole request.
  if ((goalPlaces(get)[0]?.score ?? 0) >= 1000)
    return fromRequests([{ sketch: get }], { form: 'a URL', kind: 'url', variables, warnings });
  const posts = withMessage(get).flatMap(({ sketch, penalty }) =>
    httpOptions(sketch, { variables, warnings }).map((option) => ({ ...option, score: option.score - penalty })),
  );
  const gets = httpOptions(get, { variables, warnings }).map((option) => ({ ...option, score: option.score + 34 }));
  const options = [...gets, ...posts].sort((a, b) => b.score - a.score);
  return ok({
    kind: 'url',
    what: `a URL: ${shownUrl(url)}, what it expects is found by trying`,
    options: options.map(({ place: _place, ...option }) => option),
    clear: isClear(options),
    secrets: variables.secrets,
    warnings: [...new Set(warnings)],
    name: slug(hostName(splitUrl(url).host)),
  });
}

const goal: Slot = { slot: 'goal' };

/** A WebSocket takes the goal as a JSON field, or as it is. */
function webSocket(url: string): Recognised {
  const variables = new Variables();
  const warnings: string[] = [];
  const safe = hideSecrets({ method: 'GET', url, headers: [] }, variables, warnings);
  const target = {
    kind: 'websocket',
    url: templateOf(safe.url),
    headers: safe.headers.map(([name, value]) => [name, templateOf(value)] as const),
    protocols: [],
  } as const;
  const title = `WebSocket ${readable(splitUrl(safe.url).path || '/')}`;
  const json = (name: string, score: number): DraftOption => ({
    label: `${title}, goal in message.${name}`,
    score,
    draft: draftOf({ ...target, message: { json: { fields: [[name, { text: [goal] }]] } } }, variables),
  });
  const text: DraftOption = {
    label: `${title}, goal as the message`,
    score: 96,
    draft: draftOf({ ...target, message: { text: templateOf(goalMark) } }, variables),
  };
  return {
    kind: 'websocket',
    what: `a WebSocket: ${shownUrl(url)}, what it expects is found by trying`,
    options: [json('message', 100), text, json('text', 92), json('prompt', 88), json('content', 84)],
    clear: false,
    secrets: variables.secrets,
    warnings,
    name: slug(hostName(splitUrl(url).host)),
  };
}
