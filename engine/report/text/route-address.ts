import { PanelRoute } from '../../../schemas/panel';

/**
 * A place in the panel as a link names it: `run/<id>`, `run/<id>/<scenario>?attempt=2`, `compare?base=…&head=…&scenario=…`,
 * `trends?scenario=…`. Every part is escaped, so it stands in a fragment or in a parameter as it is.
 */
export function addressOf(route: PanelRoute): string {
  switch (route.view) {
    case 'run':
      return `run/${escaped(route.runId)}`;
    case 'scenario':
      return withQuery(`run/${escaped(route.runId)}/${escaped(route.scenarioId)}`, { attempt: route.attempt });
    case 'compare':
      return withQuery('compare', { base: route.base, head: route.head, scenario: route.scenarioId });
    case 'trends':
      return withQuery('trends', { scenario: route.scenarioId });
    default:
      return route satisfies never;
  }
}

/** The place that an address names; undefined when it names none. What it leads to need not be there. */
export function routeOfAddress(address: string): PanelRoute | undefined {
  const cut = address.indexOf('?');
  const path = cut < 0 ? address : address.slice(0, cut);
  const query = new URLSearchParams(cut < 0 ? '' : address.slice(cut + 1));
  const parts = path.split('/').map(unescaped);
  const read = PanelRoute.safeParse(named(parts, (name) => query.get(name) ?? undefined));
  return read.success ? read.data : undefined;
}

/** What the parts seem to name; the schema says whether it is a place. */
function named(parts: (string | undefined)[], given: (name: string) => string | undefined): unknown {
  const [view, runId, scenarioId] = parts;
  const scenario = given('scenario');
  if (view === 'run' && parts.length === 2) return { view, runId };
  if (view === 'run' && parts.length === 3) {
    const attempt = given('attempt');
    return { view: 'scenario', runId, scenarioId, ...(attempt !== undefined && { attempt: Number(attempt) }) };
  }
  if (parts.length > 1) return undefined;
  if (view === 'trends') return { view, ...(scenario !== undefined && { scenarioId: scenario }) };
  if (view === 'compare') {
    const [base, head] = [given('base'), given('head')];
    return {
      view,
      ...(base !== undefined && { base }),
      ...(head !== undefined && { head }),
      ...(scenario !== undefined && { scenarioId: scenario }),
    };
  }
  return undefined;
}

function withQuery(path: string, values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escaped(String(value))}`],
  );
  return given.length > 0 ? `${path}?${given.join('&')}` : path;
}

/** Half of a pair cannot be written in a link, and stands in no file name either. */
function escaped(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // not an address of ours
  }
}
