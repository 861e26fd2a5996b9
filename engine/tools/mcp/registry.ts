import { join } from 'node:path';
import {
  McpApprovalsFile,
  type McpDecisions,
  type McpDefinition,
  McpFile,
  McpLocalFile,
  type McpOrigin,
  mcpOrigins,
} from '../../../schemas/mcp';
import { ok, type Result } from '../../../schemas/result';
import { type RookHome, readJsonFile } from '../../workspace/home';
import { fingerprintOf, type McpTransport, readDefinition, transportOf } from '../../workspace/mcp/definition';
import { missingVariables } from './variables';

/** How a server stands; only an `approved` one can be started. */
export type McpState = 'approved' | 'needs_approval' | 'changed' | 'disabled' | 'missing_variable' | 'broken';

/** A server as its definition says it, and how it stands. */
export interface McpServer {
  name: string;
  origin: McpOrigin;
  /** The file in which it is defined. */
  file: string;
  state: McpState;
  /** Why it is not approved, and what to do about it. */
  why?: string;
  remedy?: string;
  /** Absent when it is broken. */
  definition?: McpDefinition;
  transport?: McpTransport;
  fingerprint?: string;
  /** Whether a person must approve its exact definition: whoever writes the workspace has written it. */
  approvable: boolean;
  /** Origins that define a server of this name, too, and are hidden by this one. */
  hides: McpOrigin[];
}

export interface McpPlace {
  home: RookHome;
  /** The workspace's root and its `.testmuai/rook`. */
  root: string;
  rookDir: string;
  /** Where the values of `${VAR}` come from. */
  env: NodeJS.ProcessEnv;
}

export const mcpFiles = { local: 'mcp-local.json', user: 'mcp.json', approvals: 'mcp-approvals.json' } as const;
export const noDecisions: McpDecisions = { approved: {}, disabled: [] };

/** The file in which the servers of an origin are written. */
export function fileOfOrigin(origin: McpOrigin, { home, root, rookDir }: McpPlace): string {
  switch (origin) {
    case 'local':
      return home.path(mcpFiles.local);
    case 'project':
      return join(rookDir, 'mcp.json');
    case 'user':
      return home.path(mcpFiles.user);
    case 'discovered':
      return join(root, '.mcp.json');
    default:
      return origin satisfies never;
  }
}

/**
 * All servers of a workspace, by name. Of several with one name the first origin wins: local, project, user,
 * discovered. A file that cannot be read is refused: a server of a weaker origin must not step in for one that is there.
 */
export async function readServers(place: McpPlace): Promise<Result<McpServer[]>> {
  const approvals = await place.home.read(mcpFiles.approvals, McpApprovalsFile);
  if (!approvals.ok) return approvals;
  const decisions = approvals.value?.workspaces[place.root] ?? noDecisions;
  const servers = new Map<string, McpServer>();
  for (const origin of mcpOrigins) {
    const written = await readOrigin(origin, place);
    if (!written.ok) return written;
    for (const [name, value] of Object.entries(written.value)) {
      const winner = servers.get(name);
      if (winner) winner.hides.push(origin);
      else servers.set(name, serverOf(name, value, origin, decisions, place));
    }
  }
  return ok([...servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1)));
}

/** What an origin's file holds, by name, unchecked. */
export async function readOrigin(origin: McpOrigin, place: McpPlace): Promise<Result<Record<string, unknown>>> {
  const file = fileOfOrigin(origin, place);
  if (origin === 'local') {
    const all = await readJsonFile(file, McpLocalFile);
    return all.ok ? ok(entriesOf(all.value?.workspaces[place.root])) : all;
  }
  const read = await readJsonFile(file, McpFile);
  return read.ok ? ok(entriesOf(read.value)) : read;
}

function entriesOf(file: McpFile | undefined): Record<string, unknown> {
  return { ...file?.servers, ...file?.mcpServers };
}

function serverOf(
  name: string,
  value: unknown,
  origin: McpOrigin,
  decisions: McpDecisions,
  place: McpPlace,
): McpServer {
  const approvable = origin === 'project' || origin === 'discovered';
  const base = { name, origin, file: fileOfOrigin(origin, place), approvable, hides: [] };
  const read = readDefinition(name, value);
  if (!read.ok) return { ...base, state: 'broken', why: read.error.message, remedy: read.error.remedy ?? 'Mend it.' };
  const definition = read.value;
  const fingerprint = fingerprintOf(name, definition);
  const server = { ...base, definition, fingerprint, transport: transportOf(definition) };
  if (decisions.disabled.includes(decisionKey(origin, name)))
    return { ...server, state: 'disabled', why: 'it was disabled', remedy: `Enable it: rook mcp enable ${name}.` };
  if (definition.disabled === true)
    return {
      ...server,
      state: 'disabled',
      why: 'its definition says disabled: true',
      remedy: 'Remove disabled there.',
    };
  const approved = decisions.approved[decisionKey(origin, name)]?.fingerprint;
  if (approvable && approved !== fingerprint) {
    const remedy = `Look at it with rook mcp get ${name}, then rook mcp approve ${name} --fingerprint ${fingerprint}.`;
    return approved === undefined
      ? { ...server, state: 'needs_approval', why: 'nobody has approved its definition', remedy }
      : { ...server, state: 'changed', why: 'its definition has changed since it was approved', remedy };
  }
  const missing = missingVariables(definition, place.env);
  if (missing.length === 0) return { ...server, state: 'approved' };
  return {
    ...server,
    state: 'missing_variable',
    why: `${missing.join(', ')} ${missing.length === 1 ? 'has' : 'have'} no value`,
    remedy: `Set ${missing.length === 1 ? 'it' : 'them'} in the environment that Rook is started from.`,
  };
}

/** Under what a decision about a server is kept. */
export function decisionKey(origin: McpOrigin, name: string): string {
  return `${origin}/${name}`;
}
