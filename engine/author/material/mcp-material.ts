import { ok, type Result, refuse } from '../../../schemas/result';
import { asRecord, firstText } from '../../workspace/plain-value';
import type { McpTarget, TextTemplate } from '../draft';
import type { DraftOption, Recognised } from '../material';
import { goalPlaces } from './goal-places';
import { hideInBody } from './hide-content';
import { hiding } from './hiding';
import { draftOf, isClear } from './http-options';
import { commandName } from './known-programs';
import { goalMark, templateOf } from './marks';
import { markVariables } from './placeholders';
import { jsonTemplate, type RequestSketch } from './request-sketch';
import { safeVariable, safeWords } from './safe-words';
import { hideSecrets } from './secrets';
import { readCommands } from './simple-commands';
import { hostName, slug, splitUrl } from './url-parts';
import { Variables } from './variables';

/** What material says of an MCP server and of the tool that is the agent. */
export interface McpMaterial {
  name?: string;
  command?: string;
  args?: readonly string[];
  env?: Record<string, unknown>;
  url?: string;
  headers?: Record<string, unknown>;
  tool?: string;
  argument?: string;
  arguments?: Record<string, unknown>;
}

/** The servers that a JSON value describes: `mcpServers` (or `servers`), or one server by itself. Undefined when it is none. */
export function mcpInJson(value: unknown): McpMaterial[] | undefined {
  const root = asRecord(value);
  if (!root) return undefined;
  const about = said(root);
  const servers = asRecord(root.mcpServers) ?? asRecord(root.servers);
  if (servers)
    return Object.entries(servers).flatMap(([name, server]) => {
      const entry = asRecord(server);
      return entry && isServer(entry) ? [{ name, ...serverOf(entry), ...about, ...said(entry) }] : [];
    });
  return isServer(root) && (root.tool !== undefined || Array.isArray(root.args))
    ? [{ ...serverOf(root), ...about }]
    : undefined;
}

function isServer(entry: Record<string, unknown>): boolean {
  return typeof entry.command === 'string' || typeof entry.url === 'string';
}

function serverOf(entry: Record<string, unknown>): McpMaterial {
  const [command, url, env, headers] = [
    firstText(entry.command),
    firstText(entry.url),
    asRecord(entry.env),
    asRecord(entry.headers),
  ];
  return {
    ...(command !== undefined && { command }),
    ...(Array.isArray(entry.args) && { args: entry.args.map(String) }),
    ...(url !== undefined && { url }),
    ...(env && { env }),
    ...(headers && { headers }),
  };
}

function said(entry: Record<string, unknown>): McpMaterial {
  const [tool, argument, given] = [firstText(entry.tool), firstText(entry.argument), asRecord(entry.arguments)];
  return {
    ...(tool !== undefined && { tool }),
    ...(argument !== undefined && { argument }),
    ...(given && { arguments: given }),
  };
}

/** The server that lines such as `mcp: node server.mjs  tool: ask  argument: question` describe. */
export function mcpInText(text: string): McpMaterial | Result<never> | undefined {
  const parts = [
    ...text.matchAll(
      /(?:^|[\n;]|[ \t]{1,}(?=(?:tool|argument):))\s*(mcp|tool|argument)\s*:\s*([^\n;]*?)(?=\s+(?:tool|argument)\s*:|[\n;]|$)/gi,
    ),
  ];
  const part = (name: string): string | undefined =>
    parts.find(([, key = '']) => key.toLowerCase() === name)?.[2]?.trim();
  const [server, tool, argument] = [part('mcp'), part('tool'), part('argument')];
  if (!server) return undefined;
  const about = { ...(tool && { tool }), ...(argument && { argument }) };
  if (/^https?:\/\/\S+$/.test(server)) return { url: server, ...about };
  const read = readCommands(server);
  if (!read.ok) return read;
  const [command, ...others] = read.value.commands;
  const [program, ...args] = command?.words.map(({ text: word }) => word) ?? [];
  if (others.length > 0 || program === undefined)
    return refuse(
      'what stands after mcp: is not one command',
      'Give the program that is the server, with its arguments.',
    );
  const env = Object.fromEntries(command?.assignments.map(({ name, value }) => [name, value.text]) ?? []);
  return { command: program, args, env, ...about };
}

