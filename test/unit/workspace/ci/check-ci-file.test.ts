import { describe, expect, it, test } from 'vitest';
import { checkCiFile } from '../../../../engine/workspace/ci/check-ci-file';
import { goodGitlab, goodJenkins, goodScript, goodWorkflow } from './ci-fixtures';

const files = {
  github: { path: '/repo/.github/workflows/gate.yml', good: goodWorkflow },
  script: { path: '/repo/ci/gate.sh', good: goodScript },
  gitlab: { path: '/repo/.gitlab-ci.yml', good: goodGitlab },
  jenkins: { path: '/repo/Jenkinsfile', good: goodJenkins },
};
type Kind = keyof typeof files;

/** What is found in a good file after one replacement, which must have changed it: `severity code: the text marked`. */
function found(kind: Kind, from: string | RegExp, to: string): string[] {
  const { path, good } = files[kind];
  const text = good.replace(from, () => to);
  expect(text).not.toBe(good);
  return shown(text, path);
}

function shown(text: string, path: string): string[] {
  return checkCiFile(text, path).map(
    ({ severity, code, range }) => `${severity} ${code}: ${text.slice(range.start, range.end)}`,
  );
}

test.each(Object.entries(files))('a good %s file has no problem', (_, { path, good }) => {
  expect(shown(good, path)).toEqual([]);
});

describe('what makes a red release green', () => {
  it.each<[Kind, string | RegExp, string, string[]]>([
    ['github', '  workflow_dispatch:', '  pull_request_target:', ['error ci-pull-request-target: pull_request_target']],
    [
      'github',
      'on:\n  workflow_dispatch:',
      'on: [push, pull_request_target]',
      ['error ci-pull-request-target: pull_request_target'],
    ],
    [
      'github',
      / {10}rook report[\s\S]*run\.json\n(?= {6}- if)/,
      '',
      ['error ci-exit-code-only: rook run --json > run.json'],
    ],
    ['script', /jq -e.*\n/, '', ['error ci-exit-code-only: rook run --json > rook-results/run.json']],
    [
      'gitlab',
      '- bash ci/rook-ci.sh',
      '- npx rook-vscode@0.1.0 run',
      ['error ci-exit-code-only: npx rook-vscode@0.1.0 run'],
    ],
    ['jenkins', 'bash ci/rook-ci.sh', 'rook run', ['error ci-exit-code-only: rook run']],
    [
      'github',
      'rook report "$run_id"',
      'rook report',
      ['error ci-report-without-id: rook report --json > report.json'],
    ],
    [
      'github',
      'rook gate run.json',
      'rook gate run.json || true',
      ['error ci-swallowed-exit: rook gate run.json || true'],
    ],
    [
      'github',
      'rook gate run.json',
      'rook gate run.json || { echo closed; }',
      ['error ci-swallowed-exit: rook gate run.json || { echo closed; }'],
    ],
    ['github', 'rook gate run.json', '! rook gate run.json', ['error ci-swallowed-exit: ! rook gate run.json']],
    ['github', 'rook gate run.json', 'rook gate run.json &', ['error ci-swallowed-exit: rook gate run.json']],
    [
      'github',
      'rook gate run.json',
      'rook gate --policy strict',
      ['error ci-report-without-id: rook gate --policy strict'],
    ],
    [
      'jenkins',
      "sh 'bash ci/rook-ci.sh'",
      "catchError(buildResult: 'SUCCESS', stageResult: 'FAILURE') {\n sh 'bash ci/rook-ci.sh'\n }",
      ['error ci-tolerated-failure: catchError'],
    ],
    ['jenkins', 'bash ci/rook-ci.sh', 'bash ci/rook-ci.sh || :', ['error ci-swallowed-exit: bash ci/rook-ci.sh || :']],
    [
      'github',
      '      - shell: bash',
      '      - continue-on-error: true',
      ['error ci-tolerated-failure: continue-on-error'],
    ],
    [
      'github',
      '    runs-on',
      '    continue-on-error: true\n    runs-on',
      ['error ci-tolerated-failure: continue-on-error'],
    ],
    ['gitlab', '  script:', '  allow_failure: true\n  script:', ['error ci-tolerated-failure: allow_failure']],
    ['script', 'set -euo pipefail', 'set -u', ['error ci-set-e: rook sync >&2']],
    ['script', 'set -euo pipefail\n', '', ['error ci-set-e: rook sync >&2']],
    [
      'script',
      /set -euo pipefail([\s\S]*)rook run --json > (\S+)/,
      'set -eu\nrook run --json | tee x',
      ['error ci-pipefail: rook run --json'],
    ],
    [
      'github',
      /- shell: bash([\s\S]*?)rook gate run.json/,
      '- run: |\n          rook run --json > run.json\n          rook gate run.json | tee x',
      ['error ci-pipefail: rook gate run.json'],
    ],
    ['jenkins', 'bash ci/rook-ci.sh', 'bash ci/rook-ci.sh | tee log', ['error ci-pipefail: bash ci/rook-ci.sh']],
    ['github', "'.report.totals.failed == 0'", '.report.totals.failed', ['error ci-jq-number: .report.totals.failed']],
    [
      'github',
      "'.report.totals.failed == 0'",
      '\'[.report.clusters[] | select(.kind == "compromised")] | length\'',
      ['error ci-jq-number: \'[.report.clusters[] | select(.kind == "compromised")] | length\''],
    ],
    ['github', "jq -e '.report", "jq '.report", ["error ci-jq-exit-status: '.report.totals.failed == 0'"]],
  ])('%s: %s → %s', (kind, from, to, problems) => {
    expect(found(kind, from, to)).toEqual(problems);
  });
});

