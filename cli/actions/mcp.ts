import { type McpPlace, type McpServer, readServers } from '../../engine/tools/mcp/registry';
import {
  addServer,
  approveServer,
  findServer,
  removeServer,
  switchServer,
  type WritableOrigin,
  writableOrigins,
} from '../../engine/tools/mcp/registry-changes';
import { shownDefinition } from '../../engine/tools/mcp/shown-definition';
import { unattendedReason } from '../../engine/tools/permission/headless';
import { RookHome } from '../../engine/workspace/home';
import { transportOf } from '../../engine/workspace/mcp/definition';
import type { McpDefinition } from '../../schemas/mcp';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import type { AddServerFlags } from '../commands/mcp';
import { confirm } from '../confirm';
import { locateWorkspace } from '../locate';
import { columns } from '../terminal/columns';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine, visibleLines } from '../terminal/visible-text';

/** `rook mcp list`. */
export async function listServers(globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await placeOf(globals);
  if (!place.ok) return place;
  const servers = await readServers(place.value);
  if (!servers.ok) return servers;
  return ok({
    document: { servers: servers.value.map(listed) },
    text: () =>
      servers.value.length === 0
        ? 'There are no MCP servers: none in .testmuai/rook/mcp.json, .mcp.json or your own files. Add one with rook mcp add.\n'
        : columns(
            servers.value.map((server) => [server.name, server.origin, stateWords(server), targetOf(server)]),
            { indent: '' },
          ) + hints(servers.value),
  });
}

/** `rook mcp get <name>`. */
export async function getServer(name: string, globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await placeOf(globals);
  if (!place.ok) return place;
  const server = await findServer(name, place.value);
  return server.ok
    ? ok({ document: { server: described(server.value) }, text: () => serverText(server.value) })
    : server;
}

/** `rook mcp add <name> …`. */
export async function addNewServer(
  name: string,
  words: string[],
  flags: AddServerFlags,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const definition = definitionFrom(words, flags);
  if (!definition.ok) return definition;
  const origin = originOf(flags.scope);
  if (!origin.ok) return origin;
  const place = await placeOf(globals);
  if (!place.ok) return place;
  const added = await addServer(
    { name, origin: origin.value, definition: definition.value, force: flags.force === true },
    place.value,
  );
  return answerAbout(added, (server) => `Added ${name} to ${shownPath(server.file)}.\n`);
}

/** `rook mcp remove <name>`. */
export async function removeOldServer(
  name: string,
  scope: string | undefined,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const origin = scope === undefined ? ok(undefined) : originOf(scope);
  if (!origin.ok) return origin;
  const place = await placeOf(globals);
  if (!place.ok) return place;
  const removed = await removeServer(name, origin.value, place.value);
  if (!removed.ok) return removed;
  return ok({
    document: { ok: true, name, origin: removed.value },
    text: () => `Removed ${name} from the ${removed.value} servers.\n`,
  });
}

/** `rook mcp enable | disable <name>`. */
export async function switchOldServer(name: string, on: boolean, globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await placeOf(globals);
  if (!place.ok) return place;
  const changed = await switchServer(name, on, place.value);
  return answerAbout(changed, () => `${name} is ${on ? 'enabled' : 'disabled'} in this workspace.\n`);
}

/**
 * `rook mcp approve <name>`. A person looks at the definition and says yes; where nobody can be asked, the fingerprint says
 * which definition is meant.
 */
export async function approveOldServer(
  name: string,
  fingerprint: string | undefined,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const place = await placeOf(globals);
  if (!place.ok) return place;
  const found = await findServer(name, place.value);
  if (!found.ok) return found;
  const seen = fingerprint === undefined ? await askFor(found.value) : ok(fingerprint);
  if (!seen.ok) return seen;
  const approved = await approveServer(name, seen.value, place.value);
  return answerAbout(approved, () => `Approved ${name}: ${seen.value}.\n`);
}

async function askFor(server: McpServer): Promise<Result<string>> {
  const { name, fingerprint } = server;
  if (fingerprint === undefined) return refuse(`MCP server ${name} is broken: ${server.why}`, server.remedy);
  if (!server.approvable || server.state === 'approved') return ok(fingerprint);
  const why = unattendedReason({ yes: false, terminal: process.stdin.isTTY === true, env: process.env });
  if (why !== undefined) {
    return refuse(
      `nobody can be asked whether MCP server ${name} is approved (${why})`,
      `If this is the definition that you mean, say so: rook mcp approve ${name} --fingerprint ${fingerprint}.`,
    );
  }
  const yes = await confirm(`${serverText(server)}Approve this definition? [y/N] `);
  return yes ? ok(fingerprint) : refuse(`MCP server ${name} was not approved`, 'Nothing was changed.');
}

