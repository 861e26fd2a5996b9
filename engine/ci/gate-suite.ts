import { ok, type Result, refuse } from '../../schemas/result';
import type { Scenario } from '../../schemas/scenario';
import { parametersOf } from '../judge/known-checks';
import { scenarioState } from '../lifecycle/plan';
import { repositoryPath } from '../report/exports/repository';
import { type McpPlace, readServers } from '../tools/mcp/registry';
import { variablesOf } from '../tools/mcp/variables';
import { findProfileFile, readScenarios } from '../workspace/agent-files';
import { RookHome } from '../workspace/home';
import { writeReason } from '../workspace/mcp/write-names';
import { type NeededVariable, neededVariables } from '../workspace/needed-variables';
import { readProfileText } from '../workspace/profile-file';
import { readTextIfPresent } from '../workspace/read-text';
import { selectProfileId } from '../workspace/select';
import type { AgentRef, Workspace } from '../workspace/workspace';

/** What a release gate runs, and what its machine must have for it. */
export interface GateSuite {
  projectId: string;
  agentId: string;
  /** The agent's folder below the workspace, with forward slashes: it is not always called like the id. */
  agentFolder: string;
  profileId: string;
  /** Ids of scenarios that can run, in the order of their files. */
  scenarioIds: string[];
  /** Environment variables that the profile needs, the judge model, and the MCP servers that probes ask. */
  variables: NeededVariable[];
  /** Those that such a server reads when they are there: without a value, it may ask another place than is meant. */
  optionalVariables: NeededVariable[];
  /** MCP servers that probes ask, with the definitions that are there now. */
  servers: { name: string; fingerprint: string }[];
  /** Rules without which the probes are refused where nobody can be asked. */
  allowRules: string[];
}

/** Ids that need no quoting anywhere: in YAML, in a shell, in a list with commas. */
const plainId = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** A rule that stays one line, and in which nothing is filled in by a pipeline. */
const plainRule = /^mcp_(?:start|call)\([A-Za-z0-9][A-Za-z0-9._/:-]*\)$/;

/** Providers of a judge model that want a key. */
const keyedProviders = ['openai-compatible', 'anthropic', 'google'];

/**
 * Reads what the gate of an agent is to run. Scenarios that cannot run with the profile, or are excluded, are left out
 * unless they are named: a name that cannot run is refused, and so is a suite of nothing.
 * @param only ids to choose from; all that can run when absent.
 */
export async function readGateSuite(
  workspace: Workspace,
  agent: AgentRef,
  chosen: { profile?: string; only?: readonly string[] },
  env: NodeJS.ProcessEnv,
): Promise<Result<GateSuite>> {
  const profileId = selectProfileId(agent, chosen.profile);
  if (!profileId.ok) return profileId;
  const file = await findProfileFile(agent, profileId.value);
  const reading = file === undefined ? undefined : readProfileText((await readTextIfPresent(file)) ?? '', file);
  if (!reading?.profile)
    return refuse(
      `profile ${profileId.value} cannot run, so nothing can be gated with it`,
      'rook sync says why. Nothing was written.',
    );
  const { profile } = reading;
  const entries = await readScenarios(agent);
  const known = entries.map(({ id }) => id);
  const unknown = chosen.only?.find((id) => !known.includes(id));
  if (unknown !== undefined)
    return refuse(`there is no scenario ${unknown}`, `The scenarios are ${known.join(', ')}. Nothing was written.`);
  const scenarios: Scenario[] = [];
  for (const entry of entries) {
    if (chosen.only && !chosen.only.includes(entry.id)) continue;
    const state = scenarioState(entry, profile);
    if (state.kind === 'runnable') scenarios.push(state.scenario);
    else if (chosen.only)
      return refuse(`scenario ${entry.id} cannot run: ${state.why}`, 'Mend it, or leave it out. Nothing was written.');
  }
  const ids = scenarios.map(({ id }) => id);
  if (ids.length === 0)
    return refuse(
      `no scenario of agent ${agent.id} can run with profile ${profileId.value}, and a gate of nothing is always green`,
      'rook scenarios list says why. Nothing was written.',
    );
  const odd = [agent.projectId, agent.id, profileId.value, ...ids].find((id) => !plainId.test(id));
  if (odd !== undefined)
    return refuse(
      `the id ${JSON.stringify(odd)} cannot stand in a pipeline`,
      'Use letters, digits, dots, hyphens and underscores. Nothing was written.',
    );
  const agentFolder = repositoryPath(workspace.root, agent.agentDir);
  const plain = folderProblem(agentFolder);
  if (!plain.ok) return plain;
  const rule = rulesFor(scenarios).find((one) => !plainRule.test(one));
  if (rule !== undefined)
    return refuse(
      `the rule ${JSON.stringify(rule)}, which a probe needs, cannot stand in a pipeline`,
      'Name servers and tools with letters, digits, dots, slashes, hyphens and underscores. Nothing was written.',
    );
  const servers = await probedServers(scenarios, workspace, env);
  if (!servers.ok) return servers;
  const needed = [...neededVariables(profile), ...judgeKey(workspace)];
  const others = servers.value.variables.filter(
    ({ variable }) => !needed.some(({ variable: known }) => known === variable),
  );
  return ok({
    projectId: agent.projectId,
    agentId: agent.id,
    agentFolder,
    profileId: profileId.value,
    scenarioIds: ids,
    variables: [...needed, ...others.filter(({ optional }) => !optional).map(withoutKind)],
    optionalVariables: others.filter(({ optional }) => optional).map(withoutKind),
    servers: servers.value.servers,
    allowRules: rulesFor(scenarios),
  });
}

