import type { ConnectMcp } from './connection';

let loaded: Promise<ConnectMcp> | undefined;

/** The MCP client, loaded when it is needed for the first time: in the bundles it is a file of its own, dist/mcp.js. */
export function loadMcpClient(): Promise<ConnectMcp> {
  loaded ??= import('./client-entry').then(({ connectMcp }) => connectMcp);
  return loaded;
}
