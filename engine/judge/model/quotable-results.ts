import type { ToolStep } from './judge-working';

/** How the text of a tool begins when the call was refused. */
export const refusedStart = 'The call was refused: ';

/** How the text of a tool begins when there is no result: the call was refused, or failed. */
export const noResultStarts = [refusedStart, 'The tool answered with an error: ', 'the tool failed: '] as const;

/** Arguments up to this length and without a blank are names and ids: a result that repeats them may be quoted. */
const longestName = 40;

/**
 * What a judge may quote of a tool's answer, as texts that each must hold a quotation alone. Not a refusal, and not
 * what the judge itself has put into the call: a tool that repeats its arguments would say whatever it is told to say.
 */
export function quotableResults({ arguments: args, result }: ToolStep): string[] {
  if (noResultStarts.some((start) => result.startsWith(start))) return [];
  let pieces = [result];
  for (const words of textsIn(args).filter((text) => text.length > longestName || /\s/.test(text.trim())))
    for (const written of new Set([words, JSON.stringify(words).slice(1, -1)]))
      pieces = pieces.flatMap((piece) => piece.split(written));
  return pieces.filter((piece) => piece.trim() !== '');
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => [...textsIn(key), ...textsIn(item)]);
}
