import { isSecretName } from '../../workspace/literal-secrets/credentials';
import { goalNameScore, isHandleName } from '../../workspace/literal-secrets/field-names';
import { type KeyPath, withValueAt } from './json-tree';
import { goalMark, hasGoal } from './marks';
import { markGoal } from './placeholders';

/** A place of a GraphQL request that may take the goal, and the body with the goal there. */
export interface GraphqlPlace {
  label: string;
  score: number;
  body: unknown;
}

/** Whether a JSON body is a GraphQL request; then its `query` is no text of a user. */
export function graphqlQuery(body: unknown): string | undefined {
  if (body === null || typeof body !== 'object' || !('query' in body) || typeof body.query !== 'string')
    return undefined;
  return /^\s*(#[^\n]*\n\s*)*((query|mutation|subscription|fragment)\b[^{]*)?\{(?!\{)\s*[\w.#]/.test(body.query)
    ? body.query
    : undefined;
}

const argument = /([A-Za-z_]\w*)\s*:\s*("""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*")/g;
const declared = /\$([A-Za-z_]\w*)\s*:\s*(\[?\w+)/g;

/**
 * Places beside those in `variables`: texts in the query itself, and declared variables that have no value yet. A text is
 * moved into a variable, so that quotes and line ends of a goal need no escaping in the query.
 */
export function graphqlPlaces(body: unknown, query: string): GraphqlPlace[] {
  const places: GraphqlPlace[] = [];
  for (const match of query.matchAll(argument)) {
    const [whole, name = '', literal = ''] = match;
    const score = hasGoal(markGoal(literal)) ? 1000 : goalNameScore(name);
    if (score === 0) continue;
    const variable = query.includes('$goal') ? 'rookGoal' : 'goal';
    const start = match.index + whole.length - literal.length;
    const moved = `${query.slice(0, start)}$${variable}${query.slice(start + literal.length)}`;
    places.push({
      label: `the query's argument ${name}, as the variable $${variable}`,
      score,
      body: put(withValueAt(body, ['query'], withDefinition(moved, variable)), ['variables', variable]),
    });
  }
  const given = Object.keys((body !== null && typeof body === 'object' && Reflect.get(body, 'variables')) || {});
  for (const [, name = '', type = ''] of query.matchAll(declared)) {
    if (given.includes(name) || !/^(String|ID)$/.test(type)) continue;
    const score = goalNameScore(name);
    if (score > 0) places.push({ label: `body.variables.${name}`, score, body: put(body, ['variables', name]) });
  }
  return places;
}

/** The one declared variable of the query that is a text and no id of a conversation or credential, whatever it is called. */
export function onlyTextVariable(body: unknown, query: string): GraphqlPlace | undefined {
  const names = [...query.matchAll(declared)]
    .filter(([, name = '', type = '']) => type === 'String' && !isHandleName(name) && !isSecretName(name))
    .map(([, name = '']) => name);
  const [name] = new Set(names);
  if (name === undefined || new Set(names).size > 1) return undefined;
  return { label: `body.variables.${name}`, score: 60, body: put(body, ['variables', name]) };
}

/** The body with the goal among the variables, which may be missing or null. */
function put(body: unknown, path: KeyPath): unknown {
  const variables = body !== null && typeof body === 'object' ? (Reflect.get(body, 'variables') ?? {}) : {};
  return withValueAt(withValueAt(body, ['variables'], variables), path, goalMark);
}

/** The query whose first operation declares one more variable. */
function withDefinition(query: string, variable: string): string {
  const definition = `$${variable}: String!`;
  const [head = '', before = '', kind, name = '', list] =
    /^((?:\s|#[^\n]*\n)*)(query|mutation|subscription)?(\s+\w+)?\s*(\([^)]*\))?/.exec(query) ?? [];
  const rest = query.slice(head.length).trimStart();
  if (list !== undefined) return `${before}${kind}${name}${list.slice(0, -1)}, ${definition}) ${rest}`;
  return `${before}${kind ?? 'query'}${name} (${definition}) ${rest}`;
}
