import { afterEach, expect, it } from 'vitest';
import { ServerClient, TestWorkspace } from './server-client';

const started: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.dispose();
});

async function start(files: Record<string, string>): Promise<ServerClient> {
  const workspace = await TestWorkspace.create(files);
  const client = new ServerClient(workspace);
  started.push(workspace, client);
  await client.initialize();
  return client;
}

const workflow = '/.github/workflows/gate.yml';
const good = `on: workflow_dispatch
permissions: { contents: read }
jobs:
  gate:
    runs-on: ubuntu-24.04
    env: { ROOK_HOME: /tmp/home }
    steps:
      - run: rook run --json > run.json
      - run: rook gate run.json
`;
const trapped = good.replace('workflow_dispatch', 'pull_request_target');

it('a workflow is checked on disk, and again when it changes there', async () => {
  const client = await start({ [workflow]: trapped });
  await client.untilShown(workflow, 'ci-pull-request-target');
  await client.workspace.write(workflow, good);
  await client.changedOnDisk({ [workflow]: 'Changed' });
  await client.untilShown(workflow);
});

it('a workflow is checked as it is typed, with the place of the trap', async () => {
  const client = await start({});
  await client.open(workflow, good.replace('rook gate run.json', 'rook gate run.json || true'));
  await client.untilShown(workflow, 'ci-swallowed-exit');
  const [diagnostic] = client.publications(workflow).at(-1)?.diagnostics ?? [];
  expect(diagnostic?.range).toEqual({ start: { line: 8, character: 13 }, end: { line: 8, character: 39 } });
  expect(diagnostic?.severity).toBe(1);
  await client.change(workflow, good);
  await client.untilShown(workflow);
});

it('scripts and Jenkinsfiles are checked, and files that do not use rook are not', async () => {
  const client = await start({
    '/ci/gate.sh': 'rook run --json > run.json\n',
    '/Jenkinsfile': "pipeline { stages { stage('x') { steps { sh 'rook run | tee log' } } } }\n",
    '/.github/workflows/other.yml': 'on: pull_request_target\njobs: { a: { steps: [{ run: make || true }] } }\n',
  });
  await client.untilShown('/ci/gate.sh', 'ci-exit-code-only');
  await client.untilShown('/Jenkinsfile', 'ci-exit-code-only', 'ci-pipefail', 'ci-rook-home');
  expect(client.publications('/.github/workflows/other.yml')).toEqual([]);
});
