import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a server of `rook ui` knows itself by. */
export interface OwnAddress {
  port: number;
  /** Who has it may look: 256 random bits, printed with the address once. */
  token: string;
  /** Random first part of every path, with slashes. Cookies know no ports: under it, no other server of this machine gets ours. */
  base: string;
  /** Tokens that let in once: other users of the machine see what a program is started with, and come too late then. */
  once: Set<string>;
}

export const cookieName = 'rook-ui';

/** A refusal with its HTTP status; undefined lets the request in. */
export type Refused = 401 | 403 | undefined;

/** The address that a browser was really sent to must be ours: a name that was made to lead here is not (DNS rebinding). */
export function refuseHost(headers: IncomingHttpHeaders, { port }: OwnAddress): Refused {
  const host = headers.host?.toLowerCase();
  return host === `127.0.0.1:${port}` || host === `localhost:${port}` ? undefined : 403;
}

/**
 * Who asks must be a page of ours, and not another one in the same browser. Programs that are no browser send neither
 * header: them the token alone lets in.
 * @param opening a person opens the page: then it may come from anywhere, such as a link in a terminal
 */
export function refuseOrigin(headers: IncomingHttpHeaders, { port }: OwnAddress, opening: boolean): Refused {
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://127.0.0.1:${port}` && origin !== `http://localhost:${port}`)
    return 403;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  const navigates = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return opening && navigates ? undefined : 403;
}

/** @param given the token of the address that was opened; absent, that of the cookie counts */
export function refuseToken(
  headers: IncomingHttpHeaders,
  given: string | undefined,
  { token, once }: OwnAddress,
): Refused {
  const shown = given ?? cookieOf(headers.cookie);
  if (shown === undefined) return 401;
  if (sameSecret(shown, token)) return undefined;
  if (given === undefined) return 403;
  for (const one of once) if (sameSecret(given, one) && once.delete(one)) return undefined;
  return 403;
}

/** What keeps the token after the first request: out of reach of scripts, of other sites, and of other paths. */
export function tokenCookie({ token, base }: OwnAddress): string {
  return `${cookieName}=${token}; HttpOnly; SameSite=Strict; Path=${base}`;
}

function cookieOf(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
}

/** Takes the same time whatever is given: it is hashes that are compared. */
function sameSecret(one: string, other: string): boolean {
  const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(one), hashOf(other));
}