describe('what makes it unsafe', () => {
  it.each<[Kind, string | RegExp, string, string[]]>([
    ['github', /permissions:\n.*\n/, '', ['warning ci-permissions: gate']],
    [
      'github',
      'cancel-in-progress: false',
      'cancel-in-progress: true',
      ['warning ci-cancel-in-progress: cancel-in-progress'],
    ],
    ['github', / {6}ROOK_HOME.*\n/, '', ['warning ci-rook-home: rook run --json > run.json']],
    ['gitlab', / {2}variables:\n.*\n/, '', ['warning ci-rook-home: bash ci/rook-ci.sh']],
    ['jenkins', / {4}ROOK_HOME.*\n/, '', ['warning ci-rook-home: bash ci/rook-ci.sh']],
    ['github', '- if: always()\n        uses', '- uses', ['warning ci-upload-always: actions/upload-artifact@v4']],
    ['gitlab', '    when: always\n', '', ['warning ci-upload-always: artifacts']],
    [
      'jenkins',
      'always {',
      'success {',
      ["warning ci-upload-always: archiveArtifacts artifacts: 'rook-results/**', allowEmptyArchive: true"],
    ],
    ['github', 'rook-vscode@0.1.0', 'rook-vscode@latest', ['warning ci-unpinned-install: rook-vscode@latest']],
    ['gitlab', 'rook-vscode@0.1.0', '@testmuai/rook', ['warning ci-unpinned-install: @testmuai/rook']],
    ['jenkins', 'rook-vscode@0.1.0', 'rook-vscode', ['warning ci-unpinned-install: rook-vscode']],
    [
      'github',
      'actions/checkout@v4',
      'someone/rook-vscode@main',
      ['warning ci-unpinned-install: someone/rook-vscode@main'],
    ],
    ['github', 'rook run --json', 'rook run --yes --json', ['warning ci-blanket-yes: --yes']],
    ['github', '> run.json', '> run.json 2>&1', ['warning ci-json-stderr: 2>&1']],
    ['github', '--json > run.json', '--json &> run.json', ['warning ci-json-stderr: &>']],
    [
      'github',
      '          rook run',
      '          rook explore --yes\n          rook run',
      ['warning ci-generates-in-gate: rook explore --yes', 'warning ci-blanket-yes: --yes'],
    ],
    [
      'github',
      '          rook run',
      '          rook profile add x\n          rook run',
      ['warning ci-generates-in-gate: rook profile add x'],
    ],
    ['github', '${{ secrets.AGENT_TOKEN }}', 'abc123', ['warning ci-literal-secret: AGENT_TOKEN']],
    ['jenkins', "credentials('agent-token')", "'abc123'", ['warning ci-literal-secret: AGENT_TOKEN']],
    ['script', 'mkdir', 'export LT_ACCESS_KEY=abc123\nmkdir', ['warning ci-literal-secret: LT_ACCESS_KEY=abc123']],
    ['github', 'SC-001,SC-004', 'SC-001, SC-004', ['warning ci-scenario-ids: ROOK_SCENARIO_IDS']],
    ['github', 'SC-001,SC-004', 'SC-001,SC-001', ['warning ci-scenario-ids: ROOK_SCENARIO_IDS']],
    ['github', 'SC-001,SC-004', 'SC-001,,SC-004', ['warning ci-scenario-ids: ROOK_SCENARIO_IDS']],
    [
      'github',
      '${{ secrets.AGENT_TOKEN }}',
      '${{ secrets.A }}\n          TARGET: http://localhost:3000',
      ['warning ci-localhost-target: TARGET'],
    ],
  ])('%s: %s → %s', (kind, from, to, problems) => {
    expect(found(kind, from, to)).toEqual(problems);
  });
});

