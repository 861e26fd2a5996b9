import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { boundedFetch } from './bounded-fetch';
import type { ConnectMcp, McpConnection, McpResult, McpTool, McpWire } from './connection';
import { ProcessTransport } from './process-transport';

// This file is a bundle of its own, dist/mcp.js: it is loaded when a server is asked for the first time, so that the
// command stays quick for everybody else.

const clientInfo = { name: 'rook', version: '1' };

/** Connects to a server. A call offers it nothing: no sampling, no elicitation, no roots. */
export const connectMcp: ConnectMcp = async (wire, limits, signal): Promise<McpConnection> => {
  const client = new Client(clientInfo, { capabilities: {} });
  let lastError: Error | undefined;
  let announceClosed = (): void => {};
  const closed = new Promise<void>((resolve) => {
    announceClosed = resolve;
  });
  client.onerror = (error) => {
    lastError = error;
  };
  client.onclose = () => announceClosed();
  const transport = transportFor(wire, limits.messageBytes);
  try {
    await client.connect(transport, { timeout: limits.connectMs, signal });
  } catch (error) {
    await transport.close();
    throw explained(error, lastError);
  }
  const options = (each: AbortSignal) => ({
    timeout: limits.requestMs,
    maxTotalTimeout: limits.requestMs,
    signal: each,
  });
  return {
    closed,
    listTools: async (caller) => {
      // The library follows the pages of a list by itself; one that never ends is ended here.
      const each = AbortSignal.any([caller, AbortSignal.timeout(limits.connectMs)]);
      const tools: McpTool[] = [];
      let cursor: string | undefined;
      do {
        const page = await client
          .listTools(cursor === undefined ? undefined : { cursor }, options(each))
          .catch((error: unknown) => Promise.reject(explained(error, lastError)));
        tools.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor !== undefined && tools.length < limits.tools);
      return tools;
    },
    call: async (name, args, each) => {
      try {
        return toResult(await client.callTool({ name, arguments: args }, options(each)));
      } catch (error) {
        throw explained(error, lastError);
      }
    },
    close: async () => {
      // The transport first: the client's own close waits two seconds for a server that is busy.
      await transport.close();
      await client.close().catch(() => {}); // it is closed already
    },
  };
};

function transportFor(wire: McpWire, messageBytes: number): Transport {
  if (wire.kind === 'stdio') return new ProcessTransport(wire.session, wire.onMessage, messageBytes);
  return new StreamableHTTPClientTransport(new URL(wire.url), {
    requestInit: { headers: wire.headers },
    fetch: boundedFetch(messageBytes),
    reconnectionOptions: {
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 2000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 1,
    },
  });
}

function toResult(result: Awaited<ReturnType<Client['callTool']>>): McpResult {
  const blocks = result.content ?? [];
  return {
    isError: result.isError === true,
    text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    ...(result.structuredContent !== undefined && { structured: result.structuredContent }),
    otherBlocks: blocks.flatMap((block) => (block.type === 'text' ? [] : [block.type])),
  };
}

/** "Connection closed" alone says nothing: what the transport noticed before is the reason. */
function explained(error: unknown, cause: Error | undefined): Error {
  const message = error instanceof Error ? error.message : String(error);
  const nested = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return new Error(
    cause && !message.includes(cause.message) ? `${message}${nested} (${cause.message})` : message + nested,
  );
}
