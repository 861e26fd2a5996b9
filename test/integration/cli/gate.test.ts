import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { hookScript, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

/** Answers "done", but to goals that say otherwise: "fail" is answered wrongly, "silence" is not observable. */
const hook = hookScript({
  execute: `const goal = readFileSync(0, 'utf8');
    print({ output: goal.includes('fail') ? '\\u001b[2Jno\\n::error::x' : 'done' });`,
});
const unobserved = { calls: [{ tool: 'lookup', expect: 'called' }] };

function build(): WorkspaceBuilder {
  return new WorkspaceBuilder()
    .agent()
    .profile('local', ['execute'], { capabilities: { calls: true } })
    .hook(hook)
    .scenario('SC-1')
    .scenario('SC-2')
    .scenario('SC-3', { goal: 'fail' })
    .scenario('SC-4', { ...unobserved, tags: ['wip'], category: 'boundary', class: 'functional' });
}

let workspace: WorkspaceBuilder;
/** Runs of the same workspace by name. */
const runs: Record<string, { id: string; dir: string }> = {};
const inWorkspace = () => ({ cwd: workspace.root });
const gate = (args: string[], env: Record<string, string> = {}) =>
  rookJson(['gate', ...args], { ...inWorkspace(), env });

beforeAll(async () => {
  workspace = build();
  for (const [name, only] of [
    ['green', 'SC-1,SC-2'],
    ['red', 'SC-1,SC-3'],
    ['open', 'SC-2,SC-4'],
  ] as const) {
    const { document, stdout } = await rookJson(['run', '--only', only], inWorkspace());
    workspace.file(`${name}.json`, stdout);
    const report = await rookJson(['report', document.run_id], inWorkspace());
    workspace.file(`kept-${name}/run.json`, stdout);
    workspace.file(`kept-${name}/report.json`, report.stdout);
    runs[name] = { id: document.run_id, dir: report.document.dir };
  }
});
afterAll(() => workspace.remove());

const run = (name: string) => runs[name] ?? { id: '', dir: '' };

/** A copy of a run's folder, to be changed. */
function copyOf(name: string): string {
  const dir = join(workspace.root, `copies/${Math.random().toString(36).slice(2)}`);
  cpSync(run(name).dir, dir, { recursive: true });
  return dir;
}

function changeYaml(file: string, change: (value: Record<string, unknown>) => void): void {
  const value = parse(readFileSync(file, 'utf8'));
  change(value);
  writeFileSync(file, stringify(value));
}

describe('rook gate on a run', () => {
  it('opens by its id, its document, its folder and what a pipeline keeps', async () => {
    const { id, dir } = run('green');
    for (const target of [id, 'green.json', dir, 'kept-green', copyOf('green')]) {
      const { code, document } = await gate([target, '--expected', 'SC-2,SC-1']);
      expect([target, code, document.gate, document.run_id]).toEqual([target, 0, 'open', id]);
      expect(document).toMatchObject({ ok: true, reasons: [], totals: { planned: 2, passed: 2 } });
    }
  });

  it('takes the newest run when none is named, and tells an Unable to Verify apart', async () => {
    const { code, stdout } = await rook(['gate'], inWorkspace());
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^Gate closed: 1 scenario could not be verified\.\n {2}Blocked by the policy\. This is no failure/,
    );
    expect(stdout).toMatch(/\nPass +1\nFail +0\nUnable to Verify +1\n/);
    expect(await gate(['--policy', 'general'])).toMatchObject({ code: 0, document: { policy: { name: 'general' } } });
  });

  it('is closed by a finding, and shows what the agent wrote as data', async () => {
    const { code, stdout, stderr } = await rook(['gate', run('red').id], inWorkspace());
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^Gate closed: 1 scenario failed\.\n {2}Finding about the agent\./);
    expect(stdout).not.toMatch(/\u001b|^\s*::/m);
  });

  it('says which ids were not planned', async () => {
    const { document } = await gate([run('green').id, '--expected', 'SC-1,SC-9']);
    expect(document).toMatchObject({ kind: 'inconsistent', error: 'the run did not plan what was expected: SC-9' });
    expect((await gate(['--expected', 'SC-1, SC-2'])).document).toMatchObject({ kind: 'setup' });
  });
});

