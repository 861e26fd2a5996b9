import {
  McpApprovalsFile,
  type McpDecisions,
  type McpDefinition,
  McpFile,
  McpLocalFile,
  type McpOrigin,
} from '../../../schemas/mcp';
import { ok, type Result, refuse } from '../../../schemas/result';
import { readDefinition } from '../../workspace/mcp/definition';
import { nearestName } from '../../workspace/nearest-name';
import { messageOf, readTextIfPresent } from '../../workspace/read-text';
import { writeFileAtomically } from '../../workspace/write-file';
import {
  decisionKey,
  fileOfOrigin,
  type McpPlace,
  type McpServer,
  mcpFiles,
  noDecisions,
  readOrigin,
  readServers,
} from './registry';
import { literalSecrets } from './shown-definition';

/** Origins that Rook writes to; a `.mcp.json` belongs to other tools. */
export const writableOrigins = ['local', 'project', 'user'] as const satisfies readonly McpOrigin[];
export type WritableOrigin = (typeof writableOrigins)[number];

/** The server of a name; a refusal names those that exist. */
export async function findServer(name: string, place: McpPlace): Promise<Result<McpServer>> {
  const servers = await readServers(place);
  if (!servers.ok) return servers;
  const found = servers.value.find((one) => one.name === name);
  if (found) return ok(found);
  const names = servers.value.map((one) => one.name);
  const near = nearestName(name, names);
  return refuse(
    `there is no MCP server ${name}${near ? `; did you mean ${near}?` : ''}`,
    names.length > 0 ? `Known are: ${names.join(', ')}.` : 'There are none yet: rook mcp add.',
  );
}

/**
 * Approves a server's definition as it is now.
 * @param fingerprint what the person has looked at: when the definition is another one by now, nothing is approved.
 */
export async function approveServer(name: string, fingerprint: string, place: McpPlace): Promise<Result<McpServer>> {
  const found = await findServer(name, place);
  if (!found.ok) return found;
  const server = found.value;
  if (server.state === 'broken' || server.fingerprint === undefined)
    return refuse(`MCP server ${name} is broken: ${server.why}`, server.remedy, { file: server.file });
  if (server.fingerprint !== fingerprint) {
    return refuse(
      `the fingerprint of MCP server ${name} is ${server.fingerprint}, not ${fingerprint}: nothing was approved`,
      `Look at its definition with rook mcp get ${name}.`,
    );
  }
  const approval = { fingerprint, at: new Date().toISOString() };
  const changed = await changeDecisions(place, (present) => ({
    ...present,
    approved: { ...present.approved, [decisionKey(server.origin, name)]: approval },
  }));
  return changed.ok ? findServer(name, place) : changed;
}

/** Switches a server on or off for this workspace and this user. */
export async function switchServer(name: string, on: boolean, place: McpPlace): Promise<Result<McpServer>> {
  const found = await findServer(name, place);
  if (!found.ok) return found;
  const key = decisionKey(found.value.origin, name);
  const changed = await changeDecisions(place, (present) => {
    const others = present.disabled.filter((one) => one !== key);
    return { ...present, disabled: on ? others : [...others, key] };
  });
  return changed.ok ? findServer(name, place) : changed;
}

export interface NewServer {
  name: string;
  origin: WritableOrigin;
  definition: McpDefinition;
  /** Replace one that is there. */
  force: boolean;
}

/** Writes a server. Nothing secret is written into the workspace (behaviour §1): there, values come from `${VAR}`. */
export async function addServer(
  { name, origin, definition, force }: NewServer,
  place: McpPlace,
): Promise<Result<McpServer>> {
  const read = readDefinition(name, definition);
  if (!read.ok) return refuse(`MCP server ${name}: ${read.error.message}`, read.error.remedy);
  const secrets = origin === 'project' ? literalSecrets(definition) : [];
  if (secrets.length > 0) {
    return refuse(
      `${secrets.join(', ')} would be written into the workspace with ${secrets.length === 1 ? 'its value' : 'their values'}`,
      'Write ${NAME} in place of the value, and set NAME in the environment; or add the server with --scope local.',
    );
  }
  const present = await readOrigin(origin, place);
  if (!present.ok) return present;
  if (Object.hasOwn(present.value, name) && !force) {
    return refuse(`there is an MCP server ${name} already`, 'Replace it with --force, or choose another name.', {
      file: fileOfOrigin(origin, place),
    });
  }
  const written = await changeOrigin(origin, place, (servers) => ({ ...servers, [name]: definition }));
  return written.ok ? findServer(name, place) : written;
}

