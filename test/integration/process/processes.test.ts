import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookScript } from '../workspace-builder';
import { isAlive, notes, processesOf, run, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const neverRan = 'Unable to Verify (agent_never_ran)';
const onPosix = describe.skipIf(process.platform === 'win32');

/** Source of a child that ignores SIGTERM, announces itself, and stays. */
const stubborn = `process.on('SIGTERM', () => {}); require('fs').appendFileSync(process.env.ROOK_WORKSPACE + '/pids', process.pid + '\\n'); setInterval(() => {}, 1000);`;
const startsChild = (options: string) => `
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], ${options});
  child.unref();
  while (!fs.existsSync(env.ROOK_WORKSPACE + '/pids')) await sleep(5);`;

onPosix('a hook that takes too long', () => {
  it.each([
    ['', `{ stdio: 'inherit' }`],
    [' that has made itself a group of its own', `{ stdio: 'ignore', detached: true }`],
  ])('is ended with its whole tree, a child that ignores SIGTERM included%s', async (_, options) => {
    if (options.includes('detached') && process.platform !== 'linux') return; // told by its environment, on Linux
    const workspace = build()
      .agent()
      .profile('local', ['execute', 'close'])
      .hook(
        hookScript({
          execute: `console.error('still thinking'); ${startsChild(options)} await forever();`,
          close: `note('notes', 'closed');`,
        }),
      )
      .scenario('SC-001', { timeout_seconds: 3 });
    const finished = await run(workspace);
    expect(finished.state('SC-001')).toBe(neverRan);
    expect(finished.verdict('SC-001').diagnosis).toMatch(/^execute exceeded .* and was stopped:\nstill thinking$/);
    expect(notes(workspace)).toEqual(['closed']);
    const pids = notes(workspace, 'pids').map(Number);
    expect(pids).toHaveLength(1);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('has its own limit, and the scenario that hangs does not take others with it', async () => {
    const workspace = build().agent();
    workspace
      .hook(
        hookScript({
          execute: `if (env.ROOK_SCENARIO_ID.startsWith('HANGS')) await forever(); return { output: 'done' };`,
        }),
      )
      .file(join(workspace.agentDir(), 'profiles/local.yaml'), {
        id: 'local',
        hooks: { execute: { script: 'scripts/hook.mjs', timeout_seconds: 4 } },
        concurrency: 4,
      });
    for (const id of ['HANGS-1', 'OK-1', 'HANGS-2', 'OK-2', 'OK-3', 'OK-4']) workspace.scenario(id);
    const finished = await run(workspace);
    expect(finished.report.totals).toMatchObject({ planned: 6, executed: 6, passed: 4, unverifiable: 2, failed: 0 });
    expect(finished.verdict('HANGS-1').diagnosis).toMatch(/^execute exceeded 4 s and was stopped/);
  });

  it('a limit of many days is no limit of none', async () => {
    const workspace = build().agent();
    workspace
      .hook(hookScript({ execute: `return { output: 'done' };` }))
      .scenario('SC-001')
      .file(join(workspace.agentDir(), 'profiles/local.yaml'), {
        id: 'local',
        hooks: { execute: { script: 'scripts/hook.mjs', timeout_seconds: 9_999_999 } },
      });
    expect((await run(workspace)).state('SC-001')).toBe('Pass');
  });
});

onPosix('what a hook leaves behind', () => {
  it.each([
    ['', `{ stdio: 'ignore' }`],
    [', a daemon that has made itself a group of its own included', `{ stdio: 'ignore', detached: true }`],
  ])('ends with its phase, also when the hook itself succeeded%s', async (_, options) => {
    if (options.includes('detached') && process.platform !== 'linux') return; // told by its environment, on Linux
    const workspace = build()
      .agent()
      .profile('local', ['open', 'execute'])
      .hook(hookScript({ open: startsChild(options), execute: `return { output: 'done' };` }))
      .scenario('SC-001');
    const alive: boolean[] = [];
    const finished = await run(workspace, {
      onEvent: (event) => {
        if (event.type === 'phaseStarted' && event.phase === 'execute')
          alive.push(...notes(workspace, 'pids').map((pid) => isAlive(Number(pid))));
      },
    });
    expect(alive).toEqual([false]);
    expect(finished.state('SC-001')).toBe('Pass');
  });

  it.each([
    ['in its group', `{ stdio: 'ignore' }`],
    ['on its own', `{ stdio: 'ignore', detached: true }`],
  ])('a server that prepare started %s lives until the run has ended, and no longer', async (_, options) => {
    if (options.includes('detached') && process.platform !== 'linux') return;
    const server = `
      const http = require('http');
      const server = http.createServer((_, response) => response.end('done'));
      server.listen(0, '127.0.0.1', () => require('fs').writeFileSync(process.env.ROOK_RUN_STATE_DIR + '/port', String(server.address().port)));`;
    const workspace = build()
      .agent()
      .profile('local', ['prepare', 'execute'])
      .hook(
        hookScript({
          prepare: `
            const { spawn } = await import('node:child_process');
            const child = spawn(process.execPath, ['-e', ${JSON.stringify(server)}], ${options});
            child.unref();
            note('pids', String(child.pid));
            while (!fs.existsSync(env.ROOK_RUN_STATE_DIR + '/port')) await sleep(5);`,
          execute: `
            const port = readFileSync(env.ROOK_RUN_STATE_DIR + '/port', 'utf8');
            return { output: await (await fetch('http://127.0.0.1:' + port)).text() };`,
        }),
      )
      .scenario('SC-001')
      .scenario('SC-002');
    const finished = await run(workspace);
    expect(finished.states('SC-001', 'SC-002')).toEqual(['Pass', 'Pass']);
    const pids = notes(workspace, 'pids').map(Number);
    expect(pids).toHaveLength(1);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(processesOf(workspace.root)).toEqual([]);
  });
});

describe('what a hook prints', () => {
  it('beyond 32 MiB stops it, and the diagnosis says so; what came until then is kept', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(
        hookScript({
          execute: `
            const chunk = Buffer.alloc(1024 * 1024, 120);
            for (let n = 0; n < 40; n++) if (!process.stdout.write(chunk)) await new Promise((go) => process.stdout.once('drain', go));
            await forever();`,
        }),
      )
      .scenario('SC-001');
    const finished = await run(workspace);
    expect(finished.state('SC-001')).toBe(neverRan);
    expect(finished.verdict('SC-001').diagnosis).toBe(
      'execute printed more than 32 MiB on standard output and was stopped',
    );
    expect(finished.has('SC-001', 'evidence', 'execute-1.json')).toBe(true);
  });

  it('of several MiB arrives whole', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `return { output: 'done', trace: 'é'.repeat(2 * 1024 * 1024) };` }))
      .scenario('SC-001');
    const finished = await run(workspace);
    expect(finished.state('SC-001')).toBe('Pass');
    expect(String(finished.hooks('SC-001').phases.execute?.data?.trace)).toHaveLength(2 * 1024 * 1024);
  });

  it('on standard error is shown while it runs, whole lines at a time, and kept bounded', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(
        hookScript({
          execute: `
            process.stderr.write('first');
            process.stderr.write(' line\\n');
            while (!fs.existsSync(env.ROOK_WORKSPACE + '/seen')) await sleep(5);
            for (let n = 0; n < 40; n++) process.stderr.write('x'.repeat(9_999) + '\\n');
            await new Promise((written) => process.stderr.write('last words', written));
            return { output: 'done' };`,
        }),
      )
      .scenario('SC-001');
    // The hook goes on only when its first line has come here: output that is held back would hang it.
    const finished = await run(workspace, {
      onEvent: (event) => {
        if (event.type === 'output' && event.text.startsWith('first line\n')) workspace.file('seen', '');
      },
    });
    expect(finished.state('SC-001')).toBe('Pass');
    const shown = finished.events.flatMap((event) => (event.type === 'output' ? [event.text] : []));
    expect(shown.every((text) => text.endsWith('\n'))).toBe(true);
    expect(shown.join('')).toHaveLength('first line\n'.length + 400_000 + 'last words\n'.length);
    const kept = finished.hooks('SC-001').phases.execute?.stderr ?? '';
    expect(kept).toMatch(/^first line\nx/);
    expect(kept).toMatch(/x\nlast words$/);
    expect(kept).toMatch(/\n… \d+ characters cut …\n/);
    expect(kept.length).toBeLessThan(257 * 1024);
  });
});

onPosix('scripts in other languages', () => {
  it.each([
    ['agent.sh', 'goal=$(cat)\nprintf \'{"output": "done %s %s"}\' "$1" "$goal"\n', false],
    [
      'agent.py',
      'import sys, json\nprint(json.dumps({"output": "done " + sys.argv[1] + " " + sys.stdin.read()}))\n',
      false,
    ],
    ['agent', '#!/bin/sh\nprintf \'{"output": "done %s %s"}\' "$1" "$(cat)"\n', true],
  ])('%s', async (name, text, executable) => {
    const workspace = build().agent().scenario('SC-001', { goal: 'hello' });
    workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), {
      id: 'local',
      hooks: { execute: `scripts/${name}` },
    });
    const script = workspace.file(join(workspace.agentDir(), 'scripts', name), text);
    expect(existsSync(script)).toBe(true);
    if (executable) chmodSync(script, 0o755);
    const finished = await run(workspace);
    expect(finished.response('SC-001').output).toBe('done execute hello');
  });
});
