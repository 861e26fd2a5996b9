import {
  approvals,
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

/** A file to include, below the workspace's folder. */
export const gitlabPipelinePath = 'ci/rook.gitlab-ci.yml';

/** The release gate as jobs for GitLab; with several shards, they run beside each other and a second job decides. */
export function gitlabPipeline(request: PipelineRequest): string {
  const { shards, suite, folder } = request;
  const include = folder === '' ? gitlabPipelinePath : `${folder}/${gitlabPipelinePath}`;
  const secrets = suite.variables.map(({ variable }) => variable).join(', ');
  return `# The release gate of an AI agent. Include it in .gitlab-ci.yml:
#   include:
#     - local: ${include}
# Started by hand, on the default branch alone.${secrets === '' ? '' : `\n# Protected and masked CI/CD variables that it needs: ${secrets}.`}
.rook:
  image: node:20-bookworm
  timeout: ${limits.minutes} minutes
  interruptible: false
  resource_group: rook-gate
  variables:
${indent(variableLines(suiteVariables(request)), 4)}
    ROOK_RUN_NAME: gitlab-$CI_PIPELINE_ID
${shards > 1 ? '' : `${indent(variableLines(noAccount(request)), 4)}\n`}    # Of this job alone: grants of an earlier one must not count.
    ROOK_HOME: $CI_PROJECT_DIR/.rook-home-$CI_JOB_ID
  before_script:
    - apt-get update -qq && apt-get install -y -qq jq > /dev/null
    - ${installCommand(request, '$CI_PROJECT_DIR/.rook-cli')}
    - export PATH="$CI_PROJECT_DIR/.rook-cli/bin:$PATH"${folder === '' ? '' : `\n    - ${scalar(`cd "${folder}"`)}`}
${approvals(request)
  .map((command) => `    - ${command}\n`)
  .join('')}
${shards > 1 ? shardJobs(request) : gateJob(request)}`;
}

const byHand = `rules:
  - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
    when: manual
`;

function gateJob(request: PipelineRequest): string {
  return `rook-gate:
  extends: .rook
  environment: rook-gate
${indent(byHand, 2)}  script:
    - bash ${gateFiles.script}
${indent(artifacts(request, gateFiles.results), 2)}`;
}

function shardJobs(request: PipelineRequest): string {
  const part = 'rook-shards/$CI_NODE_INDEX';
  return `rook-run:
  extends: .rook
  environment: rook-gate
  parallel: ${request.shards}
  # The parts run beside each other.
  resource_group: rook-gate-$CI_NODE_INDEX
${indent(byHand, 2)}  script:
    - |
${indent(shardScript(request, '$CI_NODE_INDEX/$CI_NODE_TOTAL', part), 6)}
${indent(artifacts(request, 'rook-shards'), 2)}
rook-gate:
  extends: .rook
  needs:
    - job: rook-run
      artifacts: true
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  script:
    - |
${indent(mergeScript(request, 'rook-shards'), 6)}
${indent(artifacts(request, gateFiles.results), 2)}`;
}

function artifacts({ folder }: PipelineRequest, path: string): string {
  return `artifacts:
  when: always
  expire_in: ${limits.days} days
  paths:
    - ${scalar(folder === '' ? `${path}/` : `${folder}/${path}/`)}
`;
}
