import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PolicyFile } from '../../../../schemas/policy';
import { WorkspaceBuilder } from '../../workspace-builder';
import { rook, rookJson } from '../rook-command';
import { bundle, GateRoom, passing } from './gate-room';
import { npmThatInstalls } from './job-runner';

let room: GateRoom;
beforeEach(() => {
  room = new GateRoom();
});
afterEach(() => room.workspace.remove());

const init = (...words: string[]) => rookJson(['ci', 'init', ...words], { cwd: room.root });
const only = ['--profile', 'local', '--only', passing.join(',')];
const problemsOfCi = async (): Promise<string[]> => {
  const { document } = await rookJson(['sync'], { cwd: room.root });
  return document.problems.map(({ code }: { code: string }) => code).filter((code: string) => code.startsWith('ci-'));
};

describe('what is written', () => {
  it.each([
    ['github', '.github/workflows/rook.yml'],
    ['gitlab', 'ci/rook.gitlab-ci.yml'],
    ['jenkins', 'ci/Jenkinsfile.rook'],
  ])('for %s falls into none of the traps', async (system, file) => {
    for (const shards of ['1', '3']) {
      const { document } = await init(system, ...only, '--shards', shards, '--force');
      expect(document.ok).toBe(true);
      expect(room.text(file).length).toBeGreaterThan(500);
      if (file.endsWith('yml')) expect(parse(room.text(file))).toBeTypeOf('object');
      expect(await problemsOfCi()).toEqual([]);
    }
    // Else the silence would prove nothing.
    room.workspace.file(
      file,
      room
        .text(file)
        .replace('rook-vscode@', 'rook-vscode@latest #')
        .replace(/#\d\S*/, ''),
    );
    expect(await problemsOfCi()).toEqual(['ci-unpinned-install']);
  });

  it('is a script that bash reads and may start, and a policy as strict as it can be', async () => {
    const { document } = await init('github', ...only);
    expect(document).toEqual({
      ok: true,
      written: ['.github/workflows/rook.yml', 'ci/rook-ci.sh', 'ci/rook-policy.yaml'],
    });
    expect(statSync(join(room.root, 'ci/rook-ci.sh')).mode & 0o111).toBe(0o111);
    expect(spawnSync('bash', ['-n', 'ci/rook-ci.sh'], { cwd: room.root }).status).toBe(0);
    expect(PolicyFile.parse(parse(room.text('ci/rook-policy.yaml')))).toEqual({
      name: 'release',
      min_pass_rate: 1,
      max_failed: 0,
      unverifiable: { max: 0 },
      max_unjudged: 0,
      max_not_run: 0,
      max_unrunnable: 0,
      allow_compromised: false,
      allow_flaky: false,
    });
  });

  it('gives the job what an MCP server cannot do without, and says what it reads besides', async () => {
    const flags = ['ci', 'init', 'github', '--profile', 'local', '--only', 'SC-015', '--force'];
    const environments = () => JSON.stringify(room.workflow().jobs.gate?.steps.map(({ env }) => env));
    const optional = await rook(flags, { cwd: room.root });
    expect(optional.stdout).toContain('REFUND_LEDGER (read by the MCP server refund-status)');
    expect(environments()).not.toContain('REFUND_LEDGER');
    const definition = room.text('.testmuai/rook/mcp.json').replace('${REFUND_LEDGER:-}', '${REFUND_LEDGER}');
    room.workspace.file('.testmuai/rook/mcp.json', definition);
    expect((await rook(flags, { cwd: room.root })).stdout).toContain('Give it these secrets: REFUND_LEDGER.');
    expect(environments()).toContain('secrets.REFUND_LEDGER');
  });

  it('names what probes that only read need, and no rule for one that writes', async () => {
    await init('github', '--profile', 'local');
    expect(room.workflow().env.ROOK_ALLOW_RULES).toBe(
      'mcp_start(refund-status)\nmcp_call(refund-status.lookup_refund)\n',
    );
  });

  it('tells people what is left to do', async () => {
    const { stdout } = await rook(['ci', 'init', 'github', '--profile', 'staging'], { cwd: room.root });
    for (const words of [
      '.github/workflows/rook.yml',
      'rook-gate',
      'REFUND_API_TOKEN, BASE_URL',
      'rook gate self-test',
    ])
      expect(stdout).toContain(words);
  });
});

describe('what a pipeline is written from', () => {
  it('are the folders as they are called, which is not always by the id', async () => {
    const agents = '.testmuai/rook/projects/harbour-goods/agents';
    renameSync(join(room.root, agents, 'refund-desk'), join(room.root, agents, 'Desk--refund-desk'));
    await init('github', ...only, '--shards', '2');
    const script = room.workflow().jobs.run?.steps.find(({ name }) => name?.startsWith('Run one part'))?.run;
    expect(script).toContain(`cp -R "${agents}/Desk--refund-desk/runs/$run_id"`);
  });

  it('names no variable twice, also when the agent itself needs the account', async () => {
    const workspace = new WorkspaceBuilder().agent().hook('').scenario('SC-1');
    workspace.profile('local', ['execute'], { env: [{ variable: 'LT_USERNAME', purpose: 'x' }] });
    await rookJson(['ci', 'init', 'github'], { cwd: workspace.root });
    const text = workspace.read('.github/workflows/rook.yml');
    expect(text.match(/^ +LT_USERNAME: .*$/gm)).toEqual([expect.stringContaining('${{ secrets.LT_USERNAME }}')]);
    workspace.remove();
  });
});

describe('what is there already', () => {
  it('stays, and then nothing is written', async () => {
    room.workspace.file('ci/rook-policy.yaml', 'name: mine\n');
    const { code, document } = await init('github', ...only);
    expect(code).toBe(1);
    expect(document.error).toBe('ci/rook-policy.yaml is there already, with another text');
    expect(room.workspace.has('.github')).toBe(false);
    expect(room.text('ci/rook-policy.yaml')).toBe('name: mine\n');
  });

  it('is written over with --force; what is the same already is not told as written', async () => {
    await init('github', ...only);
    room.workspace.file('ci/rook-policy.yaml', 'name: mine\n');
    expect((await init('github', ...only, '--force')).document).toEqual({ ok: true, written: ['ci/rook-policy.yaml'] });
    expect((await init('github', ...only)).document).toEqual({ ok: true, written: [] });
  });
});

describe('the system', () => {
  it('is known from what is in the repository', async () => {
    mkdirSync(join(room.root, '.github'));
    expect((await init(...only)).document.written[0]).toBe('.github/workflows/rook.yml');
  });

  it('is known from where the repository comes from', async () => {
    room.workspace.file('.git/config', '[remote "origin"]\n\turl = git@gitlab.example.com:desk/desk.git\n');
    expect((await init(...only)).document.written[0]).toBe('ci/rook.gitlab-ci.yml');
  });

  it.each([
    [[], /^nothing in .* shows which system/],
    [['.github/x', 'Jenkinsfile'], /^this repository has files of github and jenkins$/],
  ])('must be named when %j is there', async (files, error) => {
    for (const file of files) room.workspace.file(file, 'x');
    const { code, document } = await init(...only);
    expect(code).toBe(1);
    expect(document.error).toMatch(error);
    expect(document.remedy).toContain('rook ci init github, rook ci init gitlab, rook ci init jenkins');
  });
});

describe('what cannot be gated is refused', () => {
  it.each([
    [['travis'], 'travis is no system that pipelines are written for'],
    [['github', '--only', 'SC-999'], 'there is no scenario SC-999'],
    [['github', '--profile', 'local', '--only', 'SC-012'], 'scenario SC-012 cannot run: '],
    [['github', '--profile', 'nobody'], 'there is no profile nobody'],
    [['github', '--profile', 'local', '--only', 'SC-001', '--shards', '2'], '2 shards are more than the suite has'],
    [['github', '--shards', '0'], '--shards must be a whole number from 1 to 256, found 0'],
  ])('%j', async (words, error) => {
    const before = readdirSync(room.root);
    const { code, document } = await init(...words);
    expect(code).toBe(1);
    expect(document.error).toContain(error);
    expect(readdirSync(room.root)).toEqual(before);
  });

  it('a folder that would mean something in a pipeline', async () => {
    const outer = new WorkspaceBuilder();
    outer.file('.git/HEAD', 'ref: refs/heads/main\n');
    for (const [name, said] of [
      ['it; touch x', 'the folder "it; touch x" cannot stand in a pipeline'],
      ['${{ github.token }}', 'the folder "${{ github.token }}" cannot stand in a pipeline'],
      ['-dash', 'the folder "-dash" cannot stand in a pipeline'],
      ['my agent', undefined],
    ] as const) {
      const folder = join(outer.root, name);
      cpSync(room.root, folder, { recursive: true });
      const { document } = await rookJson(['ci', 'init', 'gitlab', ...only], { cwd: folder });
      expect([name, document.error]).toEqual([name, said]);
    }
    const jobs = parse(outer.read('my agent/ci/rook.gitlab-ci.yml'));
    expect(jobs['.rook'].before_script).toContain('cd "my agent"');
    outer.remove();
  });

  it('a probe whose rule would be another one in a pipeline', async () => {
    const probe = (server: string, tool: string) => ({
      acceptance_criteria: [{ id: 'P', statement: 'x', check: 'mcp_probe', server, tool, expect: { exists: true } }],
    });
    for (const server of ['desk)\nbash(*', '${{ secrets.X }}']) {
      const workspace = new WorkspaceBuilder().agent().profile('local', ['execute']).hook('');
      workspace.scenario('SC-1', probe(server, 'get_order'));
      const { document } = await rookJson(['ci', 'init', 'github'], { cwd: workspace.root });
      expect(document.error).toMatch(/^the rule ".*", which a probe needs, cannot stand in a pipeline$/);
      workspace.remove();
    }
  });

  it('an id that would mean something in a pipeline', async () => {
    const workspace = new WorkspaceBuilder().agent().profile('local', ['execute']).hook('').scenario('${{ x }}');
    const { document } = await rookJson(['ci', 'init', 'github'], { cwd: workspace.root });
    expect(document.error).toBe('the id "${{ x }}" cannot stand in a pipeline');
    workspace.remove();
  });
});

/** Runs lines in one shell, with variables as the system gives them. */
function inBash(script: string, variables: Record<string, string>) {
  const path = `${npmThatInstalls(bundle, join(room.root, '.npm'))}:${process.env.PATH}`;
  const env = { HOME: room.root, PATH: path, CI: 'true', ...variables };
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: room.root,
    env,
    encoding: 'utf8',
  });
  return { status, log: `${stdout}${stderr}` };
}

