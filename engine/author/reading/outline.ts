import { asRecord } from '../../workspace/plain-value';
import { leavesOf, nameIn } from './leaves';
import { formatPath } from './path';
import { isOneValue, type Reply } from './reply';

/** A failure that a reply says itself, although its status is good: no field of it is an answer. */
export function failureIn(reply: Reply): string | undefined {
  if (!isOneValue(reply)) return Array.isArray(reply.value) ? failedEvent(reply.value as unknown[]) : undefined;
  const record = asRecord(reply.value);
  const state = typeof record?.status === 'string' ? record.status.toLowerCase() : '';
  const failed =
    ['error', 'failed', 'failure', 'fail'].includes(state) || record?.success === false || record?.ok === false;
  return failed ? (errorIn(reply) ?? saidIn(record)) : undefined;
}

/** What an event says that ends a stream with an error. */
function failedEvent(events: readonly unknown[]): string | undefined {
  for (const event of events) {
    const data = asRecord(asRecord(event)?.data) ?? asRecord(event);
    const kinds = [asRecord(event)?.event, data?.type, data?.event].map((kind) => String(kind ?? '').toLowerCase());
    const isError = kinds.includes('error') || isSaid(data?.error);
    if (isError) return messageOf(isSaid(data?.error) ? data?.error : (data ?? asRecord(event)?.data ?? event));
  }
  return undefined;
}

/** An error that came with a good status: GraphQL's `errors`, an `error` that says something. */
export function errorIn(reply: Reply): string | undefined {
  if (!isOneValue(reply)) return undefined;
  const record = asRecord(reply.value);
  const error =
    record?.error ?? (Array.isArray(record?.errors) && record.errors.length > 0 ? record.errors : undefined);
  return isSaid(error) ? messageOf(error) : undefined;
}

function isSaid(error: unknown): boolean {
  return error !== undefined && error !== null && error !== false && error !== '';
}

function messageOf(error: unknown): string {
  const messages =
    typeof error === 'string'
      ? [error]
      : leavesOf(error)
          .filter(({ path }) => nameIn(path) === 'message')
          .map(({ value }) => String(value));
  return messages.length > 0 ? messages.join('; ') : JSON.stringify(error).slice(0, 300);
}

function saidIn(record: Record<string, unknown> | undefined): string {
  const said = ['message', 'msg', 'detail', 'reason', 'description', 'response', 'answer', 'text'].map(
    (name) => record?.[name],
  );
  return String(said.find((text) => typeof text === 'string' && text !== '') ?? JSON.stringify(record).slice(0, 300));
}

/** What a reply holds, for people: its paths with the beginning of each value. */
export function outline(reply: Reply, most = 12): string[] {
  const root = isOneValue(reply) ? reply.value : Array.isArray(reply.value) ? reply.value.at(-1) : reply.value;
  if (typeof root === 'string') return [JSON.stringify(root.slice(0, 200))];
  return leavesOf(root)
    .slice(0, most)
    .map(({ path, value }) => `${formatPath(path)}: ${JSON.stringify(value).slice(0, 80)}`);
}
