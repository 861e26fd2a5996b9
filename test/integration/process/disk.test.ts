import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hookScript, WorkspaceBuilder } from '../workspace-builder';
import { run, tryRun } from './engine-run';

let workspace: WorkspaceBuilder | undefined;
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  workspace?.remove();
  workspace = undefined;
});

const execute = "return { output: 'done', calls: [], where: env.ROOK_WORKSPACE, cwd: process.cwd() };";

function build(count = 1, script = execute): WorkspaceBuilder {
  workspace = new WorkspaceBuilder()
    .agent()
    .profile('p', ['open', 'execute', 'close'])
    .hook(hookScript({ execute: script, close: "note('journal', 'closed ' + env.ROOK_SCENARIO_ID);" }));
  for (let i = 1; i <= count; i++) workspace.scenario(`SC-${i}`);
  return workspace;
}

/** A small file system of its own; undefined where this user may not mount one. */
function mountSmall(dir: string, options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir], { stdio: 'ignore' });
    cleanups.push(() => void execFileSync('umount', ['-l', dir]));
    return true;
  } catch {
    return false;
  }
}

const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

describe('the disk', () => {
  it.skipIf(!mayMount)(
    'that fills up in the middle stops the run, closes the session and says what is safe (needs root to mount)',
    async () => {
      const big =
        "if (env.ROOK_SCENARIO_ID === 'SC-3') return { output: 'done ' + 'x'.repeat(6 * 1024 * 1024) }; return { output: 'done' };";
      const built = build(4, big);
      const { root } = built;
      const runs = join(built.agentDir(), 'runs');
      await mkdir(runs);
      expect(mountSmall(runs, 'size=2m')).toBe(true);
      const refused = await tryRun(root);
      expect(refused).toMatchObject({
        ok: false,
        error: {
          message: expect.stringContaining('the disk is full'),
          remedy: expect.stringMatching(
            /^Free some space, then go on with rook run --run .*Z\. 2 finished scenarios are safe in /,
          ),
        },
      });
      const [runId = ''] = await readdir(runs);
      expect(await readFile(join(runs, runId, 'scenarios/SC-2/verdict.yaml'), 'utf8')).toContain('status: Pass');
      expect(await readdir(join(runs, runId, 'scenarios/SC-3'))).not.toContain('verdict.yaml');
      expect(await readFile(join(root, 'journal'), 'utf8')).toContain('closed SC-3');
      execFileSync('mount', ['-o', 'remount,size=200m', runs]);
      const second = await run(root, { runId });
      expect(second.report.totals).toMatchObject({ planned: 4, passed: 4 });
    },
  );

  it.skipIf(!mayMount)('that is read-only is a refusal, and nothing is run (needs root to mount)', async () => {
    const built = build();
    const { root } = built;
    const runs = join(built.agentDir(), 'runs');
    await mkdir(runs);
    expect(mountSmall(runs, 'size=1m,ro')).toBe(true);
    const refused = await tryRun(root);
    expect(refused).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('read-only'), remedy: expect.stringContaining('Nothing was run.') },
    });
  });

  it('where a file stands in the way of a folder is a refusal that names it', async () => {
    const built = build();
    const { root } = built;
    await writeFile(join(built.agentDir(), 'runs'), 'not a folder');
    const refused = await tryRun(root);
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining('runs') } });
  });

  it('where a folder stands in the way of a verdict says so, and what is safe; the session was closed', async () => {
    const built = build();
    const { root } = built;
    let folder = '';
    const refused = await tryRun(root, {
      onEvent: (event) => {
        if (event.type === 'planned') folder = join(event.runDir, 'scenarios/SC-1/verdict.yaml');
        if (event.type === 'phaseStarted' && event.phase === 'close') mkdirSync(folder);
      },
    });
    expect(refused).toMatchObject({
      ok: false,
      error: {
        message: expect.stringMatching(/verdict\.yaml: a folder stands where a file belongs/),
        remedy: expect.stringMatching(/rook run --run .* 0 finished scenarios are safe/),
      },
    });
    expect(await readFile(join(root, 'journal'), 'utf8')).toContain('closed SC-1');
  });
});

describe('workspace paths', () => {
  it.each([
    ['spaces and quotes', `my "agents" and 'others'`],
    ['emoji and percent signs', '🧪 100%25 %PATH% ünï'],
    ['a very long path', `${'long-folder-name-'.repeat(12)}x`],
    ['shell characters', '$(touch pwned) `x` & ; | #'],
  ])('with %s work', async (_what, name) => {
    const { root } = build();
    const parent = await mkdtemp(join(tmpdir(), 'rook-path-'));
    cleanups.push(() => rm(parent, { recursive: true, force: true }));
    const moved = join(parent, name);
    await cp(root, moved, { recursive: true });
    const result = await run(moved);
    expect(result.report.totals.passed).toBe(1);
    expect(await result.json('scenarios/SC-1/hooks.json')).toMatchObject({
      phases: { execute: { data: { where: moved, cwd: moved } } },
    });
  });

  it('through a symbolic link work, and records are written behind it', async () => {
    const { root } = build();
    const parent = await mkdtemp(join(tmpdir(), 'rook-link-'));
    cleanups.push(() => rm(parent, { recursive: true, force: true }));
    const link = join(parent, 'link');
    await symlink(root, link);
    const result = await run(link);
    expect(result.report.totals.passed).toBe(1);
    expect(await readdir(join(root, '.testmuai/rook/projects/desk/agents/desk/runs'))).toEqual([result.runId]);
  });

  it('hold YAML with CRLF and a byte order mark, which snapshots keep byte for byte', async () => {
    const built = build();
    const { root } = built;
    const file = join(built.agentDir(), 'scenarios', 'SC-1.yaml');
    const text = `\uFEFF${(await readFile(file, 'utf8')).replaceAll('\n', '\r\n')}`;
    await writeFile(file, text);
    const result = await run(root);
    expect(result.report.totals.passed).toBe(1);
    expect(await result.text('scenarios/SC-1/snapshot.yaml')).toBe(text);
  });
});
