/** A workflow in which every rule is kept. */
export const goodWorkflow = `name: gate
on:
  workflow_dispatch:
permissions:
  contents: read
concurrency:
  group: rook
  cancel-in-progress: false
jobs:
  gate:
    runs-on: ubuntu-24.04
    env:
      ROOK_HOME: \${{ runner.temp }}/rook-home
      ROOK_SCENARIO_IDS: SC-001,SC-004
    steps:
      - uses: actions/checkout@v4
      - run: npm install --global rook-vscode@0.1.0
      - shell: bash
        env:
          AGENT_TOKEN: \${{ secrets.AGENT_TOKEN }}
        run: |
          rook run --json > run.json
          run_id=$(jq -er .run_id run.json)
          rook report "$run_id" --json > report.json
          jq -e '.report.totals.failed == 0' report.json
          rook gate run.json
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          path: rook-results/
`;

/** A script in which every rule is kept. */
export const goodScript = `#!/usr/bin/env bash
set -euo pipefail
mkdir -p rook-results
rook sync >&2
set +e
rook run --json > rook-results/run.json
code=$?
set -e
run_id=$(jq -er '.run_id' rook-results/run.json)
rook report "$run_id" --json > rook-results/report.json
jq -e --argjson expected 2 '.report.totals | .executed == $expected and .failed == 0' rook-results/report.json > /dev/null
jq -r '.report.totals | "Pass: \\(.passed)"' rook-results/report.json
`;

export const goodGitlab = `rook:
  variables:
    ROOK_HOME: $CI_PROJECT_DIR/.rook-home
  script:
    - npm install --global rook-vscode@0.1.0
    - bash ci/rook-ci.sh
  artifacts:
    when: always
    paths: [rook-results/]
`;

export const goodJenkins = `pipeline {
  agent any
  environment {
    ROOK_HOME = "\${WORKSPACE_TMP}/rook-home"
    AGENT_TOKEN = credentials('agent-token')
  }
  stages {
    stage('gate') {
      steps {
        sh 'npm install --global rook-vscode@0.1.0'
        sh 'bash ci/rook-ci.sh'
      }
    }
  }
  post {
    always {
      archiveArtifacts artifacts: 'rook-results/**', allowEmptyArchive: true
    }
  }
}
`;