describe('rook gate on a folder that was changed', () => {
  it.each<[string, string, string, (dir: string) => void]>([
    [
      'a torn verdict',
      'inconsistent',
      'verdict.yaml of SC-1 cannot be read',
      (dir) => writeFileSync(join(dir, 'scenarios/SC-1/verdict.yaml'), 'status: [Pa'),
    ],
    [
      'a verdict that is gone',
      'inconsistent',
      'passed is 2, but the records of the run say 1',
      (dir) => rmSync(join(dir, 'scenarios/SC-1/verdict.yaml')),
    ],
    [
      'a verdict of another status',
      'inconsistent',
      'passed is 2, but the records',
      (dir) =>
        changeYaml(join(dir, 'scenarios/SC-1/verdict.yaml'), (verdict) => {
          verdict.status = 'Fail';
        }),
    ],
    [
      'a verdict of another scenario',
      'inconsistent',
      'is of scenario SC-2',
      (dir) => cpSync(join(dir, 'scenarios/SC-2/verdict.yaml'), join(dir, 'scenarios/SC-1/verdict.yaml')),
    ],
    [
      'a verdict of another run',
      'inconsistent',
      'is of run other',
      (dir) =>
        changeYaml(join(dir, 'scenarios/SC-1/verdict.yaml'), (verdict) => {
          verdict.run_id = 'other';
        }),
    ],
    [
      'a report of another run',
      'inconsistent',
      'is other',
      (dir) =>
        changeYaml(join(dir, 'report.yaml'), (report) => {
          report.run_id = 'other';
        }),
    ],
    [
      'a Pass whose criterion failed',
      'inconsistent',
      'verdict.yaml of SC-1 says Pass, but its criterion C1 is Fail',
      (dir) =>
        changeYaml(join(dir, 'scenarios/SC-1/verdict.yaml'), (verdict) => {
          verdict.criteria = [{ ...(verdict.criteria as object[])[0], status: 'Fail' }];
        }),
    ],
    [
      'a Pass whose failed criterion is gone',
      'inconsistent',
      'says Pass for 0 criteria, but the copy of its scenario has 1',
      (dir) =>
        changeYaml(join(dir, 'scenarios/SC-1/verdict.yaml'), (verdict) => {
          verdict.criteria = [];
        }),
    ],
    [
      'a scenario that was taken out of the plan',
      'inconsistent',
      'run.yaml does not list SC-3, which there are records of',
      (dir) => cpSync(join(run('red').dir, 'scenarios/SC-3'), join(dir, 'scenarios/SC-3'), { recursive: true }),
    ],
    [
      'a scenario that stands in the plan twice',
      'inconsistent',
      'run.yaml lists SC-1 twice',
      (dir) =>
        changeYaml(join(dir, 'run.yaml'), (file) => {
          file.included = [...(file.included as object[]), (file.included as object[])[0]];
        }),
    ],
    [
      'a report of another agent',
      'inconsistent',
      'run.yaml, agent_id is',
      (dir) =>
        changeYaml(join(dir, 'report.yaml'), (report) => {
          report.agent_id = 'other';
        }),
    ],
    [
      'a run of another agent',
      'inconsistent',
      'the run is of agent other',
      (dir) => {
        for (const name of ['run.yaml', 'report.yaml'])
          changeYaml(join(dir, name), (file) => {
            file.agent_id = 'other';
          });
      },
    ],
    [
      'verdicts carried over that the report does not count',
      'inconsistent',
      'carried_forward is 0, but the records of the run say 1',
      (dir) =>
        changeYaml(join(dir, 'run.yaml'), (file) => {
          file.carried = ['SC-1'];
        }),
    ],
    [
      'a part of a plan',
      'incomplete',
      'is of shard 1 of 2',
      (dir) =>
        changeYaml(join(dir, 'run.yaml'), (file) => {
          file.shard = { index: 1, total: 2, plan: ['SC-1', 'SC-2', 'SC-3'], plan_digest: 'sha256:x' };
        }),
    ],
    [
      'a run in test mode',
      'incomplete',
      'in test mode',
      (dir) =>
        changeYaml(join(dir, 'run.yaml'), (file) => {
          file.test_mode = true;
        }),
    ],
    ['no report', 'incomplete', 'has no report.yaml', (dir) => rmSync(join(dir, 'report.yaml'))],
    [
      'a torn report',
      'inconsistent',
      'report.yaml of run',
      (dir) => writeFileSync(join(dir, 'report.yaml'), 'totals: {'),
    ],
    [
      'a run that was halted',
      'incomplete',
      'was halted: 3 in a row',
      (dir) =>
        changeYaml(join(dir, 'run.yaml'), (file) => Object.assign(file, { status: 'halted', reason: '3 in a row' })),
    ],
    [
      'a run that did not end',
      'incomplete',
      'still running, or was killed',
      (dir) =>
        changeYaml(join(dir, 'run.yaml'), (file) => {
          file.status = 'running';
        }),
    ],
    [
      'a run that does not say how it ended',
      'incomplete',
      'has no status',
      (dir) =>
        changeYaml(join(dir, 'run.yaml'), (file) => {
          delete file.status;
        }),
    ],
    ['a torn run.yaml', 'incomplete', 'cannot be read', (dir) => writeFileSync(join(dir, 'run.yaml'), 'id: [')],
  ])('is closed by %s', async (_what, kind, error, change) => {
    const dir = copyOf('green');
    change(dir);
    const { code, document } = await gate([dir]);
    expect([code, document.kind]).toEqual([1, kind]);
    expect(document.error).toContain(error);
  });

  it('looks into the records of a run whose document is given, too', async () => {
    const verdict = join(run('green').dir, 'scenarios/SC-1/verdict.yaml');
    renameSync(verdict, `${verdict}.aside`);
    const closed = await gate(['green.json']);
    renameSync(`${verdict}.aside`, verdict);
    expect(closed.document).toMatchObject({ kind: 'inconsistent', error: expect.stringContaining('the records') });
  });
});

