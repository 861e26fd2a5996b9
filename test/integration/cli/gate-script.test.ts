import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfExample, repository, WorkspaceBuilder } from '../workspace-builder';
import { type Mutation, mutations } from './gate-mutations';
import { rookJson } from './rook-command';
import { type Finished, runProgram } from './run-program';

/** The script as it is shipped: nothing in it is changed for the tests. */
const script = join(repository, 'engine/ci/templates/rook-ci.sh');
const fixtures = join(repository, 'examples/gate-fixtures');
const ids = 'SC-001,SC-002,SC-003';

const missing = ['bash', 'jq', 'tar'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);
const reason = missing.length > 0 && `needs ${missing.join(', ')}`;
const made: WorkspaceBuilder[] = [];
afterAll(() => {
  for (const workspace of made) workspace.remove();
});

/** A program on PATH. */
function program(workspace: WorkspaceBuilder, name: string, source: string): void {
  chmodSync(workspace.file(`bin/${name}`, source), 0o755);
}

function gateScript(workspace: WorkspaceBuilder, env: Record<string, string> = {}): Promise<Finished> {
  const { PATH = '' } = process.env;
  return runProgram('bash', [script], {
    cwd: workspace.root,
    env: {
      PATH: `${join(workspace.root, 'bin')}${delimiter}${PATH}`,
      HOME: workspace.root,
      ROOK_HOME: join(workspace.root, '.rook-home'),
      CI: 'true',
      ROOK_PROJECT_ID: 'desk',
      ROOK_AGENT_ID: 'desk',
      ROOK_PROFILE: 'local',
      ROOK_SCENARIO_IDS: ids,
      ROOK_RUN_NAME: 'github-1-1',
      LT_USERNAME: 'lt-user-name',
      LT_ACCESS_KEY: 'lt-access-key',
      ...env,
    },
  });
}

/** A workspace whose `rook` replays documents: nothing of the real one runs. */
function replaying(texts: Partial<Record<string, string | Uint8Array>>, runCode = 0): WorkspaceBuilder {
  const workspace = new WorkspaceBuilder().agent().scenario('SC-001');
  made.push(workspace);
  mkdirSync(join(workspace.root, 'replay'));
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(workspace.root, 'replay', file), text ?? '');
  for (const id of ['fixture-other', ...readdirSync(fixtures).map((name) => `fixture-${name}`)])
    workspace.file(join(workspace.agentDir(), 'runs', id, 'scenarios', 'note'), '');
  program(
    workspace,
    'rook',
    `#!/bin/sh
printf '%s\\n' "$*" >>calls
case "$1" in
  run) cat replay/run.json; exit ${runCode} ;;
  report) cat replay/report.json ;;
esac
`,
  );
  return workspace;
}

function textsOf(name: string): Record<string, string> {
  const files = ['run.json', 'report.json'].filter((file) => existsSync(join(fixtures, name, file)));
  // As a run of the agent whose workspace replays them.
  const read = (file: string): string =>
    readFileSync(join(fixtures, name, file), 'utf8').replace('"agent_id": "refund-desk"', '"agent_id": "desk"');
  return Object.fromEntries(files.map((file) => [file, read(file)]));
}

describe('the gate script on a green suite', () => {
  let workspace: WorkspaceBuilder;
  let finished: Finished;
  const suite = {
    ROOK_PROJECT_ID: 'ordercli-01',
    ROOK_AGENT_ID: 'order-cli',
    ROOK_SCENARIO_IDS: 'SC-001,SC-002,SC-006',
  };

  beforeAll(async () => {
    if (reason) return;
    workspace = copyOfExample('order-cli');
    made.push(workspace);
    const bundle = join(repository, 'dist/rook.js');
    program(workspace, 'rook', `#!/bin/sh\nprintf '%s\\n' "$*" >>calls\nexec '${process.execPath}' '${bundle}' "$@"\n`);
    finished = await gateScript(workspace, {
      ...suite,
      ROOK_ALLOW_RULES: 'bash(npm test)\n\nmcp_call(billing.lookup)\n',
    });
  });

  it('opens with our rook, and prints the counts and the id', ({ skip }) => {
    if (reason) skip(reason);
    expect(finished).toMatchObject({ code: 0, stderr: expect.stringContaining('3 of 3 passed') });
    expect(finished.stdout).toContain(
      'Pass: 3 | Fail: 0 | Unable to Verify: 0\nUnjudged: 0 | Not run: 0 | Unrunnable: 0\n',
    );
    expect(finished.stdout).toMatch(/\nRun ID: \S+\nGate open: 3 of 3 passed\.\n$/);
  });

  it('asks for what seed 004 asks for, each rule as a flag of its own', ({ skip }) => {
    if (reason) skip(reason);
    const [runId = ''] = /(?<=Run ID: )\S+/.exec(finished.stdout) ?? [];
    expect(workspace.read('calls').trim().split('\n')).toEqual([
      'project use ordercli-01',
      'agent use order-cli',
      'profile use local',
      'sync',
      'run --only SC-001,SC-002,SC-006 --profile local --concurrency 1 --name github-1-1 --allow bash(npm test) --allow mcp_call(billing.lookup) --json',
      `report ${runId} --json`,
    ]);
    const listed = spawnSync('tar', ['-tzf', join(workspace.root, 'rook-results/evidence.tar.gz')], {
      encoding: 'utf8',
    });
    expect(listed.stdout).toContain(`runs/${runId}/scenarios/SC-001/verdict.yaml\n`);
  });

  it('is agreed with by rook gate, on the folder that it leaves', async ({ skip }) => {
    if (reason) skip(reason);
    const args = ['gate', 'rook-results', '--expected', 'SC-001,SC-002,SC-006'];
    expect(await rookJson(args, { cwd: workspace.root })).toMatchObject({ code: 0, document: { gate: 'open' } });
  });

  it('refuses to start over results of another run, or without its variables', async ({ skip }) => {
    if (reason) skip(reason);
    expect(await gateScript(workspace, suite)).toMatchObject({
      code: 1,
      stderr: 'Gate closed, setup: rook-results is there already, and may be of another run\n',
    });
  });
});

