import { formatRefusal, ok, type Refusal, type Result } from '../../schemas/result';
import type { ToolHook } from '../../schemas/tool-hook';
import type { ProbeParameters } from '../judge/checks/mcp-probe';
import { unable } from '../judge/grade';
import type { ProbeMcp } from '../judge/means';
import type { JudgeTool } from '../judge/model/judge-model';
import type { NodeProgram } from '../lifecycle/hook-command';
import { withoutCredentials } from '../lifecycle/hook-environment';
import type { ProcessRunner } from '../lifecycle/process-runner';
import type { Redactor } from '../lifecycle/redactor';
import { RookHome } from '../workspace/home';
import { parseRules } from '../workspace/permission-rule';
import type { AgentRef, Workspace } from '../workspace/workspace';
import { authorTools } from './author-tools';
import { builtInRules, judgeTools } from './judge-tools';
import type { McpLimits } from './mcp/connection';
import { type Gap, gapOfServer, McpPool } from './mcp/pool';
import { makeProbe, probeGap } from './mcp/probe';
import { keepProbe } from './mcp/probe-record';
import { type McpServer, readServers } from './mcp/registry';
import { Gate, type GateDecision } from './permission/gate';
import { GrantStore } from './permission/grants';
import { loadPolicy, userSettingsName } from './permission/load-policy';
import type { Permission } from './permission/permission';
import { checkHooks, extraPrograms, ToolHookRegistry } from './tool-hooks/registry';
import { ToolHooks } from './tool-hooks/run-tool-hooks';

export interface ToolboxRequest {
  workspace: Workspace;
  agent: AgentRef;
  profileId: string;
  env: NodeJS.ProcessEnv;
  permission: Permission;
  /** Rules of `--allow`. */
  allow?: readonly string[];
  /** Tool hooks for this run alone; they come after those of the session. */
  hooks?: readonly ToolHook[];
  /** For tests. */
  limits?: Partial<McpLimits>;
}

/** What a run lends to the tools. */
export interface ToolRoom {
  processes: ProcessRunner;
  node: NodeProgram;
  redactor: Redactor;
  /** Variables that no tool hook gets, such as that of the judge's key. */
  hidden?: readonly string[];
  /** Aborted when the run is stopped. */
  stop: AbortSignal;
}

/** The tools of a run, while it goes on. */
export interface OpenTools {
  /** The `mcp_probe` check of an attempt; what was asked is kept in its evidence. */
  probe(evidenceDir: string): ProbeMcp;
  /** The tools that a judge model may use for an attempt. */
  judgeTools(attemptDir: string, onRefused?: (tool: string, reason: string) => void): JudgeTool[];
  /** The tools that a model may use while it helps to write a profile. */
  authorTools(onRefused?: (tool: string, reason: string) => void): JudgeTool[];
  /** Ends every server that was started. */
  close(): Promise<void>;
}

/**
 * Everything beside the hooks of a profile that a run may use: the permission gate, MCP servers, tool hooks. Nothing is
 * started before it is needed.
 */
export class Toolbox {
  private constructor(
    private readonly request: ToolboxRequest,
    private readonly gate: Gate,
    private readonly servers: Result<McpServer[]>,
    private readonly hooks: readonly ToolHook[],
    private readonly programs: readonly string[],
    /** What a user should know before the run. */
    readonly warnings: readonly Refusal[],
  ) {}