describe('what is not there or no run', () => {
  it.each<[string, string[], string, string]>([
    ['an id', ['2020-01-01T00-00-00Z'], 'setup', 'there is no run 2020-01-01T00-00-00Z'],
    ['a file', ['nowhere/run.json'], 'setup', 'there is no nowhere/run.json'],
    ['a folder without documents', ['.testmuai'], 'setup', 'holds neither run.json nor run.yaml'],
    ['a report that was not fetched', ['green.json', '--report', 'nowhere.json'], 'setup', 'nowhere.json is missing'],
    ['a policy', ['--policy', 'nowhere.yaml'], 'setup', 'there is no policy nowhere.yaml'],
    ['a base', ['--base', 'nowhere', '--policy', 'general'], 'setup', 'there is no run nowhere'],
    ['a document of rook report alone', ['kept-green/report.json'], 'incomplete', 'a document of rook report'],
  ])('closes the gate: %s', async (_what, args, kind, error) => {
    const { code, document } = await gate(args);
    expect([code, document.gate, document.kind]).toEqual([1, 'closed', kind]);
    expect(document.error).toContain(error);
  });

  it('does not need a workspace for documents', async () => {
    const elsewhere = new WorkspaceBuilder();
    cpSync(join(workspace.root, 'kept-green'), join(elsewhere.root, 'kept'), { recursive: true });
    const { code, document } = await rookJson(['gate', 'kept'], { cwd: elsewhere.root });
    expect([code, document.gate]).toEqual([0, 'open']);
    expect((await rookJson(['gate'], { cwd: elsewhere.root })).document).toMatchObject({
      gate: 'closed',
      kind: 'setup',
    });
    elsewhere.remove();
  });

  it('reads what a refused or halted rook run printed', async () => {
    const refused = await rookJson(['run', '--only', 'SC-9'], inWorkspace());
    expect([refused.code, refused.document.ok]).toEqual([1, false]);
    workspace.file('refused.json', refused.stdout);
    const { document } = await gate(['refused.json']);
    expect(document).toMatchObject({ kind: 'setup', error: expect.stringContaining(refused.document.error) });
    expect(document.remedy).toBe(refused.document.remedy);
  });
});