describe('the jobs for GitLab', () => {
  const jobVariables = (job: { variables: Record<string, string> }, more: Record<string, string>) => {
    const given: Record<string, string> = { CI_PROJECT_DIR: room.root, CI_JOB_ID: '5', CI_PIPELINE_ID: '6', ...more };
    const fill = (text: string) => text.replace(/\$(\w+)/g, (whole, name: string) => given[name] ?? whole);
    return {
      ...given,
      ...Object.fromEntries(Object.entries(job.variables).map(([name, value]) => [name, fill(String(value))])),
    };
  };
  const lines = (...scripts: string[][]) =>
    scripts
      .flat()
      .filter((line) => !line.startsWith('apt-get'))
      .join('\n');

  it('decide in one job', async () => {
    await init('gitlab', ...only);
    const jobs = parse(room.text('ci/rook.gitlab-ci.yml'));
    const script = lines(jobs['.rook'].before_script, jobs['rook-gate'].script);
    const { status, log } = inBash(script, jobVariables(jobs['.rook'], {}));
    expect(log).toContain('open');
    expect(status).toBe(0);
  });

  it('run beside each other, and are put together', async () => {
    await init('gitlab', ...only, '--shards', '2');
    const jobs = parse(room.text('ci/rook.gitlab-ci.yml'));
    expect(jobs['rook-run'].parallel).toBe(2);
    for (const index of ['1', '2']) {
      room.clean();
      const script = lines(jobs['.rook'].before_script, jobs['rook-run'].script);
      const { status, log } = inBash(
        script,
        jobVariables(jobs['.rook'], { CI_NODE_INDEX: index, CI_NODE_TOTAL: '2', CI_JOB_ID: index }),
      );
      expect(`${status} ${log}`).toMatch(/^0 /);
    }
    room.clean();
    const merge = lines(jobs['.rook'].before_script, jobs['rook-gate'].script);
    const { status, log } = inBash(merge, jobVariables(jobs['.rook'], {}));
    expect(log).toContain('open');
    expect(status).toBe(0);
  });
});

