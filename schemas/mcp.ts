import * as z from 'zod';

const texts = z.record(z.string(), z.string());

/** An MCP server that Rook starts and speaks to over standard input and output. */
export const StdioServer = z.looseObject({
  command: z.string().min(1),
  args: z.array(z.string()).nullish(),
  env: texts.nullish(),
});

/** An MCP server that is reached over streamable HTTP. */
export const HttpServer = z.looseObject({
  url: z.string().min(1),
  headers: texts.nullish(),
});

/** One entry of `mcp.json`, as written: `${VAR}` stands there unexpanded. */
export const McpDefinition = z.union([StdioServer, HttpServer]);
export type McpDefinition = z.infer<typeof McpDefinition>;

/**
 * `mcp.json`: `{mcpServers: {name: definition}}`; a root `servers` is read, too (behaviour §14). Each definition is
 * checked alone, so that one broken server does not hide the others.
 */
export const McpFile = z.looseObject({
  mcpServers: z.record(z.string(), z.unknown()).nullish(),
  servers: z.record(z.string(), z.unknown()).nullish(),
});
export type McpFile = z.infer<typeof McpFile>;

/** `mcp-local.json` in the global home: servers of one workspace that only this user has. */
export const McpLocalFile = z.looseObject({ version: z.literal(1), workspaces: z.record(z.string(), McpFile) });
export type McpLocalFile = z.infer<typeof McpLocalFile>;

/** What a user has decided about the servers of one workspace, by `<origin>/<name>`. */
export const McpDecisions = z.looseObject({
  approved: z.record(z.string(), z.looseObject({ fingerprint: z.string(), at: z.string() })),
  disabled: z.array(z.string()),
});
export type McpDecisions = z.infer<typeof McpDecisions>;

/** `mcp-approvals.json` in the global home. */
export const McpApprovalsFile = z.looseObject({
  version: z.literal(1),
  workspaces: z.record(z.string(), McpDecisions),
});
export type McpApprovalsFile = z.infer<typeof McpApprovalsFile>;

/** Where a server's definition comes from, the one that wins first. */
export const mcpOrigins = ['local', 'project', 'user', 'discovered'] as const;
export type McpOrigin = (typeof mcpOrigins)[number];
