import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doneHook, repository, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

let workspace: WorkspaceBuilder;

beforeEach(() => {
  workspace = new WorkspaceBuilder().agent().profile('local', ['execute']).hook(doneHook).scenario('SC-1');
});
afterEach(() => workspace.remove());

/** Both forms of a refusal: in words, and as the one document. Nothing may have been written. */
async function refusal(args: string[], cwd = workspace.root): Promise<{ error: string; remedy: string }> {
  const words = await rook(args, { cwd });
  expect(words.code).toBe(1);
  expect(words.stdout).toBe('');
  expect(words.stderr).toMatch(/^error: /m);
  expect(words.stderr).not.toMatch(/\n\s+at /); // no stack trace
  const { code, document } = await rookJson(args, { cwd });
  expect(code).toBe(1);
  expect(Object.keys(document).sort()).toEqual(['error', 'ok', 'remedy']);
  expect(document.ok).toBe(false);
  expect(words.stderr).toContain(document.error.split('\n')[0]);
  expect(words.stderr).toContain(document.remedy.split('\n')[0]);
  expect(workspace.has(join(workspace.agentDir(), 'runs'))).toBe(false);
  return document;
}

describe('where to work', () => {
  it('needs a workspace', async () => {
    const { error, remedy } = await refusal(['run'], join(workspace.root, '..'));
    expect(error).toMatch(/no Rook workspace in .* or any folder above/);
    expect(remedy).toContain('-C <dir>');
  });

  it('finds the workspace from a folder inside it', async () => {
    expect((await rook(['run'], { cwd: workspace.agentDir() })).code).toBe(0);
  });

  it('needs -C to be a folder, even below a workspace', async () => {
    expect((await refusal(['run', '-C', 'nowhere'])).error).toContain('nowhere');
  });

  it.skipIf(process.platform === 'win32')('needs a current folder', async () => {
    // Windows does not let go of a folder that a process is in.
    workspace.file('gone/note', '');
    const command = 'rm -r ../gone && exec "$0" "$1" run';
    const { stderr, status } = spawnSync('sh', ['-c', command, process.execPath, join(repository, 'dist/rook.js')], {
      cwd: join(workspace.root, 'gone'),
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('error: the current folder is not there any more');
  });

  it('needs to know which agent', async () => {
    workspace.agent(workspace.agentDir('desk', 'second'));
    const { error, remedy } = await refusal(['run']);
    expect(error).toBe('there are several agents and none is active: desk, second');
    expect(remedy).toContain('rook agent use <id>');
    expect(remedy).toContain('--agent <id>');
  });

  it('needs to know which project', async () => {
    workspace.agent(workspace.agentDir('shop'));
    const { error, remedy } = await refusal(['run']);
    expect(error).toBe('there are several projects and none is active: desk, shop');
    expect(remedy).toContain('rook project use <id>');
  });

  it('needs to know which profile', async () => {
    workspace.profile('staging', ['execute']);
    const { error, remedy } = await refusal(['run']);
    expect(error).toBe('there are several profiles and none is active: local, staging');
    expect(remedy).toContain('--profile <id>');
  });

  it.each([
    ['--agent', 'nobody', 'desk'],
    ['--project', 'nothing', 'desk'],
    ['--profile', 'nowhere', 'local'],
  ])('names the known ones when %s is unknown', async (flag, id, known) => {
    const { error, remedy } = await refusal(['run', flag, id]);
    expect(error).toContain(id);
    expect(remedy).toContain(known);
  });
});

describe('what to work with', () => {
  it('needs an execute hook, and says where', async () => {
    workspace.profile('local', ['open']);
    const { error, remedy } = await refusal(['run']);
    expect(error).toMatch(/local\.yaml:\d+:\d+: hooks has no execute/);
    expect(remedy).toContain('execute:');
  });

  it('needs scripts that exist, and names both places', async () => {
    workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), { id: 'local', hooks: { execute: 'x/y.mjs' } });
    const { error } = await refusal(['run']);
    expect(error).toContain(join(workspace.agentDir(), 'x/y.mjs'));
    expect(error).toContain(join(workspace.root, 'x/y.mjs'));
  });

  it('needs YAML that can be read: file, line and column', async () => {
    workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), 'id: local\nhooks:\n  execute: "a\n');
    const { error } = await refusal(['run']);
    expect(error).toMatch(/profiles\/local\.yaml:\d+:\d+: /);
  });

  it('shows the place of a broken scenario when nothing else can run', async () => {
    workspace.file(join(workspace.agentDir(), 'scenarios/SC-1.yaml'), 'local_id: SC-1\ngoal: [\n');
    expect((await refusal(['run'])).error).toMatch(/SC-1\.yaml:\d+:\d+: /);
  });

  it('shows the place of broken settings', async () => {
    workspace.file('.testmuai/rook/settings.json', '{"active_project_id": ');
    expect((await refusal(['run'])).error).toMatch(/settings\.json:1:\d+: /);
  });

  it('needs scenarios', async () => {
    const empty = workspace.agentDir('desk', 'empty');
    workspace.agent(empty).profile('local', ['execute'], {}, empty).hook(doneHook, empty);
    expect((await refusal(['run', '--agent', 'empty'])).error).toBe('agent empty has no scenarios');
  });

  it('refuses a scenario without any criterion', async () => {
    workspace.scenario('SC-1', { acceptance_criteria: [] });
    expect((await refusal(['run'])).error).toMatch(/SC-1.*no criterion/);
  });

  it('needs every value at once, with what it is for', async () => {
    workspace.profile('local', ['execute'], {
      env: [{ variable: 'DESK_TOKEN', purpose: 'signs in to the desk' }, { variable: 'DESK_URL' }],
      hook_env: { REGION: '${DESK_REGION}' },
    });
    const { error } = await refusal(['run']);
    expect(error).toContain('DESK_TOKEN: signs in to the desk');
    expect(error).toContain('DESK_URL');
    expect(error).toContain('DESK_REGION');
    const env = { DESK_TOKEN: 'token-1234', DESK_URL: 'http://desk', DESK_REGION: 'eu-west' };
    expect((await rook(['run'], { cwd: workspace.root, env })).code).toBe(0);
  });

  it('explains a recipe profile of the old kind', async () => {
    workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), { kind: 'http', invoke: { url: 'http://desk' } });
    expect((await refusal(['run'])).error).toContain('old kind');
  });
});