describe('what is right, though it looks alike', () => {
  it.each<[Kind, string | RegExp, string]>([
    ['github', 'rook gate run.json', 'rook gate run.json || { echo closed; exit 1; }'],
    ['github', 'rook gate run.json', 'if ! rook gate run.json; then exit 1; fi'],
    ['github', 'rook run --json', "echo 'rook run --yes 2>&1'\n          rook run --json"],
    ['github', 'rook gate run.json', '# rook report --json\n          rook gate run.json'],
    ['github', '.report.totals.failed == 0', '.report.totals.failed == 0 and (.report.clusters | length) == 0'],
    [
      'github',
      'rook gate run.json',
      'failed=$(jq -er .report.totals.failed report.json)\n          rook gate run.json',
    ],
    [
      'github',
      'rook gate run.json',
      'jq \'.report.clusters[] | select(.kind == "failed")\' report.json\n          rook gate run.json',
    ],
    ['github', 'rook gate run.json', 'rook gate run.json 2>&1 | tee log'],
    ['github', '${{ secrets.AGENT_TOKEN }}', '$OTHER_TOKEN'],
    ['github', '${{ secrets.AGENT_TOKEN }}', '${{ secrets.A }}\n          TARGET: http://localhost.example.com'],
    ['github', '    runs-on', '    services: { agent: { image: agent } }\n    runs-on'],
    ['github', 'rook-results/', 'coverage/'],
    ['script', '#!/usr/bin/env bash\nset -euo pipefail', '#!/bin/bash -e'],
    ['gitlab', /^rook:\n {2}variables:\n.*\n/, '.base:\n  variables: { ROOK_HOME: x }\nrook:\n  extends: .base\n'],
    ['gitlab', /^rook:\n {2}variables:\n.*\n/, 'rook:\n  extends: [.from-another-file]\n'],
    ['script', /rook report[\s\S]*$/, 'rook run --shard 1/2 --json > x\nrook gate x\n'],
  ])('%s: %s → %s', (kind, from, to) => {
    expect(found(kind, from, to)).toEqual([]);
  });

  it('a target on the machine of the job that the job itself starts', () => {
    const text = goodWorkflow
      .replace('${{ secrets.AGENT_TOKEN }}', 'x$\n          TARGET: http://127.0.0.1:3000')
      .replace('          rook run', '          node server.mjs &\n          rook run');
    expect(shown(text, files.github.path)).toEqual([]);
  });
});

