import { envMark } from './marks';
import type { RequestSketch } from './request-sketch';
import { splitUrl } from './url-parts';

/** A request with a body that may be what the address expects, and how much less likely than the likeliest it is. */
export interface GuessedBody {
  sketch: RequestSketch;
  penalty: number;
}

const names = ['message', 'prompt', 'query', 'input', 'question'];

/**
 * Bodies for an address of which nothing else is known: chat completions when its path ends so; else one text in a JSON
 * field, by the usual names. None of them is sure.
 */
export function withMessage(sketch: RequestSketch): GuessedBody[] {
  const { path } = splitUrl(sketch.url);
  const post = (value: unknown, penalty: number): GuessedBody => ({
    sketch: { ...sketch, method: 'POST', body: { kind: 'json', value } },
    penalty,
  });
  const field = (name: string, penalty: number): GuessedBody => post({ [name]: '{{goal}}' }, 900 + penalty);
  const messages = [{ role: 'user', content: '{{goal}}' }];
  if (/\/chat\/completions\/?$/.test(path)) return [post({ model: envMark('AGENT_MODEL'), messages }, 900)];
  if (/\/v1\/messages\/?$/.test(path))
    return [post({ model: envMark('AGENT_MODEL'), max_tokens: 1024, messages }, 900)];
  const graphql = /\/graphql\/?$/.test(path) ? 30 : 0;
  const likely = names.find((name) => path.split(/[/_-]/).includes(name));
  return [...names]
    .sort((a, b) => Number(b === likely) - Number(a === likely))
    .map((name, index) => field(name, graphql + index * 5));
}
