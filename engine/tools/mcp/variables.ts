import type { McpDefinition } from '../../../schemas/mcp';

/** `${VAR}`, or `${VAR:-what to take when it has no value}`. */
const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** A definition with its references replaced; it exists only while a server is started, and is never shown. */
export interface ExpandedServer {
  command?: string[];
  env?: Record<string, string>;
  url?: string;
  headers?: Record<string, string>;
  /** Name → value of every variable that was put in: to be masked in whatever is shown. */
  secrets: Record<string, string>;
}

/** The variables that a definition refers to, each once; optional is one that has a fallback wherever it stands. */
export function variablesOf(definition: McpDefinition): { variable: string; optional: boolean }[] {
  const found = new Map<string, boolean>();
  for (const text of textsOf(definition)) {
    for (const [, name = '', fallback] of text.matchAll(reference))
      found.set(name, (found.get(name) ?? true) && fallback !== undefined);
  }
  return [...found].map(([variable, optional]) => ({ variable, optional }));
}

/** The variables that a definition refers to and that have no value; an empty one counts as none. */
export function missingVariables(definition: McpDefinition, env: NodeJS.ProcessEnv): string[] {
  const names = textsOf(definition).flatMap((text) =>
    [...text.matchAll(reference)].flatMap(([, name = '', fallback]) =>
      env[name] || fallback !== undefined ? [] : [name],
    ),
  );
  return [...new Set(names)];
}

/** Puts the values in. Variables without a value must have been refused before. */
export function expandServer(definition: McpDefinition, env: NodeJS.ProcessEnv): ExpandedServer {
  const secrets: Record<string, string> = {};
  const expand = (text: string): string =>
    text.replace(reference, (_, name: string, fallback?: string) => {
      const value = env[name];
      if (!value) return fallback ?? '';
      secrets[name] = value;
      return value;
    });
  const expandAll = (map: unknown): Record<string, string> =>
    Object.fromEntries(textEntries(map).map(([name, text]) => [name, expand(text)]));
  if ('url' in definition) {
    return { url: expand(String(definition.url)), headers: expandAll(definition.headers), secrets };
  }
  const command = [String(definition.command), ...argumentsOf(definition)].map(expand);
  return { command, env: expandAll(definition.env), secrets };
}

/** The arguments of a server that Rook starts, as written. */
export function argumentsOf(definition: McpDefinition): string[] {
  const args: unknown = 'args' in definition ? definition.args : undefined;
  return Array.isArray(args) ? args.map(String) : [];
}

function textsOf(definition: McpDefinition): string[] {
  const values = (map: unknown): string[] => textEntries(map).map(([, text]) => text);
  if ('url' in definition) return [String(definition.url), ...values(definition.headers)];
  return [String(definition.command), ...argumentsOf(definition), ...values(definition.env)];
}

function textEntries(map: unknown): [string, string][] {
  if (map === null || typeof map !== 'object') return [];
  return Object.entries(map).map(([name, text]) => [name, String(text)]);
}