describe('a policy file', () => {
  const policy = (name: string, rules: object): string => {
    workspace.file(`policies/${name}.yaml`, { name, ...rules });
    return `policies/${name}.yaml`;
  };

  it.each<[string, string, object, string | undefined]>([
    ['an allowed tag', 'open', { unverifiable: { allow_tags: ['wip'] } }, undefined],
    ['an allowed category', 'open', { unverifiable: { allow_categories: ['boundary'] } }, undefined],
    ['another tag', 'open', { unverifiable: { allow_tags: ['smoke'] } }, 'blocked'],
    ['a number of failures', 'red', { max_failed: 1 }, undefined],
    ['a pass rate', 'red', { max_failed: 1, min_pass_rate: 0.6 }, 'blocked'],
    ['a required criterion that passed', 'green', { required_criteria: ['SC-1/C1'] }, undefined],
    ['a required criterion that failed', 'red', { max_failed: 9, required_criteria: ['SC-3/C1'] }, 'finding'],
    [
      'a required criterion that is open',
      'open',
      { unverifiable: { max: 9 }, required_criteria: ['SC-4/CALL-01'] },
      'blocked',
    ],
    ['a required criterion that is not there', 'green', { required_criteria: ['SC-1/C7'] }, 'blocked'],
    ['a required criterion of a scenario that was not planned', 'green', { required_criteria: ['SC-3/C1'] }, 'blocked'],
  ])('decides by %s', async (what, name, rules, kind) => {
    const { document } = await gate([run(name).id, '--policy', policy(what.replaceAll(' ', '-'), rules)]);
    expect([document.gate, document.kind]).toEqual([kind ? 'closed' : 'open', kind]);
  });

  it('is refused at the line that is wrong', async () => {
    workspace.file('policies/wrong.yaml', 'name: wrong\nmax_fialed: 2\n');
    expect((await gate([run('green').id, '--policy', 'policies/wrong.yaml'])).document).toMatchObject({
      kind: 'setup',
      error: 'policies/wrong.yaml:2:1: a policy has no max_fialed',
      remedy: 'Did you mean max_failed?',
    });
  });
});

describe('--base', () => {
  it('closes the gate for what fails newly, even where failures are allowed', async () => {
    const base = workspace.file('base/report.json', readFileSync(join(workspace.root, 'kept-red/report.json'), 'utf8'));
    workspace.file('policies/lax.yaml', { name: 'lax', max_failed: 5, allow_newly_failing: false });
    const before = build();
    const broken = await rookJson(['run', '--only', 'SC-1,SC-2'], { cwd: before.root });
    before.hook(hookScript({ execute: "print({ output: 'no' });" }));
    await rook(['run', '--only', 'SC-1'], { cwd: before.root });
    const args = ['gate', '--policy', join(workspace.root, 'policies/lax.yaml'), '--base', broken.document.run_id];
    const { document } = await rookJson(args, { cwd: before.root });
    before.remove();
    expect(document).toMatchObject({ kind: 'finding', error: expect.stringContaining('SC-1 fails newly') });
    expect(document.comparison.newly_failing).toHaveLength(1);
    expect((await gate([run('green').id, '--base', base])).document).toMatchObject({ gate: 'open' });
  });

  it.each(['kept-green', 'kept-green/report.json'])(
    'refuses the run itself, which never fails newly: %s',
    async (self) => {
      const { document } = await gate([run('green').id, '--base', self]);
      expect(document).toMatchObject({
        kind: 'setup',
        error: expect.stringContaining('itself, so nothing is compared'),
      });
    },
  );
});

