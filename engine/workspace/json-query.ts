import { JSONPathEnvironment, type JSONValue } from 'json-p3';

/** The one place that knows the library for JSONPath (RFC 9535). Filters, functions and descendants are the standard's. */
const environment = new JSONPathEnvironment({ maxRecursionDepth: 1000 });

/** Throws, with the reason, when the text is no well-formed and valid path. */
export function compilePath(path: string): void {
  environment.compile(path);
}

/** The values at a path that compiles, in their order. It may never end: a filter's match() takes any pattern. */
export function queryPath(path: string, value: unknown): unknown[] {
  // Callers pass what JSON.parse returned.
  return environment.query(path, value as JSONValue).values();
}
