import { asRecord, firstText } from '../../workspace/plain-value';
import { type Case, credentialsOf, type Diagnosis, quoted } from './case';

/** How scripts and libraries write the status of a reply that they do not like. */
const statusWords = [
  /\bHTTP(?:\/[\d.]+)?(?: (?:error|status(?: code)?|response code))?[:\s]+(\d{3})\b/i,
  /\bstatus(?:[ _]?code)?["']?(?:\s+(?:is|was|of))?\s*[:=]?\s*["']?(\d{3})\b/i,
  /\b(\d{3}) (?:Client|Server) Error\b/,
  /\breturned error: (\d{3})\b/,
  /\bError code: (\d{3})\b/i,
  /\b(?:answered|responded|replied|returned|failed|error)(?: with)?(?: an?)?(?: HTTP)?[:\s]+(\d{3})\b/i,
  /\b(401) (?:Unauthorized|Unauthorised)\b|\b(403) Forbidden\b|\b(404) Not Found\b|\b(429) Too Many Requests\b/i,
  /\b(500) Internal Server Error\b|\b(502) Bad Gateway\b|\b(503) Service (?:Temporarily )?Unavailable\b|\b(504) Gateway Time-?out\b/i,
];

/** The HTTP status that a text speaks of, 300 to 599; undefined when it speaks of none. */
export function statusIn(text: string): number | undefined {
  for (const pattern of statusWords) {
    const found = pattern
      .exec(text)
      ?.slice(1)
      .find((group) => group !== undefined);
    const status = Number(found);
    if (status >= 300 && status <= 599) return status;
  }
  return undefined;
}

/** What a status that is no success means, and what to do; undefined for one that is. */
export function statusSign(status: number, failure: Case): Diagnosis | undefined {
  const { script, profileFile, again, staged, env, exchange } = failure;
  const said = saidBy(exchange?.body);
  const at = exchange?.url === undefined ? '' : ` at ${exchange.url}`;
  if (status === 401 || status === 403) return signInSign(status, said, failure);
  if (status === 404) {
    return {
      code: 'http_404',
      summary: `The target has nothing${at} (404)${said}.`,
      next: `Mend the path of the URL, and the method, in ${script}.`,
    };
  }
  if (status === 429) {
    const wait = exchange?.headers?.['retry-after'];
    return {
      code: 'http_429',
      summary: `The target was asked too often, or a quota is used up (429)${said}.`,
      next: `${wait === undefined ? 'Wait' : `Wait ${/^\d+$/.test(wait) ? `${wait} s` : `until ${wait}`}`}, then: ${again}.${staged ? '' : ` For runs, lower concurrency in ${profileFile}, or give execute a delay_seconds.`}`,
    };
  }
  if (status >= 500) {
    return {
      code: 'http_5xx',
      summary: `The target itself failed (${status})${said}.`,
      next: `Look into the log of the agent${at}. When it fails at this request alone, compare the body that ${script} sends with what the agent expects.`,
    };
  }
  const wanted = status >= 400 && exchange ? fieldsComplainedAbout(exchange.body) : [];
  if (wanted.length > 0) {
    return {
      code: 'http_4xx',
      summary: `The target refused the request (${status})${said}: ${wanted.join('; ')}.`,
      next: `Send ${wanted.length > 1 ? 'these fields' : 'this field'} as the agent wants, in ${script}; {{goal}} in the material says which one takes the goal.`,
    };
  }
  if (status >= 400) {
    return {
      code: 'http_4xx',
      summary: `The target refused the request (${status})${said}.`,
      next: `Compare method, headers and body in ${script} with what the agent expects${status === 415 ? ': it asks for another content-type' : ''}.`,
    };
  }
  if (status >= 300) return redirectSign(status, exchange?.headers?.location, script, env.length > 0, failure);
  return undefined;
}

function signInSign(status: 401 | 403, said: string, { script, profileFile, again, env }: Case): Diagnosis {
  const names = credentialsOf(env);
  const code = status === 401 ? 'http_401' : 'http_403';
  const summary =
    status === 401
      ? `The target does not accept who is asking (401)${said}.`
      : `The target knows who is asking and does not allow it (403)${said}.`;
  if (names.length === 0) {
    const next = `Send what it asks for from ${script}, such as a header authorization with process.env.AGENT_TOKEN, and declare that variable under env in ${profileFile}.`;
    return { code, summary, next };
  }
  const list = names.join(', ');
  const set = `rook env set ${names[0]}`;
  return status === 401
    ? {
        code,
        summary,
        next: `Check the value of ${list}: it is wrong or has expired. ${set}, then: ${again}.`,
      }
    : {
        code,
        summary,
        next: `Use a value of ${list} with the right to do this (${set}), or mend the address in ${script}.`,
      };
}

function redirectSign(
  status: number,
  location: string | undefined,
  script: string,
  hasEnv: boolean,
  { env, profileFile }: Case,
): Diagnosis {
  const code = 'redirect_to_login';
  const to = location === undefined ? 'elsewhere' : `to ${location}`;
  if (location === undefined || isLoginAddress(location)) {
    const names = credentialsOf(env);
    const next =
      hasEnv && names.length > 0
        ? `Check the value of ${names.join(', ')}: the session it names has ended (rook env set ${names[0]}).`
        : `Sign in first: do it in a prepare hook, or send a cookie or token from ${script} through a variable that env in ${profileFile} declares.`;
    return { code, summary: `The target redirects ${to} (${status}): it wants somebody to sign in.`, next };
  }
  return {
    code,
    summary: `The target redirects ${to} (${status}).`,
    next: `Send the request there: write that URL in ${script}.`,
  };
}

/** Whether an address looks like one where people sign in. */
export function isLoginAddress(address: string): boolean {
  return /log-?in|sign-?in|\bsso\b|\/auth|oauth|\bidp\b|\bsaml|account/i.test(address);
}

/** What the reply says of its failure, in words to be added to a sentence; an empty text when it says nothing. */
function saidBy(body: string | undefined): string {
  const message = body === undefined ? undefined : errorMessage(body);
  return message === undefined ? '' : `, saying ${quoted(message)}`;
}

/** Most fields that are named. */
const mostFields = 5;

/** The fields that a validation error is about, each with what is wrong: FastAPI's `detail[].loc` and `msg`. */
function fieldsComplainedAbout(body: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [];
  }
  const { detail } = asRecord(value) ?? {};
  if (!Array.isArray(detail)) return [];
  return detail.slice(0, mostFields).flatMap((one: unknown) => {
    const { loc, msg, type } = asRecord(one) ?? {};
    if (!Array.isArray(loc) || loc.length === 0) return [];
    const place = loc.filter((part) => typeof part === 'string' || typeof part === 'number').join('.');
    const wrong = firstText(msg, type);
    return [wrong === undefined ? place : `${place}: ${quoted(wrong)}`];
  });
}

/** The message of an error in JSON, in the usual places; undefined when there is none. */
export function errorMessage(body: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  const reply = asRecord(Array.isArray(value) ? value[0] : value);
  if (!reply) return undefined;
  const errors = Array.isArray(reply.errors) ? asRecord(reply.errors[0]) : undefined;
  const detail = Array.isArray(reply.detail) ? asRecord(reply.detail[0])?.msg : reply.detail;
  const { error } = reply;
  return firstText(asRecord(error)?.message, errors?.message, error, detail, reply.message, reply.title);
}