describe('how to work', () => {
  it.each(['0', '9', '-1', '1.5', 'many', ''])('refuses --concurrency %j', async (value) => {
    const { error } = await refusal(['run', '--concurrency', value]);
    expect(error).toContain('--concurrency must be a whole number from 1 to 8');
  });

  it('offers the flag that was probably meant', async () => {
    const { error, remedy } = await refusal(['run', '--onyl', 'SC-1']);
    expect(error).toContain("unknown option '--onyl'");
    expect(remedy).toBe('Did you mean --only?');
  });

  it('offers the command that was probably meant', async () => {
    expect((await refusal(['rnu'])).remedy).toBe('Did you mean run?');
    expect((await refusal(['profile', 'shwo'])).error).toBe('rook profile has no command shwo; did you mean show?');
  });

  it.each([['--run'], ['--resume']])('names the runs that exist when %s names none', async (flag) => {
    expect(await refusal(['run', flag, 'x'])).toMatchObject({
      error: 'there is no run x',
      remedy: expect.stringContaining('run'),
    });
  });

  it('refuses to change the plan of a run that is continued', async () => {
    const { error } = await refusal(['run', '--run', 'x', '--only', 'SC-1', '--profile', 'p']);
    expect(error).toBe('--run goes on with a run as it was planned; --only, --profile cannot change it');
  });

  it.each(['3/2', '0/2', '1/1000', 'half'])('refuses the shard %s, and runs nothing', async (shard) => {
    expect((await refusal(['run', '--shard', shard])).error).toContain(`found ${shard}`);
    expect(workspace.has('.testmuai/rook/projects/desk/agents/desk/runs')).toBe(false);
  });

  it('says when another run is going on', async () => {
    const lock = { pid: process.pid, host: (await import('node:os')).hostname(), id: 'x', since: 'now' };
    workspace.file('.testmuai/rook/cache/locks/desk--desk.lock', JSON.stringify(lock));
    expect((await refusal(['run'])).error).toContain(`by process ${process.pid}`);
  });
});