/** A folder below the repository as a pipeline can name it, in YAML, in a shell and in what fills in expressions. */
export function folderProblem(folder: string): Result<void> {
  const odd = folder.split('/').find((part) => part !== '' && !/^[\p{L}\p{N}._][\p{L}\p{N}._ -]*$/u.test(part));
  return odd === undefined
    ? ok(undefined)
    : refuse(
        `the folder ${JSON.stringify(odd)} cannot stand in a pipeline`,
        'Rename it with letters, digits, dots, hyphens, underscores and spaces. Nothing was written.',
      );
}

function judgeKey({ settings }: Workspace): NeededVariable[] {
  const provider = settings.judge?.provider ?? '';
  return keyedProviders.includes(provider)
    ? [{ variable: 'ROOK_JUDGE_API_KEY', purpose: `key of the judge model's provider (${provider})` }]
    : [];
}

function probesOf(scenarios: readonly Scenario[]): { server: string; tool: string }[] {
  return scenarios.flatMap(({ criteria }) =>
    criteria.flatMap((criterion) => {
      const { server, tool } = parametersOf(criterion, 'mcp_probe') ?? {};
      return server && tool ? [{ server, tool }] : [];
    }),
  );
}

/** For tools that only read: a probe of one that writes is never asked, and no rule should look as if it were. */
function rulesFor(scenarios: readonly Scenario[]): string[] {
  const probes = probesOf(scenarios).filter(({ tool }) => writeReason(tool, undefined) === undefined);
  return [
    ...new Set([
      ...probes.map(({ server }) => `mcp_start(${server})`),
      ...probes.map(({ server, tool }) => `mcp_call(${server}.${tool})`),
    ]),
  ];
}

function withoutKind({ variable, purpose }: ServerVariable): NeededVariable {
  return { variable, ...(purpose && { purpose }) };
}

type ServerVariable = NeededVariable & { optional: boolean };

/** The servers that the workspace brings along: on a fresh machine, nobody has approved them. And what they read. */
async function probedServers(
  scenarios: readonly Scenario[],
  { root, rookDir }: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<Result<{ servers: GateSuite['servers']; variables: ServerVariable[] }>> {
  const names = new Set(probesOf(scenarios).map(({ server }) => server));
  if (names.size === 0) return ok({ servers: [], variables: [] });
  const place: McpPlace = { home: RookHome.of(env), root, rookDir, env };
  const known = await readServers(place);
  if (!known.ok) return known;
  const asked = known.value.filter(({ name, approvable }) => names.has(name) && approvable);
  const variables = new Map<string, ServerVariable>();
  for (const { name, definition } of asked) {
    for (const { variable, optional } of definition ? variablesOf(definition) : []) {
      const before = variables.get(variable);
      if (!before || (before.optional && !optional))
        variables.set(variable, { variable, purpose: `read by the MCP server ${name}`, optional });
    }
  }
  return ok({
    servers: asked.flatMap(({ name, fingerprint }) => (fingerprint === undefined ? [] : [{ name, fingerprint }])),
    variables: [...variables.values()],
  });
}