describe('in GitHub Actions', () => {
  const github = (): Record<string, string> => {
    const file = workspace.file(`summary-${Math.random()}.md`, '');
    return { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file };
  };
  const summaryOf = (env: Record<string, string>): string => readFileSync(env.GITHUB_STEP_SUMMARY ?? '', 'utf8');

  it('it writes the summary and annotations by itself, with the policy and its rules', async () => {
    const env = github();
    const { stderr, document } = await gate([run('red').id], env);
    expect(stderr).toMatch(/^::error/m);
    expect(summaryOf(env)).toContain('Gate closed');
    for (const rule of document.policy.rules) expect(summaryOf(env)).toContain(rule);
  });

  it('it does so when there is no run to show, too', async () => {
    const env = github();
    const { stderr } = await gate(['nowhere.json'], env);
    expect(stderr).toMatch(/^::error/m);
    expect(summaryOf(env)).toContain('there is no nowhere.json');
  });

  it('--no-github turns that off', async () => {
    const env = github();
    const { stderr } = await gate([run('red').id, '--no-github'], env);
    expect([summaryOf(env), stderr]).toEqual(['', expect.not.stringMatching(/^::/m)]);
  });
});

describe('exports of a gate', () => {
  it('are written from the records, and close the gate where there are none', async () => {
    const { code } = await gate([run('green').id, '--junit', 'out/junit.xml']);
    expect([code, workspace.has('out/junit.xml')]).toEqual([0, true]);
    const elsewhere = new WorkspaceBuilder();
    const bare = JSON.parse(workspace.read('kept-green/report.json'));
    elsewhere.file('kept/run.json', workspace.read('kept-green/run.json'));
    elsewhere.file('kept/report.json', JSON.stringify({ ...bare, dir: 'elsewhere' }));
    const { document } = await rookJson(['gate', 'kept', '--junit', 'junit.xml'], { cwd: elsewhere.root });
    elsewhere.remove();
    expect(document).toMatchObject({ gate: 'closed', kind: 'setup', error: expect.stringContaining('--junit') });
  });
});

describe('rook gate self-test', () => {
  it.each(['strict', 'general'])('is content with the fixtures that come with the command: %s', async (policy) => {
    const { code, document } = await rookJson(['gate', 'self-test', '--policy', policy], inWorkspace());
    expect([code, document.ok, document.fixtures.length]).toEqual([0, true, 13]);
  });

  it('says which of the own fixtures is not stopped', async () => {
    const { code, document } = await gate(['self-test', '--fixtures', 'nowhere']);
    expect([code, document.ok]).toEqual([1, false]);
    cpSync(join(workspace.root, 'kept-red'), join(workspace.root, 'own/fails'), { recursive: true });
    const expected = { about: 'One failed.', expected: 'SC-1,SC-3', strict: 'open', general: 'finding' };
    workspace.file('own/fails/expected.json', JSON.stringify(expected));
    const { code: wrong, stdout } = await rook(['gate', 'self-test', '--fixtures', 'own'], inWorkspace());
    expect(wrong).toBe(1);
    expect(stdout).toMatch(/^✗ fails {2}closed, finding: 1 scenario failed\n {4}It must be open/);
    const general = await rook(['gate', 'self-test', '--fixtures', 'own', '--policy', 'general'], inWorkspace());
    expect(general.code).toBe(0);
  });
});
