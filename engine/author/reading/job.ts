import type { Exchange, Job, TextTemplate } from '../draft';
import { leavesOf, nameIn, normalisedName } from './leaves';
import { isOneValue, type Reply } from './reply';

const pendingWords = [
  'queued',
  'pending',
  'running',
  'in_progress',
  'in-progress',
  'inprogress',
  'processing',
  'accepted',
  'created',
  'started',
  'submitted',
  'working',
  'scheduled',
  'waiting',
  'not_started',
  'new',
];
const failedWords = [
  'failed',
  'error',
  'errored',
  'cancelled',
  'canceled',
  'expired',
  'aborted',
  'rejected',
  'timed_out',
];

/**
 * A reply that is a job rather than an answer: 202, or a state that goes on. Undefined when it is none, or says nowhere
 * where to ask.
 */
export function findJob(
  reply: Reply,
  exchange: Pick<Exchange, 'status' | 'headers'>,
  url: TextTemplate,
): Job | undefined {
  const leaves = isOneValue(reply) ? leavesOf(reply.value) : [];
  const state = leaves.find(
    ({ path, value }) =>
      ['status', 'state', 'phase'].includes(normalisedName(nameIn(path))) &&
      typeof value === 'string' &&
      pendingWords.includes(value.toLowerCase()),
  );
  if (exchange.status !== 202 && !state) return undefined;
  const goesOn = state ? { state: { path: state.path, pending: pendingWords, failed: failedWords } } : {};
  if (exchange.headers?.location !== undefined) return { at: { kind: 'location' }, ...goesOn };
  const link = leaves.find(
    ({ path, value }) =>
      typeof value === 'string' &&
      /^(https?:\/\/|\/)\S+$/.test(value) &&
      /(url|uri|href|link|location|self|poll|status|result)$/.test(normalisedName(nameIn(path))),
  );
  if (link) return { at: { kind: 'url', path: link.path }, ...goesOn };
  const id = leaves.find(
    ({ path, value }) =>
      (typeof value === 'string' || typeof value === 'number') &&
      /^(id|jobid|taskid|runid|requestid|operationid|predictionid|job|task)$/.test(normalisedName(nameIn(path))),
  );
  if (!id) return undefined;
  return { at: { kind: 'id', path: id.path, url: [...withoutQuery(url), '/', { taken: 'job' }] }, ...goesOn };
}

/** The path of a URL, to which the id of a job is added. */
function withoutQuery(url: TextTemplate): TextTemplate {
  const at = url.findIndex((part) => typeof part === 'string' && /[?#]/.test(part));
  const kept = at === -1 ? url : [...url.slice(0, at), String(url[at]).replace(/[?#].*$/s, '')];
  const last = kept.at(-1);
  return typeof last === 'string' ? [...kept.slice(0, -1), last.replace(/\/$/, '')] : kept;
}
