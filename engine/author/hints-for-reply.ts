import type { Exchange, Target } from './draft';
import { formatPath, valuesAt } from './reading/path';
import { type Reply, readReply } from './reading/reply';
import { findUsage } from './reading/usage';
import type { ReadingHints } from './refine-draft';

/**
 * Of the places that a person has named, those that a reply can be read with, and a sentence for each of the others: a
 * handle that stands nowhere would only make the second turn fail, and counts and calls would be missed in silence.
 */
export function hintsFor(
  exchange: Exchange,
  kind: Target['kind'],
  hints: ReadingHints,
): { hints: ReadingHints; warnings: string[] } {
  const { conversation, usage, calls } = hints;
  if (!conversation && !usage && !calls) return { hints, warnings: [] };
  const reply = readReply(exchange, kind);
  const usable = { ...hints };
  const warnings: string[] = [];
  if (conversation && !found(reply, conversation).some(isHandle)) {
    delete usable.conversation;
    warnings.push(
      `--conversation ${formatPath(conversation)} leads to no text and no number in the reply: it is left out`,
    );
  }
  if (usage && found(reply, usage).length === 0) {
    delete usable.usage;
    warnings.push(`--usage ${formatPath(usage)} leads nowhere in the reply: it is left out`);
  } else if (usage && !findUsage(reply)) {
    warnings.push(`--usage ${formatPath(usage)} holds no two token counts: no usage is read`);
  }
  // An agent that had no reason to call a tool may leave the list out: it is kept, and said.
  if (calls && !found(reply, calls).some(Array.isArray))
    warnings.push(
      `--calls ${formatPath(calls)} led to no list in the reply: whether calls are read there was not shown`,
    );
  return { hints: usable, warnings };
}

function isHandle(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** What stands at a path; of an event in its data, which a path may leave out. */
function found({ format, value }: Reply, path: NonNullable<ReadingHints['answer']>): unknown[] {
  if (format === 'json' || format === 'text') return valuesAt(value, path);
  const events: readonly unknown[] = Array.isArray(value) ? value : [];
  return events.flatMap((event) => [...valuesAt(event, path), ...valuesAt(event, ['data', ...path])]);
}
