import { createHash } from 'node:crypto';
import { HttpServer, type McpDefinition, StdioServer } from '../../../schemas/mcp';
import { ok, type Result, refuse } from '../../../schemas/result';
import { checkShape } from '../check-shape';
import { asRecord } from '../plain-value';

export type McpTransport = 'stdio' | 'http';

/**
 * Names stand before a dot in rules, `mcp_call(server.tool)`: with a dot or a star in them a rule could mean something
 * else than it says.
 */
export const serverNamePattern = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Reads one entry of an mcp.json; a refusal says what is wrong with it. */
export function readDefinition(name: string, value: unknown): Result<McpDefinition> {
  if (!serverNamePattern.test(name)) {
    return refuse(
      `${JSON.stringify(name)} is no name for a server`,
      'Names begin with a letter or digit and hold letters, digits, - and _.',
    );
  }
  const fields = asRecord(value);
  if (!fields) return refuse('it must be a mapping', 'Give it command and args, or url.');
  const kind = fields.type ?? fields.transport;
  if ('command' in fields && 'url' in fields) {
    return refuse('it has both command and url', 'Keep command for a server that Rook starts, url for one over HTTP.');
  }
  if (!('command' in fields) && !('url' in fields)) {
    return refuse('it has neither command nor url', 'Give it command and args, or url.');
  }
  if (kind === 'sse') return refuse('type sse is not supported', 'Use the streamable HTTP address of the server.');
  const shape = 'url' in fields ? checkShape(HttpServer, fields) : checkShape(StdioServer, fields);
  const [problem] = shape.problems;
  if (problem || !shape.value) return refuse(problem?.message ?? 'it cannot be read', problem?.remedy);
  // What a variable at the beginning holds is not known here.
  if ('url' in shape.value && !/^(?:https?:\/\/|\$\{)/i.test(String(shape.value.url)))
    return refuse('its url is no address of HTTP', 'Begin it with http:// or https://.');
  return ok(shape.value);
}

/** How a server is reached. */
export function transportOf(definition: McpDefinition): McpTransport {
  return 'url' in definition ? 'http' : 'stdio';
}

/**
 * What an approval is bound to: the exact definition under its name, `${VAR}` unexpanded. The order of keys does not
 * count; everything else does.
 */
export function fingerprintOf(name: string, definition: McpDefinition): string {
  return `sha256:${createHash('sha256').update(canonical({ name, definition })).digest('hex')}`;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const record = asRecord(value);
  if (!record) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(record).filter(([, item]) => item !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`;
}
