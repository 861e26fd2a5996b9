import { stringify } from 'yaml';
import type { GateSuite } from './gate-suite';

/** All that a pipeline is written from. */
export interface PipelineRequest {
  suite: GateSuite;
  /** Version of the command that the pipeline installs: the one that writes it. */
  version: string;
  /** The workspace's folder below the root of the repository, with forward slashes; empty for the root itself. */
  folder: string;
  /** Into how many parts the run is cut; 1 for one machine. */
  shards: number;
}

/** Where the gate's files are, below the workspace's folder. */
export const gateFiles = { script: 'ci/rook-ci.sh', policy: 'ci/rook-policy.yaml', results: 'rook-results' } as const;

/** Minutes after which a job is ended, and days for which evidence is kept. */
export const limits = { minutes: 30, days: 7 } as const;

/** Installs exactly the version that was rehearsed; scripts of packages do not run. */
export function installCommand({ version }: PipelineRequest, prefix: string): string {
  return `npm install --global --ignore-scripts --prefix "${prefix}" rook-vscode@${version}`;
}

/** The variables by which the gate script knows the suite, as they are reviewed with the pipeline. */
export function suiteVariables({ suite }: PipelineRequest): [name: string, value: string][] {
  return [
    ['ROOK_PROJECT_ID', suite.projectId],
    ['ROOK_AGENT_ID', suite.agentId],
    ['ROOK_PROFILE', suite.profileId],
    ['ROOK_SCENARIO_IDS', suite.scenarioIds.join(',')],
    ['ROOK_ALLOW_RULES', suite.allowRules.join('\n')],
    ['ROOK_POLICY', gateFiles.policy],
  ];
}

/** The gate script asks for the account of a hosted service. There is none here, and nobody is given one. */
export function noAccount({ suite }: PipelineRequest): [name: string, value: string][] {
  const account: [name: string, value: string][] = [
    ['LT_USERNAME', 'unused'],
    ['LT_ACCESS_KEY', 'unused'],
  ];
  // A profile may need them itself, for its target.
  return account.filter(([name]) => !suite.variables.some(({ variable }) => variable === name));
}

const agentFlags = '--project "$ROOK_PROJECT_ID" --agent "$ROOK_AGENT_ID"';

/**
 * Decides once more, against ROOK_BASE where it is set, also when the script has stopped early: for the summary, and for what kind of red it is.
 * @param target the folder of results, where the script has fetched the report as well: one that it could not fetch is no pass.
 */
export function decideCommand(target: string = gateFiles.results): string {
  return `rook gate ${target} ${agentFlags} --policy ${gateFiles.policy} --expected "$ROOK_SCENARIO_IDS" \${ROOK_BASE:+--base "$ROOK_BASE"}`;
}

/** The id of the run that a document names. What else lies among the runs is of earlier builds, or of other parts. */
function runIdOf(file: string): string {
  return `run_id=$(node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).run_id' < ${file})`;
}

/** Approves the MCP servers that probes ask: bound to the definitions that were reviewed, another one stops the job. */
export function approvals({ suite }: PipelineRequest): string[] {
  return suite.servers.map(({ name, fingerprint }) => `rook mcp approve ${name} --fingerprint ${fingerprint}`);
}

/** Runs one part of the suite; its folder is kept for the job that merges the parts. */
export function shardScript(request: PipelineRequest, shard: string, keep: string): string {
  return `set -euo pipefail
mkdir -p ${keep}
allow=()
while IFS= read -r rule; do
  if [ -n "$rule" ]; then allow+=(--allow "$rule"); fi
done <<< "\${ROOK_ALLOW_RULES:-}"
rook run ${agentFlags} --profile "$ROOK_PROFILE" \\
  --only "$ROOK_SCENARIO_IDS" --name "$ROOK_RUN_NAME" --shard "${shard}" \\
  \${allow[@]+"\${allow[@]}"} --json > ${keep}/run.json
${runIdOf(`${keep}/run.json`)}
mkdir -p ${keep}/runs
cp -R "${request.suite.agentFolder}/runs/$run_id" ${keep}/runs/
# What hooks and later phases keep for themselves can hold secrets unmasked: it stays on this machine.
find ${keep}/runs -type d \\( -name run-state -o -name hook-state \\) -prune -exec rm -rf {} +`;
}

/** Puts the parts together and decides. Missing and duplicate parts are refused by rook itself; the gate says so. */
export function mergeScript(request: PipelineRequest, parts: string): string {
  const { results } = gateFiles;
  return `set -euo pipefail
mkdir -p ${results}
if rook merge ${parts} ${agentFlags} --json > ${results}/run.json; then
  ${runIdOf(`${results}/run.json`)}
  rook report "$run_id" ${agentFlags} --json > ${results}/report.json
  tar -czf ${results}/evidence.tar.gz --exclude=run-state --exclude=hook-state -C "${request.suite.agentFolder}" "runs/$run_id"
fi
${decideCommand(`${results}/run.json`)}`;
}

/** A value of YAML on one line. */
export function scalar(value: string | number): string {
  return stringify(value, { lineWidth: 0, defaultStringType: 'PLAIN' }).trim();
}

/** Lines of YAML, each moved to the right; empty ones stay empty. */
export function indent(text: string, spaces: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

/** `name: value` for every variable; a text of several lines as a block, an empty one with what belongs there. */
export function variableLines(variables: [name: string, value: string][]): string {
  return variables
    .map(([name, value]) => {
      if (name === 'ROOK_ALLOW_RULES') return `# One rule in a line, each noted in a rehearsal.\n${block(name, value)}`;
      return `${name}: ${scalar(value)}`;
    })
    .join('\n');
}

function block(name: string, value: string): string {
  return value === '' ? `${name}: ''` : `${name}: |\n${indent(value, 2)}`;
}
