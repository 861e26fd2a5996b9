import { asRecord } from '../../workspace/plain-value';
import type { Exchange } from '../draft';
import { type Case, type Diagnosis, quoted } from './case';
import { errorMessage, isLoginAddress } from './http-signs';

/** Words by which a job says that it goes on. */
const pendingWords =
  /^(?:queued|pending|running|processing|in[_ -]?progress|accepted|submitted|created|started|working|scheduled|waiting)$/i;
const jobIds = [
  'job_id',
  'jobId',
  'task_id',
  'taskId',
  'run_id',
  'runId',
  'request_id',
  'operation_id',
  'operation',
  'id',
];
const stateNames = ['status', 'state', 'phase', 'run_status'];

/** Most fields of a reply that are named. */
const mostFields = 8;

/**
 * A reply that came with success, and is not an answer: a page to sign in, a page at all, a job, an error, other fields,
 * nothing. @param missing what the script looked for and did not find, when that is known.
 */
export function replySign(failure: Case, missing?: string): Diagnosis | undefined {
  const { exchange, script } = failure;
  if (!exchange) return undefined;
  const page = pageSign(exchange, failure);
  if (page) return page;
  const job = jobSign(exchange, script);
  if (job) return job;
  const body = exchange.body.trim();
  if (body === '') {
    return {
      code: 'empty_answer',
      summary: `The target answered with nothing${exchange.status === undefined ? '' : ` (${exchange.status})`}.`,
      next: `Compare the request in ${script} with one that works: the agent may expect other fields, or answer elsewhere.`,
    };
  }
  const value = parsed(body);
  if (value === undefined) return undefined;
  const message = errorMessage(body);
  const hasError = 'error' in (asRecord(value) ?? {}) || 'errors' in (asRecord(value) ?? {});
  if (message !== undefined && hasError) {
    return {
      code: 'error_reply',
      summary: `The reply is an error of the agent: ${quoted(message)}.`,
      next: `Mend what it complains about in the request that ${script} sends.`,
    };
  }
  const fields = textFields(value);
  if (fields.length === 0) {
    return {
      code: 'empty_answer',
      summary: 'The reply has no text in it that could be an answer.',
      next: `Compare the request in ${script} with one that works, or ask for more than a greeting: --goal "…".`,
    };
  }
  const list = fields.slice(0, mostFields).join(', ') + (fields.length > mostFields ? ', …' : '');
  return {
    code: 'wrong_field',
    summary: `The answer was looked for${missing ? ` in ${missing}` : ''} where the reply has none; it has ${list}.`,
    next: `Read the answer from the field that holds it, in ${script}${failure.byHand ? '' : `; or: rook profile fix ${failure.profileId} --what "${fields[0]}"`}.`,
  };
}

/** A web page instead of data, which browsers show and agents do not send. */
export function pageSign(exchange: Exchange, { script, profileFile }: Case): Diagnosis | undefined {
  const type = exchange.headers?.['content-type'] ?? '';
  const isPage =
    /^\s*(?:<!doctype html|<html[\s>])/i.test(exchange.body) ||
    (/text\/html/i.test(type) && /<\w+/.test(exchange.body));
  if (!isPage) return undefined;
  const title = /<title[^>]*>([^<]*)</i.exec(exchange.body)?.[1]?.trim();
  const named = title ? ` ${quoted(title)}` : '';
  if (
    /<input[^>]+type\s*=\s*["']?password/i.test(exchange.body) ||
    (exchange.url !== undefined && isLoginAddress(exchange.url))
  ) {
    return {
      code: 'redirect_to_login',
      summary: `The target answered with a page${named} where people sign in.`,
      next: `Sign in first: do it in a prepare hook, or send a cookie or token from ${script} through a variable that env in ${profileFile} declares.`,
    };
  }
  return {
    code: 'html_instead_of_json',
    summary: `The target answered with a web page${named}, not with data.`,
    next: `Use the URL of the agent's API in ${script}, not that of its site; an accept: application/json header may help, too.`,
  };
}

/** A reply that says that the work has begun. */
export function jobSign(exchange: Exchange, script: string): Diagnosis | undefined {
  const reply = asRecord(parsed(exchange.body));
  const name = jobIds.find((key) => typeof reply?.[key] === 'string' || typeof reply?.[key] === 'number');
  const state = stateNames
    .map((key) => reply?.[key])
    .find((word) => typeof word === 'string' && pendingWords.test(word));
  const accepted = exchange.status === 202;
  if (!accepted && (name === undefined || state === undefined)) return undefined;
  if (exchange.first) {
    return {
      code: 'job_instead_of_answer',
      summary: `The job had not ended when the script gave up asking${state === undefined ? '' : ` (${String(state)})`}.`,
      next: `Raise the time that ${script} waits for it, and timeout_seconds of execute with it.`,
    };
  }
  const location = exchange.headers?.location;
  const where = location ? ` at ${location}` : name ? ` with ${name}` : '';
  return {
    code: 'job_instead_of_answer',
    summary: `The reply is no answer but a job that has begun${state === undefined ? '' : ` (${String(state)})`}: the answer comes later.`,
    next: `Have ${script} ask for the job${where} until it has ended, and take the answer from there.`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // text, events or lines
  }
}

/** Paths of the texts in a JSON value that are not blank, the longest texts first: an answer seldom is a short one. */
export function textFields(value: unknown): string[] {
  const found: { path: string; length: number }[] = [];
  const walk = (item: unknown, path: string, depth: number): void => {
    if (found.length >= 200 || depth > 12) return;
    if (typeof item === 'string' && item.trim() !== '')
      found.push({ path: path || 'the whole reply', length: item.length });
    else if (Array.isArray(item))
      for (const [index, each] of item.slice(0, 5).entries()) walk(each, `${path}[${index}]`, depth + 1);
    else
      for (const [key, each] of Object.entries(asRecord(item) ?? {}))
        walk(each, path === '' ? key : `${path}.${key}`, depth + 1);
  };
  walk(value, '', 0);
  return found.sort((a, b) => b.length - a.length).map(({ path }) => path);
}
