import {
  approvals,
  decideCommand,
  gateFiles,
  indent,
  installCommand,
  limits,
  mergeScript,
  noAccount,
  type PipelineRequest,
  scalar,
  shardScript,
  suiteVariables,
  variableLines,
} from './pipeline';

/** Where GitHub looks for it, below the root of the repository. */
export const githubWorkflowPath = '.github/workflows/rook.yml';

/** The release gate as a GitHub workflow: started by hand on the default branch, secrets in a protected environment. */
export function githubWorkflow(request: PipelineRequest): string {
  const { shards } = request;
  return `# The release gate of an AI agent. Started by hand, on the default branch alone: it reaches a real target with real
# secrets, so what a stranger proposes must never start it.
name: Rook release gate
on:
  workflow_dispatch:
permissions:
  contents: read
concurrency:
  group: rook-gate
  cancel-in-progress: false
env:
${indent(variableLines(suiteVariables(request)), 2)}
  ROOK_RUN_NAME: github-\${{ github.run_id }}-\${{ github.run_attempt }}
jobs:
${indent(shards > 1 ? `${shardJob(request)}${mergeJob(request)}` : gateJob(request), 2)}`;
}

const onDefaultBranch = 'github.ref_name == github.event.repository.default_branch';
const home = 'ROOK_HOME: ${{ runner.temp }}/rook-home';

function gateJob(request: PipelineRequest): string {
  return `gate:
  if: \${{ ${onDefaultBranch} }}
${indent(`${frame(request)}steps:\n${setUp(request)}${approvalStep(request)}`, 2)}    - name: Run the reviewed suite, and decide
      shell: bash
      env:
${indent(`${environment(request)}\n${variableLines(noAccount(request))}`, 8)}
      run: bash ${gateFiles.script}
    - name: Say in the summary what was decided, and why
      if: \${{ always() }}
      shell: bash
      env:
        ${home}
      run: ${decideCommand()}
${indent(uploadStep(request, 'rook-${{ github.run_id }}-${{ github.run_attempt }}'), 4)}`;
}

function shardJob(request: PipelineRequest): string {
  const numbers = Array.from({ length: request.shards }, (_, index) => index + 1).join(', ');
  return `run:
  if: \${{ ${onDefaultBranch} }}
  strategy:
    fail-fast: false
    matrix:
      shard: [${numbers}]
${indent(`${frame(request)}steps:\n${setUp(request)}${approvalStep(request)}`, 2)}    - name: Run one part of the reviewed suite
      shell: bash
      env:
${indent(environment(request), 8)}
        ROOK_SHARD: \${{ matrix.shard }}/${request.shards}
      run: |
${indent(shardScript(request, '$ROOK_SHARD', gateFiles.results), 8)}
${indent(uploadStep(request, 'rook-shard-${{ matrix.shard }}'), 4)}`;
}

function mergeJob(request: PipelineRequest): string {
  return `gate:
  # Also when a part has failed: a job that is skipped would count as passed.
  needs: run
  if: \${{ !cancelled() && ${onDefaultBranch} }}
${indent(`${frame(request, false)}steps:\n${setUp(request)}`, 2)}    - uses: actions/download-artifact@v4
      with:
        pattern: rook-shard-*
        path: ${below(request, 'rook-shards')}
    - name: Put the parts together, and decide
      shell: bash
      env:
        ${home}
      run: |
${indent(mergeScript(request, 'rook-shards'), 8)}
${indent(uploadStep(request, 'rook-${{ github.run_id }}-${{ github.run_attempt }}'), 4)}`;
}

/** What every job begins with; secrets are in the environment, which only those that need them enter. */
function frame({ folder }: PipelineRequest, entersEnvironment = true): string {
  const environment = `# Protect it: Settings → Environments → rook-gate → required reviewers, default branch only.
environment: rook-gate
`;
  const within = folder === '' ? '' : `defaults:\n  run:\n    working-directory: ${scalar(folder)}\n`;
  return `runs-on: ubuntu-24.04
timeout-minutes: ${limits.minutes}
${entersEnvironment ? environment : ''}${within}`;
}

function setUp(request: PipelineRequest): string {
  return `  - uses: actions/checkout@v4
    with:
      persist-credentials: false
  - uses: actions/setup-node@v4
    with:
      node-version: 20
  - name: Install rook ${request.version}
    shell: bash
    run: |
      set -euo pipefail
      ${installCommand(request, '$RUNNER_TEMP/rook')}
      echo "$RUNNER_TEMP/rook/bin" >> "$GITHUB_PATH"
`;
}

function approvalStep(request: PipelineRequest): string {
  const commands = approvals(request);
  if (commands.length === 0) return '';
  return `  - name: Approve the MCP servers that were reviewed
    shell: bash
    env:
      ${home}
    run: |
${indent(['set -euo pipefail', ...commands].join('\n'), 6)}
`;
}

function environment({ suite }: PipelineRequest): string {
  return [
    home,
    ...suite.variables.map(({ variable, purpose }) => `${comment(purpose)}${variable}: \${{ secrets.${variable} }}`),
  ].join('\n');
}

/** A purpose is what somebody wrote into a profile: one line, whatever it holds. */
function comment(purpose: string | undefined): string {
  return purpose ? `# ${purpose.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()}\n` : '';
}

function uploadStep(request: PipelineRequest, name: string): string {
  return `- name: Keep the evidence, also of a red job
  if: \${{ always() }}
  uses: actions/upload-artifact@v4
  with:
    name: ${name}
    path: ${below(request, `${gateFiles.results}/`)}
    if-no-files-found: warn
    retention-days: ${limits.days}
    include-hidden-files: true
`;
}

/** A path below the workspace, as actions want it: from the root of the repository. */
function below({ folder }: PipelineRequest, path: string): string {
  return scalar(folder === '' ? path : `${folder}/${path}`);
}
