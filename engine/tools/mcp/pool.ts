import type { NodeProgram } from '../../lifecycle/hook-command';
import type { ProcessRunner } from '../../lifecycle/process-runner';
import type { ProcessSession } from '../../lifecycle/process-session';
import { Redactor } from '../../lifecycle/redactor';
import { nearestName } from '../../workspace/nearest-name';
import type { RulePhase } from '../../workspace/permission-rule';
import { messageOf } from '../../workspace/read-text';
import type { Gate } from '../permission/gate';
import { type McpConnection, type McpLimits, type McpTool, type McpWire, mcpLimits } from './connection';
import { loadMcpClient } from './load-client';
import type { McpServer } from './registry';
import { type ExpandedServer, expandServer } from './variables';

/** What the servers of a run need. */
export interface PoolParts {
  servers: readonly McpServer[];
  gate: Gate;
  processes: ProcessRunner;
  node: NodeProgram;
  /** The workspace's root: servers are started there. */
  root: string;
  env: NodeJS.ProcessEnv;
  limits?: Partial<McpLimits>;
}

/** Why something cannot be asked, and what to do about it. */
export interface Gap {
  reason: string;
  remedy: string;
}

/** A server that is there and has said what it can do. */
export interface ReadyServer {
  connection: McpConnection;
  tools: McpTool[];
  /** Knows the values that were put into its definition. */
  redactor: Redactor;
  /** To be called when a call has failed: an address is connected to anew the next time, since its session may be gone. */
  failed(): void;
}

export type ServerUse = { ok: true; server: ReadyServer } | { ok: false; gap: Gap };

/** Variables that a server gets without being told to: what a program needs to run, and nothing that is secret. */
const inherited = `PATH HOME USER LOGNAME SHELL LANG LC_ALL TERM TMPDIR TZ
  APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROGRAMFILES SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE`.split(
  /\s+/,
);

/** The servers of one run: each is started once, when it is asked for the first time, and ended with the run. */
export class McpPool {
  private readonly uses = new Map<string, Promise<ServerUse>>();
  private readonly open = new Set<McpConnection>();
  private readonly limits: McpLimits;

  constructor(private readonly parts: PoolParts) {
    this.limits = { ...mcpLimits, ...parts.limits };
  }

  /** Why a server cannot be asked, known without starting it; undefined when it can. */
  gapOf(name: string): Gap | undefined {
    return gapOfServer(name, this.parts.servers);
  }

  /** A started server. What kept it from starting is remembered: nobody waits for it twice. */
  async use(name: string, phase: RulePhase, signal: AbortSignal): Promise<ServerUse> {
    const known = this.uses.get(name);
    if (known !== undefined) return known;
    const use = this.start(name, phase, signal).then((result) => {
      if (signal.aborted) this.uses.delete(name);
      else if (result.ok) void result.server.connection.closed.then(() => this.forget(name, result.server.connection));
      return result;
    });
    this.uses.set(name, use);
    return use;
  }

  /** Ends every server. */
  async close(): Promise<void> {
    await Promise.allSettled(this.uses.values());
    await Promise.all([...this.open].map((connection) => connection.close()));
  }

  private forget(name: string, connection: McpConnection): void {
    this.uses.delete(name); // it is started anew when it is asked again
    this.open.delete(connection);
    void connection.close();
  }

  private async start(name: string, phase: RulePhase, signal: AbortSignal): Promise<ServerUse> {
    const gap = this.gapOf(name);
    if (gap) return { ok: false, gap };
    const definition = this.parts.servers.find((one) => one.name === name)?.definition;
    if (!definition) throw new Error(`server ${name} is approved and has no definition`);
    const what = 'url' in definition ? `Connect to the MCP server ${name}` : `Start the MCP server ${name}`;
    const allowed = await this.parts.gate.check({ tool: 'mcp_start', subject: name, phase }, what, signal);
    if (!allowed.allowed) return { ok: false, gap: allowed };
    const expanded = expandServer(definition, this.parts.env);
    const redactor = new Redactor(expanded.secrets);
    const wire = await this.wireTo(expanded);
    if (!wire.ok) return { ok: false, gap: this.unreachable(name, redactor.mask(wire.why)) };
    try {
      const connect = await loadMcpClient();
      const connection = await connect(wire.wire, this.limits, signal);
      this.open.add(connection);
      const tools = await connection.listTools(signal);
      const failed = (): void => {
        if (wire.wire.kind === 'http') this.uses.delete(name);
      };
      return { ok: true, server: { connection, tools, redactor, failed } };
    } catch (error) {
      await wire.session?.end();
      const last = lastLine(wire.session?.stderr() ?? '');
      const why = `${messageOf(error)}${last ? `; its standard error ends with: ${last}` : ''}`;
      return { ok: false, gap: this.unreachable(name, redactor.mask(why)) };
    }
  }

  private async wireTo(
    expanded: ExpandedServer,
  ): Promise<{ ok: true; wire: McpWire; session?: ProcessSession } | { ok: false; why: string }> {
    if (expanded.url !== undefined) {
      if (!/^https?:\/\//i.test(expanded.url) || !URL.canParse(expanded.url))
        return { ok: false, why: `${expanded.url} is no http or https address` };
      return { ok: true, wire: { kind: 'http', url: expanded.url, headers: expanded.headers ?? {} } };
    }
    const [program = '', ...args] = expanded.command ?? [];
    const { node, processes, root } = this.parts;
    const isNode = program === 'node';
    let take: ((chunk: Buffer) => void) | undefined;
    const early: Buffer[] = [];
    const opened = await processes.open({
      command: [isNode ? node.path : program, ...args],
      cwd: root,
      env: { ...this.inheritedEnv(), ...(isNode && node.env), ...expanded.env, ROOK_WORKSPACE: root },
      onStdout: (chunk) => (take ? take(chunk) : early.push(chunk)),
    });
    if (!opened.ok) return opened;
    const { session } = opened;
    const onMessage = (listener: (chunk: Buffer) => void): void => {
      for (const chunk of early.splice(0)) listener(chunk);
      take = listener;
    };
    return { ok: true, wire: { kind: 'stdio', session, onMessage }, session };
  }

  private inheritedEnv(): Record<string, string> {
    const { env } = this.parts;
    return Object.fromEntries(inherited.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  }

  private unreachable(name: string, why: string): Gap {
    return {
      reason: `MCP server ${name} could not be reached: ${why}`,
      remedy: `Look at its definition with rook mcp get ${name}, mend or start the server, then judge again.`,
    };
  }
}

/** Why a server of the registry cannot be asked; undefined when it is approved and complete. */
export function gapOfServer(name: string, servers: readonly McpServer[]): Gap | undefined {
  const server = servers.find((one) => one.name === name);
  if (server) {
    if (server.state === 'approved') return undefined;
    const state = server.state === 'broken' ? 'its definition is broken: ' : '';
    return { reason: `MCP server ${name} cannot be used: ${state}${server.why}`, remedy: server.remedy ?? '' };
  }
  const names = servers.map((one) => one.name);
  const near = nearestName(name, names);
  return {
    reason: `there is no MCP server ${name}${near ? `; did you mean ${near}?` : ''}`,
    remedy: `Define it in .testmuai/rook/mcp.json, or with rook mcp add.${names.length > 0 ? ` Known are: ${names.join(', ')}.` : ''}`,
  };
}

function lastLine(text: string): string {
  const line = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
