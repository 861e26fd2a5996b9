import type { ProcessSession } from '../../lifecycle/process-session';
import type { ToolHints } from '../../workspace/mcp/write-names';

/** Bounds of every conversation with an MCP server. */
export const mcpLimits = {
  /** For starting it, or reaching it, and the handshake, in milliseconds. */
  connectMs: 20_000,
  /** For one request, in milliseconds. */
  requestMs: 30_000,
  /** Most that one message or response may hold, in bytes. */
  messageBytes: 4 * 1024 * 1024,
  /** Most tools that are listed. */
  tools: 1000,
} as const;
export type McpLimits = { readonly [K in keyof typeof mcpLimits]: number };

/** A tool that a server offers. */
export interface McpTool {
  name: string;
  description?: string | undefined;
  inputSchema: unknown;
  annotations?: ToolHints | undefined;
}

/** What a tool returned, before anybody has judged it. */
export interface McpResult {
  isError: boolean;
  /** The text blocks, a line break between them. */
  text: string;
  /** What it returned as data, when it did. */
  structured?: unknown;
  /** Blocks that are neither text nor data, by their type. */
  otherBlocks: string[];
}

/** The wire to a server: a process that was started for it, or an address. */
export type McpWire =
  | { kind: 'stdio'; session: ProcessSession; onMessage: (take: (chunk: Buffer) => void) => void }
  | { kind: 'http'; url: string; headers: Record<string, string> };

/** A server that has answered the handshake. */
export interface McpConnection {
  listTools(signal: AbortSignal): Promise<McpTool[]>;
  /** Rejects when the server cannot be reached, takes too long or answers with a fault of the protocol. */
  call(tool: string, args: Record<string, unknown>, signal: AbortSignal): Promise<McpResult>;
  /** Settles once the wire is closed, from whichever side. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Connects, within the limits. What `client-entry.ts` exports; it is loaded when a server is asked for the first time. */
export type ConnectMcp = (wire: McpWire, limits: McpLimits, signal: AbortSignal) => Promise<McpConnection>;