describe('the gate script before it runs anything', () => {
  it.for<[string, Record<string, string>, string]>([
    ['a missing secret', { LT_ACCESS_KEY: '' }, 'LT_ACCESS_KEY is not set'],
    ['white space in the list', { ROOK_SCENARIO_IDS: 'SC-001, SC-002' }, 'white space'],
    ['an empty entry', { ROOK_SCENARIO_IDS: 'SC-001,,SC-002' }, 'empty entry'],
    ['an entry that a last comma leaves empty', { ROOK_SCENARIO_IDS: 'SC-001,' }, 'empty entry'],
    ['an id twice', { ROOK_SCENARIO_IDS: 'SC-001,SC-002,SC-001' }, 'names SC-001 twice'],
    ['an id that is a path', { ROOK_AGENT_ID: '../desk' }, 'ROOK_AGENT_ID is not an id'],
    ['no definitions', { ROOK_AGENT_ID: 'other' }, 'the definitions of agent other are not in'],
  ])('stops at %s', async ([, env, message], { skip }) => {
    if (reason) skip(reason);
    const workspace = replaying({});
    const { code, stderr } = await gateScript(workspace, env);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Gate closed, setup: `)]);
    expect(stderr).toContain(message);
    expect(workspace.has('calls')).toBe(false);
  });
});

const steps: Record<string, string> = {
  setup: 'setup',
  incomplete: 'incomplete',
  inconsistent: 'does not add up',
  finding: 'policy',
  blocked: 'policy',
};

describe.concurrent('the gate script on each fixture', () => {
  it.for(readdirSync(fixtures).filter((name) => !name.endsWith('.md')))('%s', async (name, { skip, expect }) => {
    if (reason) skip(reason);
    const { strict, exit_code } = JSON.parse(readFileSync(join(fixtures, name, 'expected.json'), 'utf8'));
    const { code, stdout, stderr } = await gateScript(replaying(textsOf(name), exit_code));
    if (strict === 'open') {
      expect([code, stdout]).toEqual([0, expect.stringContaining('Gate open: 3 of 3 passed.')]);
      return;
    }
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Gate closed, ${steps[strict]}: `)]);
    expect(stdout).not.toContain('Gate open');
    if (exit_code === 1) expect(stdout).toContain('rook run ended with exit code 1\n');
  });
});

describe.concurrent('a clean pass in which one thing is wrong', () => {
  it.for<Mutation>(mutations)('$name', async ({ step, message, kind, error, change }, { skip, expect }) => {
    if (reason) skip(reason);
    const { 'run.json': run = '', 'report.json': report = '' } = textsOf('clean-pass');
    const workspace = replaying(change({ 'run.json': run, 'report.json': report }));
    const { code, stdout, stderr } = await gateScript(workspace);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Gate closed, ${step}: `)]);
    expect(stderr).toContain(message);
    expect(stdout).not.toContain('Gate open');
    rmSync(join(workspace.agentDir(), 'runs'), { recursive: true }); // documents alone: there are no records to contradict them
    const gate = await rookJson(['gate', 'replay', '--expected', ids], { cwd: workspace.root });
    expect([gate.code, gate.document.gate, gate.document.kind]).toEqual([1, 'closed', kind]);
    expect(gate.document.error).toContain(error);
  });
});