describe('files that are not ours', () => {
  const careless = 'on: pull_request_target\njobs:\n  a:\n    steps:\n      - run: make | tee log || true\n';
  it.each([
    ['/repo/.github/workflows/x.yml', careless],
    ['/repo/.github/workflows/x.yml', `${careless}      - run: kubectl -n rook-ceph get pods # rook\n`],
    ['/repo/.github/workflows/x.yml', `${careless}      - run: helm install rook rook-release/rook-ceph || true\n`],
    ['/repo/ci/x.sh', 'rook_dir=x\necho rook run || true\n'],
    ['/repo/scripts/x.sh', 'rook run\n'],
    ['/repo/docs/rook.yml', 'on: pull_request_target\njobs: {a: {steps: [{run: rook run}]}}\n'],
    ['/repo/.github/workflows/x.yml', 'on: [pull_request_target\njobs: {a: {steps: [{run: rook run}]}}\n'],
  ])('%s has no problem', (path, text) => {
    expect(shown(text, path)).toEqual([]);
  });
});

describe('a rule is silenced for one line', () => {
  it('by its code', () => {
    const silenced = '# rook-ignore-next-line ci-blanket-yes\n          rook run --yes --json';
    expect(found('github', 'rook run --json', silenced)).toEqual([]);
    expect(found('github', 'rook run --json', silenced.replace('blanket-yes', 'set-e'))).toEqual([
      'warning ci-blanket-yes: --yes',
    ]);
  });

  it('also above a key, and in a Jenkinsfile', () => {
    expect(
      found(
        'github',
        '  workflow_dispatch:',
        '  # rook-ignore-next-line ci-pull-request-target\n  pull_request_target:',
      ),
    ).toEqual([]);
    const archive = "// rook-ignore-next-line ci-blanket-yes, ci-exit-code-only\n        sh 'rook run --yes'";
    expect(found('jenkins', "sh 'bash ci/rook-ci.sh'", archive)).toEqual([]);
  });
});

test('a problem says where it is, in lines and columns', () => {
  const text = goodWorkflow.replace('rook run --json', 'rook run --yes --json');
  const line = text.split('\n').findIndex((one) => one.includes('--yes'));
  expect(checkCiFile(text, files.github.path)).toMatchObject([
    { file: files.github.path, line: line + 1, column: (text.split('\n')[line] ?? '').indexOf('--yes') + 1 },
  ]);
});

describe('what looks like a trap and is none', () => {
  it.each<[Kind, string, string]>([
    ['github', 'rook gate run.json', 'rook gate run.json || { echo closed; exit 1; }'],
    ['github', 'rook gate run.json', 'if ! rook gate run.json; then exit 1; fi'],
    ['github', 'rook run --json > run.json', 'rook run --json > run.json &\n          wait $!'],
    [
      'github',
      'rook gate run.json',
      "cat <<'EOF'\n          rook gate || true\n          EOF\n          rook gate run.json",
    ],
    [
      'jenkins',
      "sh 'bash ci/rook-ci.sh'",
      "catchError(buildResult: 'SUCCESS') { sh 'npm run lint' }\n sh 'bash ci/rook-ci.sh'",
    ],
    ['jenkins', "sh 'bash ci/rook-ci.sh'", "catchError { sh 'bash ci/rook-ci.sh' }"],
  ])('%s: %s → %s', (kind, from, to) => {
    expect(found(kind, from, to)).toEqual([]);
  });

  it('a Jenkins environment on one line', () => {
    const text =
      "pipeline { agent any\n environment { ROOK_HOME = 'x' }\n stages { stage('g') { steps { sh 'bash ci/rook-ci.sh' } } } }\n";
    expect(shown(text, '/repo/Jenkinsfile')).toEqual([]);
  });
});

it('a script of thousands of runs is read in a moment', () => {
  const text = Array.from({ length: 5000 }, (_, index) => `rook run --json > ${index}.json`).join('\n');
  const start = performance.now();
  expect(shown(text, '/repo/ci/long.sh').length).toBeGreaterThan(4999);
  expect(performance.now() - start).toBeLessThan(10_000);
});
