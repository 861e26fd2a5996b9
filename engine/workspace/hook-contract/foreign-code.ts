import { builtinModules } from 'node:module';

const builtin = new Set(builtinModules);

/** Packages that are known to leave standard input and standard output of their caller alone. */
const quiet = new Set(
  [
    [
      'axios',
      'undici',
      'node-fetch',
      'got',
      'ky',
      'superagent',
      'cross-fetch',
      'form-data',
      'eventsource',
      'eventsource-parser',
    ],
    ['ws', 'openai', '@anthropic-ai/sdk', '@google/generative-ai', '@google/genai', 'langsmith', 'socket.io-client'],
    [
      '@modelcontextprotocol/sdk',
      '@modelcontextprotocol/client',
      'zod',
      'yaml',
      'js-yaml',
      'uuid',
      'nanoid',
      'lodash',
      'jsonpath-plus',
    ],
    ['strip-ansi', 'p-retry', 'p-limit', 'jsonwebtoken', 'pg', 'better-sqlite3', 'bun', 'deno'],
  ].flat(),
);

/**
 * Whether code that is not in the script runs when something of this path is used, which may read standard input or write
 * to standard output unseen: files beside the script, and packages that are not known.
 * @param path see meaningOf; that of a global is not foreign.
 */
export function isForeign(source: string): boolean {
  const name = source.replace(/^node:/, '');
  if (builtin.has(name) || builtin.has(name.split('/')[0] ?? '')) return false;
  const parts = name.split('/');
  const packageName = name.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
  return !quiet.has(packageName);
}