/** Recognises a tool of an MCP server as the agent. Without one, the server is asked when it is tried for the first time. */
export function recogniseMcp(servers: readonly McpMaterial[]): Result<Recognised> {
  const chosen = servers.find(({ tool }) => tool !== undefined) ?? servers[0];
  if (!chosen)
    return refuse('the MCP configuration has no server', 'Give a server with its command or url, and its tool.');
  if (servers.filter(({ tool }) => tool !== undefined).length !== 1 && servers.length > 1)
    return refuse(
      `the MCP configuration has several servers: ${servers.map(({ name }) => name).join(', ')}`,
      'Keep the one that is the agent, and add "tool" and "argument" to it.',
    );
  const { tool } = chosen;
  const variables = new Variables();
  const warnings: string[] = [];
  const server = serverTarget(chosen, variables, warnings);
  const unknown: DraftOption = {
    label: 'its tools are asked for first',
    score: 100,
    draft: draftOf({ kind: 'mcp', server, arguments: { fields: [] } }, variables),
  };
  const toolOptions = (tool === undefined ? [] : argumentsOf(chosen, variables)).map(
    ({ label, score, value }): DraftOption => {
      const target: McpTarget = {
        kind: 'mcp',
        server,
        ...(tool !== undefined && { tool }),
        arguments: jsonTemplate(value),
      };
      return { label: `tool ${tool}, goal in ${label}`, score, draft: draftOf(target, variables) };
    },
  );
  const options = tool === undefined ? [unknown] : toolOptions;
  if (options.length === 0)
    return refuse(
      `nothing in the arguments of ${tool} looks like the place of the goal`,
      'Write {{goal}} where it belongs, or name the "argument".',
    );
  const name =
    chosen.name ??
    (chosen.url === undefined
      ? commandName([chosen.command ?? '', ...(chosen.args ?? [])])
      : hostName(splitUrl(chosen.url).host));
  return ok({
    kind: 'mcp',
    what: `an MCP server: ${shownServer(server)}, ${options[0]?.label ?? ''}`,
    options,
    clear: isClear(options),
    secrets: variables.secrets,
    warnings,
    name: slug(name),
  });
}

function serverTarget(chosen: McpMaterial, variables: Variables, warnings: string[]): McpTarget['server'] {
  const text = (value: unknown): string => withReferences(String(value));
  if (chosen.url !== undefined) {
    const headers = Object.entries(chosen.headers ?? {}).map(([name, value]) => [name, text(value)] as const);
    const safe = hideSecrets({ method: 'POST', url: text(chosen.url), headers }, variables, warnings);
    return {
      url: templateOf(safe.url),
      headers: safe.headers.map(([name, value]) => [name, templateOf(value)] as const),
    };
  }
  const { args = [] } = chosen;
  return {
    command: chosen.command ?? '',
    args: safeWords(
      args.map((word) => ({ text: text(word), quoted: true })),
      variables,
      warnings,
      true,
    ).map(({ text: word }) => templateOf(word)),
    env: Object.entries(chosen.env ?? {}).map(
      ([name, value]) => [name, templateOf(safeVariable(name, text(value), variables))] as const,
    ),
  };
}

/** The server in a message: its credentials are variables already. */
function shownServer(server: McpTarget['server']): string {
  const text = (template: TextTemplate): string =>
    template.map((part) => (typeof part === 'string' ? part : 'env' in part ? `$${part.env}` : '')).join('');
  return 'url' in server ? text(server.url) : [server.command, ...server.args.map(text)].join(' ');
}

/** `${NAME}`, `${env:NAME}` and `${input:name}`, as editors write references in such files. */
function withReferences(text: string): string {
  return markVariables(text.replace(/\$\{(?:env:|input:)?([A-Za-z_][\w-]*)\}/g, '{{$1}}'), () => undefined);
}

function argumentsOf(
  { argument, arguments: open }: McpMaterial,
  variables: Variables,
): { label: string; score: number; value: unknown }[] {
  const body = open && hideInBody({ kind: 'json', value: open }, hiding('', variables));
  const given = body?.kind === 'json' ? asRecord(body.value) : undefined;
  if (argument !== undefined)
    return [{ label: `arguments.${argument}`, score: 1000, value: { ...given, [argument]: goalMark } }];
  if (given) {
    const sketch: RequestSketch = { method: 'POST', url: '', headers: [], body: { kind: 'json', value: given } };
    return goalPlaces(sketch).flatMap(({ label, score, sketch: { body } }) =>
      body?.kind === 'json' ? [{ label: label.replace(/^body/, 'arguments'), score, value: body.value }] : [],
    );
  }
  return ['message', 'prompt', 'question', 'query', 'input', 'text'].map((name, index) => ({
    label: `arguments.${name}`,
    score: 100 - index * 4,
    value: { [name]: goalMark },
  }));
}
