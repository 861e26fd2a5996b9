import type { RequestSketch } from './request-sketch';
import { splitUrl } from './url-parts';

/** Headers that the request gets by itself, that a browser adds about itself, or that hold for one hop only. */
const ownHeaders =
  /^(:.*|content-length|connection|host|accept-encoding|sec-.*|transfer-encoding|expect|te|trailer|upgrade|keep-alive|proxy-connection|upgrade-insecure-requests|dnt|priority)$/i;

/** The request without the headers that it gets by itself. A note names those that were left out. */
export function withSentHeaders(sketch: RequestSketch, warnings: string[]): RequestSketch {
  const left = sketch.headers.filter(([name]) => ownHeaders.test(name));
  const host = left.find(([name]) => name.toLowerCase() === 'host')?.[1];
  if (left.length > 0)
    warnings.push(`Left out headers that the request gets by itself: ${left.map(([name]) => name).join(', ')}.`);
  if (host !== undefined && host !== splitUrl(sketch.url).host)
    warnings.push(
      `The header Host names ${host}, and the URL ${splitUrl(sketch.url).host}: requests go to the latter.`,
    );
  return {
    ...sketch,
    headers: sketch.headers.filter(
      // The boundary of a multipart body is made anew with each request.
      ([name]) =>
        !ownHeaders.test(name) && !(sketch.body?.kind === 'multipart' && name.toLowerCase() === 'content-type'),
    ),
  };
}
