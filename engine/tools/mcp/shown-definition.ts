import type { McpDefinition } from '../../../schemas/mcp';
import { asRecord } from '../../workspace/plain-value';

const hidden = '«hidden»';
/** Names of variables and headers whose values are secret. */
const secretName = /key|token|secret|passw|auth|credential|cookie|session|private|signature/i;
/** Values that are secret whatever they are called: known prefixes, and JSON Web Tokens. */
const secretValue =
  /^(Bearer |Basic )|\b(sk-|ghp_|gho_|github_pat_|xox[abpr]-|AKIA|AIza|glpat-)[A-Za-z0-9_-]{8,}|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\./;
const secretValues =
  /^(?:Bearer|Basic) +\S+|\b(?:sk-|ghp_|gho_|github_pat_|xox[abpr]-|AKIA|AIza|glpat-)[A-Za-z0-9_-]{8,}|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g;
const onlyReferences = /^((Bearer|Basic) +)?(\$\{[A-Za-z_][A-Za-z0-9_]*(:-)?\})+$/;

/**
 * A definition for the eyes of whoever is to approve it: everything that it says, `${VAR}` unexpanded, and literal secrets
 * hidden.
 */
export function shownDefinition(definition: McpDefinition): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...definition };
  for (const key of ['env', 'headers'] as const) {
    const map = asRecord(shown[key]);
    if (map) shown[key] = Object.fromEntries(Object.entries(map).map(([name, text]) => [name, hideText(name, text)]));
  }
  if (Array.isArray(shown.args)) shown.args = hideArguments(shown.args.map(String));
  if (typeof shown.url === 'string') shown.url = hideInUrl(shown.url);
  return shown;
}

/** Names of variables and headers that hold a secret as it is, in place of a reference. */
export function literalSecrets(definition: McpDefinition): string[] {
  const maps = [asRecord(definition.env), asRecord(definition.headers)];
  const named = maps.flatMap((map) =>
    Object.entries(map ?? {}).flatMap(([name, text]) => (isSecret(name, String(text)) ? [name] : [])),
  );
  const args = Array.isArray(definition.args) ? definition.args.map(String) : [];
  const inArgs = hideArguments(args).some((text, index) => text !== args[index]) ? ['an argument'] : [];
  const url = typeof definition.url === 'string' && hideInUrl(definition.url) !== definition.url ? ['the url'] : [];
  return [...named, ...inArgs, ...url];
}

function hideText(name: string, text: unknown): unknown {
  return isSecret(name, String(text)) ? masked(name, String(text)) : text;
}

/**
 * A text without its secret. Only what looks like one is hidden, unless the name says that all of it is: whoever approves a
 * definition must see the rest, which may be code.
 */
function masked(name: string, text: string): string {
  return secretName.test(name) ? hidden : text.replace(secretValues, hidden);
}

function isSecret(name: string, text: string): boolean {
  if (text === '' || onlyReferences.test(text)) return false;
  return secretName.test(name) || secretValue.test(text);
}

/** `--token=x`, `--token x`, and values that look like a secret. */
function hideArguments(args: string[]): string[] {
  return args.map((text, index) => {
    const [, flag = '', value] = /^(--?[\w-]+)=(.*)$/s.exec(text) ?? [];
    if (value !== undefined && isSecret(flag, value)) return `${flag}=${masked(flag, value)}`;
    const before = args[index - 1] ?? '';
    const named = /^--?[\w-]+$/.test(before) && !text.startsWith('-') ? before : '';
    return isSecret(named, text) ? masked(named, text) : text;
  });
}

/** User information and secret parameters of an address. It may hold `${VAR}`, so it is not parsed as one. */
function hideInUrl(url: string): string {
  return url
    .replace(/^(\w+:\/\/)([^/@\s]+)@/, (all, scheme: string, user: string) =>
      user.split(':').every((part) => onlyReferences.test(part)) ? all : `${scheme}${hidden}@`,
    )
    .replace(/([?&])([^=&#]+)=([^&#]*)/g, (all, sign: string, name: string, value: string) =>
      isSecret(name, value) ? `${sign}${name}=${hidden}` : all,
    );
}