function definitionFrom(words: string[], { url, env, header }: AddServerFlags): Result<McpDefinition> {
  const [command, ...args] = words;
  if (url !== undefined && command !== undefined)
    return refuse('a server has a program or --url, not both', 'Leave one of them out.');
  if (url !== undefined && env) return refuse('--env is for programs', 'Use --header for an address.');
  if (url === undefined && header) return refuse('--header is for an address', 'Use --env for a program.');
  const variables = pairs(env ?? [], '=', '--env NAME=value');
  if (!variables.ok) return variables;
  const headers = pairs(header ?? [], ':', "--header 'Name: value'");
  if (!headers.ok) return headers;
  if (url !== undefined) return ok({ url, ...(header && { headers: headers.value }) });
  if (command === undefined) return refuse('no program and no --url is given', 'rook mcp add <name> <command> [args…]');
  if (command.startsWith('-'))
    return refuse(
      `${command} is no option of rook mcp add`,
      'Options come before the program; after -- all belongs to it.',
    );
  return ok({ command, args, ...(env && { env: variables.value }) });
}

function pairs(texts: string[], sign: string, form: string): Result<Record<string, string>> {
  const map: Record<string, string> = {};
  for (const text of texts) {
    const at = text.indexOf(sign);
    if (at < 1) return refuse(`${JSON.stringify(text)} is not understood`, `Write ${form}.`);
    map[text.slice(0, at).trim()] = sign === ':' ? text.slice(at + 1).trim() : text.slice(at + 1);
  }
  return ok(map);
}

function originOf(scope: string | undefined): Result<WritableOrigin> {
  const found = writableOrigins.find((one) => one === (scope ?? 'local'));
  return found ? ok(found) : refuse(`there is no scope ${scope}`, `Scopes are ${writableOrigins.join(', ')}.`);
}

async function placeOf(globals: GlobalFlags): Promise<Result<McpPlace>> {
  const workspace = await locateWorkspace(globals);
  if (!workspace.ok) return workspace;
  const { root, rookDir } = workspace.value;
  return ok({ home: RookHome.of(process.env), root, rookDir, env: process.env });
}

function answerAbout(result: Result<McpServer>, words: (server: McpServer) => string): Result<Answer> {
  if (!result.ok) return result;
  const server = result.value;
  const open = server.state === 'approved' ? '' : `It cannot be used yet: ${server.why}. ${server.remedy}\n`;
  return ok({ document: { ok: true, server: described(server) }, text: () => words(server) + open });
}

function listed(server: McpServer) {
  const { name, origin, transport, state, why, remedy, fingerprint, hides } = server;
  return {
    name,
    origin,
    transport: transport ?? null,
    state,
    why: why ?? null,
    remedy: remedy ?? null,
    fingerprint: fingerprint ?? null,
    hides,
  };
}

function described(server: McpServer) {
  const { file, definition } = server;
  return { ...listed(server), file, definition: definition ? shownDefinition(definition) : null };
}

function serverText(server: McpServer): string {
  const { name, file, definition, fingerprint, hides } = server;
  const json = definition ? visibleLines(JSON.stringify(shownDefinition(definition), null, 2)) : [];
  return [
    `${visibleInOneLine(name)}  ${server.origin}, ${stateWords(server)}\n`,
    `${shownPath(file)}\n`,
    ...json.map((line) => `  ${line}\n`),
    ...(fingerprint ? [`${fingerprint}\n`] : []),
    ...(hides.length > 0 ? [`It hides servers of this name: ${hides.join(', ')}.\n`] : []),
    ...(server.why ? [`${server.why}. ${server.remedy}\n`] : []),
  ].join('');
}

function hints(servers: McpServer[]): string {
  const open = servers.filter(({ state }) => state !== 'approved');
  return open.length === 0
    ? ''
    : `\n${open.map(({ name, why, remedy }) => `${visibleInOneLine(name)}: ${visibleInOneLine(`${why}. ${remedy}`)}\n`).join('')}`;
}

function stateWords({ state }: McpServer): string {
  return state.replaceAll('_', ' ');
}

/** What is started or reached, in short: enough to know it again, nothing that could be a secret. */
function targetOf({ definition }: McpServer): string {
  if (!definition) return '';
  const shown = shownDefinition(definition);
  const args = Array.isArray(shown.args) ? shown.args.map(String) : [];
  const words = transportOf(definition) === 'http' ? [String(shown.url)] : [String(shown.command), ...args];
  return visibleInOneLine(words.join(' '));
}
