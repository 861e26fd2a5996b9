import {
  approvals,
  gateFiles,
  indent,
  installCommand,
  limits,
  mergeScript,
  noAccount,
  type PipelineRequest,
  shardScript,
  suiteVariables,
} from './pipeline';

/** Named as the script of a pipeline job, below the workspace's folder. */
export const jenkinsfilePath = 'ci/Jenkinsfile.rook';

/** The release gate as a declarative Jenkins pipeline. */
export function jenkinsfile(request: PipelineRequest): string {
  const { suite, shards, folder } = request;
  const { results } = gateFiles;
  const set = [...suiteVariables(request), ...(shards > 1 ? [] : noAccount(request))].map(
    ([name, value]) => `${name} = ${groovy(value)}\n`,
  );
  const secrets = suite.variables.map(({ variable }) => `${variable} = credentials(${groovy(variable)})\n`);
  // A workspace of Jenkins keeps what earlier builds have left in it.
  const leftovers = [results, 'rook-shards'].map((name) => (folder === '' ? name : `"${folder}/${name}"`)).join(' ');
  const steps = shards > 1 ? shardSteps(request) : shell(`bash ${gateFiles.script}`);
  const within = (body: string): string => (folder === '' ? body : `dir(${groovy(folder)}) {\n${indent(body, 2)}}\n`);
  const kept = folder === '' ? `${results}/**` : `${folder}/${results}/**`;
  return `// The release gate of an AI agent, for a pipeline job that is started by hand. The agent needs Node.js 20, bash, jq and tar.
pipeline {
  agent any
  options {
    disableConcurrentBuilds()
    timeout(time: ${limits.minutes}, unit: 'MINUTES')
  }
  environment {
    // Of this build alone: grants of an earlier one must not count.
    ROOK_HOME = "\${WORKSPACE_TMP}/rook-home-\${BUILD_NUMBER}"
    PATH = "\${WORKSPACE_TMP}/rook-cli/bin:\${env.PATH}"
    ROOK_RUN_NAME = "jenkins-\${BUILD_NUMBER}"
${indent(set.join(''), 4)}  }
  stages {
    stage('Install rook ${request.version}') {
      steps {
${indent(shell(`rm -rf ${leftovers}`, installCommand(request, '$WORKSPACE_TMP/rook-cli')), 8)}      }
    }
    stage('Release gate') {
${secrets.length === 0 ? '' : `      environment {\n${indent(secrets.join(''), 8)}      }\n`}      steps {
${indent(
  within(
    `${approvals(request)
      .map((command) => shell(command))
      .join('')}${steps}`,
  ),
  8,
)}      }
    }
  }
  post {
    always {
      archiveArtifacts artifacts: ${groovy(kept)}, allowEmptyArchive: true
    }
  }
}
`;
}

/** The parts one after the other, each in a process of its own; nodes of one's own can run them beside each other. */
function shardSteps(request: PipelineRequest): string {
  const numbers = Array.from({ length: request.shards }, (_, index) => index + 1);
  const parts = numbers.map((number) => `rook-shards/${number}`);
  const runs = numbers.map((number, index) =>
    shell('#!/usr/bin/env bash', shardScript(request, `${number}/${request.shards}`, parts[index] ?? '')),
  );
  return [...runs, shell('#!/usr/bin/env bash', mergeScript(request, 'rook-shards'))].join('');
}

/** A `sh` step whose text Groovy leaves alone. */
function shell(...lines: string[]): string {
  const text = lines.join('\n');
  return text.includes('\n') || text.includes("'")
    ? `sh '''${text.replaceAll('\\', '\\\\')}\n'''\n`
    : `sh ${groovy(text)}\n`;
}

/** A text of Groovy in which nothing is filled in. */
function groovy(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