describe('the pipeline for Jenkins', () => {
  /** What Groovy makes of the `sh` steps. */
  const steps = () =>
    [...room.text('ci/Jenkinsfile.rook').matchAll(/\bsh ('''|')([\s\S]*?)\1/g)].map(([, , text = '']) =>
      text.replaceAll('\\\\', '\\'),
    );
  const variables = () => {
    const set = [...room.text('ci/Jenkinsfile.rook').matchAll(/^ {4}(ROOK\w+|LT\w+) = (['"])(.*)\2$/gm)];
    const fill = (text: string) =>
      text.replace('${WORKSPACE_TMP}', `${room.root}/.tmp`).replace('${BUILD_NUMBER}', '3').replaceAll('\\n', '\n');
    return Object.fromEntries(set.map(([, name = '', , value = '']) => [name, fill(value)]));
  };

  it.each(['1', '2'])('decides, in %s parts', async (shards) => {
    await init('jenkins', ...only, '--shards', shards);
    const env = { ...variables(), WORKSPACE_TMP: `${room.root}/.tmp` };
    expect(env).toMatchObject({ ROOK_SCENARIO_IDS: passing.join(',') });
    const path = `export PATH="${room.root}/.tmp/rook-cli/bin:$PATH"\n`;
    // The second build finds what the first has left: runs, parts and results.
    for (const _build of shards === '1' ? [1] : [1, 2]) {
      const logs = steps().map((step) => {
        const { status, log } = inBash(path + step, env);
        expect(`${status} ${log}`).toMatch(/^0 /);
        return log;
      });
      expect(logs.at(-1)).toContain('open');
    }
  });
});