  /**
   * Reads rules, servers and hooks. Refused is what might forbid something and cannot be read; a broken mcp.json only
   * keeps probes from being made.
   */
  static async open(request: ToolboxRequest): Promise<Result<Toolbox>> {
    const { workspace, agent, profileId, env, permission } = request;
    const home = RookHome.of(env);
    const grants = new GrantStore(home, workspace.root);
    const target = `${agent.projectId}/${agent.id}/${profileId}`;
    const policy = await loadPolicy({
      home,
      grants,
      target,
      allow: request.allow ?? [],
      project: { file: `${workspace.rookDir}/settings.json`, rules: workspace.settings.permissions },
    });
    if (!policy.ok) return policy;
    const own = parseRules(builtInRules);
    if (own.ok) {
      for (const rule of own.value)
        policy.value.policy.add({ rule, effect: 'allow', where: 'built in', unattended: true });
    }
    const stored = await new ToolHookRegistry(home, workspace.root).list();
    if (!stored.ok) return stored;
    const programs = await extraPrograms(home);
    if (!programs.ok) return programs;
    const given = checkHooks(request.hooks ?? [], programs.value);
    if (!given.ok) return given;
    const settingsFile = home.path(userSettingsName);
    const gate = new Gate({ policy: policy.value.policy, permission, grants, target, settingsFile });
    const servers = await readServers({ home, root: workspace.root, rookDir: workspace.rookDir, env });
    const hooks = [...stored.value, ...(request.hooks ?? [])];
    return ok(new Toolbox(request, gate, servers, hooks, programs.value, policy.value.warnings));
  }

  /** Why a deny rule forbids the run; undefined when none does. */
  get forbidden(): Refusal | undefined {
    return this.gate.forbiddenRun(this.request.profileId);
  }

  /**
   * Whether the hooks of the profile may run; asked, when no rule decides, by a surface at which a person sits
   * (behaviour §9). @param what what is going to happen, in words.
   */
  mayRun(what: string, signal: AbortSignal): Promise<GateDecision> {
    return this.gate.check({ tool: 'run', subject: this.request.profileId, phase: 'execute' }, what, signal);
  }

  /** Whether the target may be invoked while its profile is written: the rule is `probe(<profile-id>)` (behaviour §9). */
  mayProbe(what: string, signal: AbortSignal): Promise<GateDecision> {
    return this.gate.check({ tool: 'probe', subject: this.request.profileId, phase: 'author' }, what, signal);
  }

  /** Why a probe will be Unable to Verify, known before the run; undefined when it can be tried. */
  probeGap(parameters: ProbeParameters): Gap | undefined {
    const { servers } = this;
    return probeGap(
      parameters,
      servers.ok ? (name) => gapOfServer(name, servers.value) : () => brokenRegistry(servers.error),
      this.gate,
    );
  }

  /** Makes the tools ready for a run; the caller closes them. */
  start(room: ToolRoom): OpenTools {
    const { workspace, env, limits } = this.request;
    const { gate } = this;
    const { processes, node, redactor, stop, hidden } = room;
    const root = workspace.root;
    const servers = this.servers.ok ? this.servers.value : [];
    const pool = new McpPool({ servers, gate, processes, node, root, env, ...(limits && { limits }) });
    const hooks = new ToolHooks({
      hooks: this.hooks,
      extraPrograms: this.programs,
      processes,
      node,
      root,
      env: withoutCredentials(env, hidden),
      redactor,
    });
    return {
      probe: (evidenceDir) => {
        if (!this.servers.ok) {
          const { reason, remedy } = brokenRegistry(this.servers.error);
          return async (_parameters, statement) => unable('not_observable', statement, reason, remedy);
        }
        return makeProbe({ pool, gate, stop, keep: (record) => keepProbe(evidenceDir, redactor.maskJson(record)) });
      },
      judgeTools: (attemptDir, onRefused) =>
        judgeTools({ gate, pool, servers, hooks, root, attemptDir, redactor, ...(onRefused && { onRefused }) }),
      authorTools: (onRefused) => authorTools({ gate, hooks, root, redactor, ...(onRefused && { onRefused }) }),
      close: () => pool.close(),
    };
  }
}

function brokenRegistry(error: Refusal): Gap {
  return {
    reason: `the MCP servers cannot be read: ${formatRefusal(error)}`,
    remedy: error.remedy ?? 'Mend the file, then run again.',
  };
}
