import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookScript } from '../workspace-builder';
import { isAlive, notes, run, useWorkspaces } from './run-workspace';

const build = useWorkspaces();

describe('a hook that', () => {
  it('closes standard output early counts by what it printed until then', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(
        hookScript({
          execute: `print({ output: 'done' }); fs.closeSync(1); await sleep(200); console.error('still at work');`,
        }),
      )
      .scenario('SC-001');
    const finished = await run(workspace);
    expect(finished.state('SC-001')).toBe('Pass');
    expect(finished.hooks('SC-001').phases.execute?.stderr).toBe('still at work\n');
  });

  it('prints 200 MiB is stopped at 32', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(
        hookScript({
          execute: `
            const piece = 'x'.repeat(1024 * 1024);
            process.stdout.on('error', () => {});
            for (let i = 0; i < 200; i++) if (!process.stdout.write(piece)) await new Promise((go) => process.stdout.once('drain', go));
            note('notes', 'printed it all');`,
        }),
      )
      .scenario('SC-001');
    const finished = await run(workspace);
    expect(finished.verdict('SC-001').diagnosis).toMatch(
      /^execute printed more than 32 MiB on standard output and was stopped/,
    );
    expect(existsSync(join(workspace.root, 'notes'))).toBe(false);
  });

  it('exits with 0 after a crash trace is judged by what it printed, and the trace is noted', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(
        hookScript({
          execute: `try { null.field } catch (error) { console.error(error.stack); } print({ output: 'done' });`,
        }),
      )
      .scenario('SC-001');
    const finished = await run(workspace);
    expect(finished.state('SC-001')).toBe('Pass');
    expect(finished.hooks('SC-001').phases.execute?.turns?.[0]?.notes).toEqual([
      'the hook exited with 0, but its standard error holds a crash trace',
    ]);
  });

  it('prints nothing and exits with 0 after a crash: the diagnosis quotes the end of standard error', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `try { null.field } catch (error) { console.error(error.stack); }` }))
      .scenario('SC-001');
    const finished = await run(workspace);
    expect(finished.state('SC-001')).toBe('Unable to Verify (agent_never_ran)');
    expect(finished.verdict('SC-001').diagnosis).toMatch(
      /printed nothing[\s\S]*Standard error ends with:[\s\S]*TypeError/,
    );
  });

  it.skipIf(process.platform !== 'linux')(
    'forks a daemon with a session of its own is ended with it, before the next phase (found by its mark, on Linux)',
    async () => {
      const daemon = `process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); setInterval(() => {}, 1000);`;
      const workspace = build()
        .agent()
        .profile('local', ['open', 'execute'])
        .hook(
          hookScript({
            open: `
            const { spawn } = await import('node:child_process');
            const child = spawn('setsid', [process.execPath, '-e', ${JSON.stringify(daemon)}], { stdio: 'ignore', detached: true, cwd: '/' });
            child.unref();
            note('pids', String(child.pid));
            await sleep(150);`,
            execute: `return { output: 'done' };`,
          }),
        )
        .scenario('SC-001');
      const alive: boolean[] = [];
      await run(workspace, {
        onEvent: (event) => {
          if (event.type === 'phaseStarted' && event.phase === 'execute')
            alive.push(...notes(workspace, 'pids').map((pid) => isAlive(Number(pid))));
        },
      });
      expect(alive).toEqual([false]);
    },
  );
});

describe.skipIf(process.platform === 'win32')('interpreters', () => {
  it.each([
    [
      'hook.py',
      `import json, sys\ngoal = sys.stdin.read()\nprint(json.dumps({"output": "done " + goal + " " + sys.argv[1]}))\n`,
      'python3',
    ],
    ['hook.sh', `goal=$(cat)\necho "{\\"output\\": \\"done $goal $1\\"}"\n`, 'bash'],
    ['hook', `#!/bin/sh\ngoal=$(cat)\necho "{\\"output\\": \\"done $goal $1\\"}"\n`, undefined],
    [
      'hook.cjs',
      `let goal = ''; process.stdin.on('data', (d) => (goal += d)).on('end', () => console.log(JSON.stringify({ output: 'done ' + goal + ' ' + process.argv[2] })));`,
      'node',
    ],
  ])('%s is run by its ending, and the command is on record', async (name, source, program) => {
    const workspace = build().agent();
    const script = workspace.file(join(workspace.agentDir(), 'scripts', name), source);
    chmodSync(script, 0o755);
    workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), {
      id: 'local',
      hooks: { execute: `scripts/${name}` },
    });
    workspace.scenario('SC-001', { goal: 'Say it.' });
    const finished = await run(workspace);
    expect(finished.response('SC-001').output).toBe('done Say it. execute');
    const command = finished.hooks('SC-001').phases.execute?.command ?? [];
    expect(command.slice(-2)).toEqual([script, 'execute']);
    expect(command.length === 3 ? command[0]?.split('/').at(-1) : undefined).toBe(program);
  });

  it('hook.ts is run by Node.js that can, else the diagnosis says which can', async () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const workspace = build().agent();
    const source = "const answer: string = 'typed';\nconsole.log(JSON.stringify({ output: answer }));\n";
    workspace.file(join(workspace.agentDir(), 'scripts/hook.ts'), source);
    workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), {
      id: 'local',
      hooks: { execute: 'scripts/hook.ts' },
    });
    const finished = await run(workspace.scenario('SC-001'));
    const execute = finished.hooks('SC-001').phases.execute;
    if (major > 22 || (major === 22 && minor >= 18)) expect(finished.response('SC-001').output).toBe('typed');
    else expect(execute?.error).toContain('use 22.18 or newer');
  });
});
