import { knownTokensIn } from '../../workspace/literal-secrets/credentials';
import { looksUnguessable } from '../../workspace/literal-secrets/unguessable';
import type { HttpStep, HttpTarget } from '../draft';
import type { DraftOption } from '../material';
import { goalPlaces } from './goal-places';
import { type LiteralHandle, withHandles } from './handles';
import { readable } from './marks';
import { withOpenValues } from './open-values';
import { callOf, type RequestSketch } from './request-sketch';
import { hideSecrets } from './secrets';
import { withSentHeaders } from './sent-headers';
import { splitUrl } from './url-parts';
import type { Variables } from './variables';

/** What goes into the options of a request beside itself. */
export interface HttpContext {
  variables: Variables;
  /** Sentences on what was changed are added. */
  warnings: string[];
  steps?: readonly HttpStep[];
  /** Cookies of the replies are the conversation. */
  cookies?: boolean;
}

/** An option with where its goal is, for a sentence about it. */
export interface HttpOption extends DraftOption {
  place: string;
}

/**
 * The ways in which a request may be sent as a turn, likeliest first: places of the goal, and for a literal handle whether
 * Rook chooses it or the agent's replies do. Literal secrets become variables. Empty when nothing looks like the goal's place.
 */
export function httpOptions(sketch: RequestSketch, context: HttpContext): HttpOption[] {
  const { variables, warnings } = context;
  const safe = hideSecrets(withSentHeaders(sketch, warnings), variables, warnings);
  const places = goalPlaces(safe);
  const options = places.flatMap((place, index) => {
    const make = (literal: LiteralHandle): { option: HttpOption; literals: string[]; notes: string[] } => {
      const { sketch: marked, literals, notes } = withHandles(place.sketch, literal);
      const handled = withOpenValues(marked, variables);
      const fromReply = literal === 'conversation' && literals.length > 0;
      return {
        option: {
          label: `${titleOf(handled)}, goal in ${place.label}${fromReply ? `, ${literals.join(' and ')} from the reply` : ''}`,
          place: place.label,
          score: place.score - (fromReply ? 20 : 0),
          draft: draftOf(callTarget(handled, place, context), variables),
        },
        literals,
        notes: [...place.notes, ...notes],
      };
    };
    const chosen = make('session');
    if (index === 0) warnings.push(...chosen.notes);
    // Of the likeliest place alone: a list of twelve is no choice.
    return index === 0 && chosen.literals.length > 0 ? [chosen.option, make('conversation').option] : [chosen.option];
  });
  return options.sort((a, b) => b.score - a.score);
}

function callTarget(
  sketch: RequestSketch,
  place: ReturnType<typeof goalPlaces>[number],
  context: HttpContext,
): HttpTarget {
  return {
    kind: 'http',
    steps: context.steps ?? [],
    call: callOf(sketch, place.list),
    ...(context.cookies && { cookies: true }),
    ...(sketch.timeoutSeconds !== undefined && { timeoutSeconds: sketch.timeoutSeconds }),
  };
}

/** A draft of a target, with the variables that its slots name. */
export function draftOf(target: DraftOption['draft']['target'], variables: Variables): DraftOption['draft'] {
  return { target, env: variables.referencedIn(target) };
}

/** `POST /v1/chat`. */
export function titleOf(sketch: RequestSketch): string {
  const { path } = splitUrl(sketch.url);
  return `${sketch.method} ${readable(path === '' ? '/' : path)}`;
}

/** `POST https://api.example.com/v1/chat`: the query may be long, and is left out; secret parts of the path are `…`. */
export function addressOf(sketch: RequestSketch): string {
  return `${sketch.method} ${shownUrl(sketch.url)}`;
}

/** A URL in a message: without user, query, and what looks secret in its path. */
export function shownUrl(url: string): string {
  const { scheme, host, path } = splitUrl(url);
  const open = path
    .split('/')
    .map((segment) => (looksUnguessable(segment, 20) || knownTokensIn(segment).length > 0 ? '…' : segment))
    .join('/');
  return readable(`${scheme}${scheme === '' ? '' : '//'}${host}${open}`);
}

/** Whether the first of the options is so far ahead that nobody needs to be asked. */
export function isClear(options: readonly DraftOption[]): boolean {
  const [first, second] = options;
  return first !== undefined && (second === undefined || first.score - second.score >= 12);
}