/** Removes a server from the named origin, or from the one that it comes from. @returns that origin. */
export async function removeServer(
  name: string,
  origin: WritableOrigin | undefined,
  place: McpPlace,
): Promise<Result<WritableOrigin>> {
  const found = await findServer(name, place);
  if (!found.ok) return found;
  const from = origin ?? writableOrigins.find((one) => one === found.value.origin);
  if (from === undefined) {
    return refuse(
      `MCP server ${name} is written in ${found.value.file}, which belongs to other tools`,
      `Remove it there, or switch it off for Rook: rook mcp disable ${name}.`,
    );
  }
  const present = await readOrigin(from, place);
  if (!present.ok) return present;
  if (!Object.hasOwn(present.value, name))
    return refuse(`MCP server ${name} is not of the ${from} scope but ${found.value.origin}`, 'Leave --scope out.');
  const changed = await changeOrigin(from, place, ({ [name]: _removed, ...others }) => others);
  if (!changed.ok) return changed;
  const key = decisionKey(from, name);
  const forgotten = await changeDecisions(place, ({ approved: { [key]: _gone, ...approved }, disabled, ...rest }) => ({
    ...rest,
    approved,
    disabled: disabled.filter((one) => one !== key),
  }));
  return forgotten.ok ? ok(from) : forgotten;
}

type Servers = Record<string, unknown>;

async function changeOrigin(
  origin: WritableOrigin,
  place: McpPlace,
  change: (servers: Servers) => Servers,
): Promise<Result<unknown>> {
  const { home, root } = place;
  switch (origin) {
    case 'local':
      return home.update(mcpFiles.local, McpLocalFile, (present) => ({
        ...present,
        version: 1 as const,
        workspaces: { ...present?.workspaces, [root]: changeFile(present?.workspaces[root], change) },
      }));
    case 'user':
      return home.update(mcpFiles.user, McpFile, (present) => changeFile(present, change));
    case 'project':
      return changeProjectFile(fileOfOrigin('project', place), change);
    default:
      return origin satisfies never;
  }
}

async function changeProjectFile(file: string, change: (servers: Servers) => Servers): Promise<Result<true>> {
  const text = (await readTextIfPresent(file)) ?? '';
  let present: McpFile = {};
  try {
    if (text.trim() !== '') present = McpFile.parse(JSON.parse(text));
  } catch (error) {
    return refuse(`the file is not plain JSON, so it is not written to: ${messageOf(error)}`, 'Edit it by hand.', {
      file,
    });
  }
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  await writeFileAtomically(file, `${JSON.stringify(changeFile(present, change), null, indent)}\n`);
  return ok(true);
}

/** All servers go under `mcpServers`; a root `servers` key is folded into it. */
function changeFile(present: McpFile | undefined, change: (servers: Servers) => Servers): McpFile {
  const { servers, mcpServers, ...rest } = present ?? {};
  if (!servers) return { ...rest, mcpServers: change(mcpServers ?? {}) };
  return { ...rest, mcpServers: change({ ...servers, ...mcpServers }) };
}

async function changeDecisions(
  { home, root }: McpPlace,
  change: (present: McpDecisions) => McpDecisions,
): Promise<Result<unknown>> {
  return home.update(mcpFiles.approvals, McpApprovalsFile, (present) => ({
    ...present,
    version: 1 as const,
    workspaces: { ...present?.workspaces, [root]: change(present?.workspaces[root] ?? noDecisions) },
  }));
}
