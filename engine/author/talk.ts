import type { Draft, Exchange } from './draft';
import { textAt } from './reading/rank-answers';
import { readReply } from './reading/reply';
import type { Trial } from './trial';

/**
 * Why the second turn of a trial was none of the same conversation; undefined when it was, as far as one can see, and when
 * the first turn already failed, which says nothing about conversations.
 */
export function brokenTalk(draft: Draft, trial: Trial): string | undefined {
  const turns = trial.phases.filter(({ phase }) => phase === 'execute');
  if (trial.ok) return otherConversation(draft, trial);
  if (turns.length > 1) return 'a second turn was refused';
  return turns[0]?.ok ? 'the first turn brought no handle of the conversation' : undefined;
}

function otherConversation(draft: Draft, { exchanges = [] }: Trial): string | undefined {
  const from = draft.reading?.conversation;
  if (typeof from !== 'object' || exchanges.length < 2) return undefined;
  if (JSON.stringify(draft.target).includes('"previous_response_id"')) return undefined; // another one for each turn
  const [first, second] = exchanges.map((exchange) =>
    'header' in from ? exchange.headers?.[from.header.toLowerCase()] : textOrNumber(exchange, from.path, draft),
  );
  return first !== undefined && second !== undefined && first !== second
    ? 'the agent began another conversation for the second turn'
    : undefined;
}

function textOrNumber(exchange: Exchange, path: readonly unknown[], draft: Draft): string | undefined {
  const from = draft.reading?.conversation;
  if (typeof from !== 'object' || 'header' in from || path.length === 0) return undefined;
  return textAt(readReply(exchange, draft.target.kind), from) || undefined;
}
