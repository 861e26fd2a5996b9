import { asRecord } from '../../engine/workspace/plain-value';

/** A client's message that says which variables have a value in its secret storage: `{workspaces: {<root>: [<name>…]}}`. */
export const valuesMessage = 'rook/values';

/** Reads that message; what is not of its form counts as nothing. Values themselves are never sent. */
export function readValues(params: unknown): (workspaceRoot: string) => readonly string[] {
  const workspaces = asRecord(asRecord(params)?.workspaces) ?? {};
  return (root) => {
    const names: unknown = Object.hasOwn(workspaces, root) ? workspaces[root] : undefined;
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  };
}
