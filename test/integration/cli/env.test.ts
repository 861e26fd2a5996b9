import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hookScript, repository, WorkspaceBuilder } from '../workspace-builder';
import { eventually, rook, rookJson } from './rook-command';

let workspace: WorkspaceBuilder | undefined;
afterEach(() => {
  workspace?.remove();
  workspace = undefined;
});

const secret = 'tok-1234567890-abcdefghij-WXYZ';

/** An agent whose active profile needs two variables, and another profile that needs a third. */
function build(): WorkspaceBuilder {
  workspace = new WorkspaceBuilder()
    .agent()
    .profile('staging', ['execute'], {
      env: [{ variable: 'DESK_TOKEN', purpose: 'bearer token of the desk' }],
      hook_env: { DESK_URL: 'http://${DESK_HOST}/' },
    })
    .profile('prod', ['execute'], { env: [{ variable: 'DESK_TOKEN' }, { variable: 'PROD_KEY', purpose: 'of prod' }] })
    .hook(
      hookScript({
        execute: `const told = ['DESK_TOKEN', 'DESK_URL', 'OTHER'].map((name) => name + '=' + env[name]).join(' ');
          print({ output: 'done ' + told, seen: env.DESK_TOKEN?.length });`,
      }),
    )
    .scenario('SC-1');
  workspace.file(join(workspace.agentDir(), 'profiles/active'), 'staging\n');
  return workspace;
}

/** The one file of the store. */
function storeFile({ root }: WorkspaceBuilder): string {
  const folder = join(root, '.rook-home', 'env');
  const [file, ...more] = readdirSync(folder);
  expect(more).toEqual([]);
  return join(folder, file ?? '');
}

const valuesIn = (made: WorkspaceBuilder) => JSON.parse(readFileSync(storeFile(made), 'utf8')).values;

describe('rook env set', () => {
  it.each<[string, string[], string | undefined, Record<string, string>]>([
    ['NAME=value, the value whatever it holds', ['A=1=2 "x" ', 'B={}'], undefined, { A: '1=2 "x" ', B: '{}' }],
    ['a JSON object', ['{"A":"a b","B":"2"}'], undefined, { A: 'a b', B: '2' }],
    ['a name, with the value on standard input', ['A'], `${secret}\n`, { A: secret }],
    ['a name, with a value of several lines', ['A'], ' one\r\ntwo\n\n', { A: ' one\r\ntwo\n' }],
    ['both at once', ['B=2', 'A'], secret, { A: secret, B: '2' }],
  ])('takes %s', async (_, words, input, stored) => {
    const { root } = build();
    const finished = await rookJson(['env', 'set', ...words], { cwd: root, ...(input !== undefined && { input }) });
    expect(finished.code, finished.stderr).toBe(0);
    expect(finished.document).toMatchObject({ ok: true, file: storeFile(built()) });
    expect(finished.document.set.sort()).toEqual(Object.keys(stored).sort());
    expect(valuesIn(built())).toEqual(stored);
    if (process.platform !== 'win32') expect(statSync(storeFile(built())).mode & 0o777).toBe(0o600);
    expect(finished.stdout + finished.stderr).not.toContain(secret);
  });

  it('says that a value on the command line stays in the history, and not so of one on standard input', async () => {
    const { root } = build();
    const typed = await rook(['env', 'set', 'DESK_TOKEN=x'], { cwd: root });
    expect(typed.stderr).toMatch(/history of the shell.*rook env set DESK_TOKEN.*standard input/);
    const piped = await rook(['env', 'set', 'DESK_TOKEN'], { cwd: root, input: 'x' });
    expect(piped).toMatchObject({ code: 0, stdout: 'Stored DESK_TOKEN for this workspace.\n', stderr: '' });
  });

  it('says that the environment wins, and that no profile names a variable', async () => {
    const { root } = build();
    const won = await rook(['env', 'set', 'DESK_HOST'], { cwd: root, input: 'x', env: { DESK_HOST: 'outer' } });
    expect(won.stderr).toMatch(/DESK_HOST: the environment .* wins/);
    const idle = await rook(['env', 'set', 'DESK_TOKN'], { cwd: root, input: 'x' });
    expect(idle).toMatchObject({ code: 0, stderr: expect.stringMatching(/no profile .* names DESK_TOKN/) });
  });

  it.each<[string, string[], string | Uint8Array | undefined, RegExp]>([
    ['a value where a name belongs', ['tok-secret'], undefined, /argument 1 is no variable's name/],
    ['a name that cannot be one', ['1A=secret'], undefined, /"1A" is not the name/],
    ['no value', ['A='], undefined, /value of A is empty/],
    ['nothing on standard input', ['A'], '\n', /value of A is empty/],
    ['no standard input', ['A'], undefined, /value of A is empty/],
    ['broken JSON', ['{"A":"secret'], undefined, /JSON object cannot be read/],
    ['JSON without texts', ['{"A":8080}'], undefined, /of type number.*\n.*"A":"…"/],
    ['one name twice', ['A=1', 'A=2'], undefined, /A is given twice/],
    ['two names for one standard input', ['A', 'B'], 'secret', /can hold one value/],
    ['what is not UTF-8', ['A'], Uint8Array.of(0xff, 0xfe), /not UTF-8/],
  ])('refuses %s, stores nothing, and does not repeat a secret', async (_, words, input, said) => {
    const { root } = build();
    const args = ['env', 'set', 'FINE=1', ...words];
    const finished = await rook(args, { cwd: root, ...(input !== undefined && { input }) });
    expect(finished.code).toBe(1);
    expect(finished.stderr.replace('argument 2', 'argument 1')).toMatch(said);
    expect(finished.stderr).not.toContain('secret\n');
    expect(finished.stderr).not.toMatch(/tok-secret|"secret|=secret/);
    expect(existsSync(join(root, '.rook-home', 'env'))).toBe(false);
  });

  const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true;
  it.skipIf(!hasScript)('asks in a terminal, with the purpose, and shows nothing of what is typed', async () => {
    const { root } = build();
    const command = `'${process.execPath}' '${join(repository, 'dist/rook.js')}' env set DESK_TOKEN`;
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      cwd: root,
      env: { PATH, HOME, ROOK_HOME: join(root, '.rook-home'), NO_COLOR: '1', SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
    const closed = new Promise<number | null>((resolve) => {
      child.once('close', resolve);
    });
    await eventually(() => shown.includes('DESK_TOKEN (bearer token of the desk), not shown: '));
    child.stdin.write(`wrong\x15${secret}x\x7f\r`);
    expect(await closed).toBe(0);
    expect(shown).not.toContain(secret.slice(0, 4));
    expect(valuesIn(built())).toEqual({ DESK_TOKEN: secret });
  });
});

describe('rook env list', () => {
  it('lists a variable that is called like something that every object has', async () => {
    const { root } = build();
    expect((await rookJson(['env', 'set', 'constructor'], { cwd: root, input: secret })).code).toBe(0);
    const { code, document } = await rookJson(['env', 'list'], { cwd: root });
    expect(code).toBe(0);
    expect(document.env).toContainEqual(
      expect.objectContaining({ variable: 'constructor', source: 'store', set: true }),
    );
  });

  it('shows what the profiles of the agent need, what is stored, where values come from, and what is missing', async () => {
    const { root } = build();
    await rook(['env', 'set', `DESK_TOKEN=${secret}`, 'OTHER=o'], { cwd: root });
    const { document, stdout } = await rookJson(['env'], { cwd: root, env: { PROD_KEY: 'from outside' } });
    expect(document).toEqual({
      env: [
        {
          variable: 'DESK_TOKEN',
          purpose: 'bearer token of the desk',
          source: 'store',
          set: true,
          masked: '********WXYZ',
          profiles: ['staging', 'prod'],
          stored: true,
        },
        {
          variable: 'DESK_HOST',
          purpose: 'used by hook_env.DESK_URL',
          source: null,
          set: false,
          masked: null,
          profiles: ['staging'],
          stored: false,
        },
        {
          variable: 'PROD_KEY',
          purpose: 'of prod',
          source: 'process',
          set: true,
          masked: '********',
          profiles: ['prod'],
          stored: false,
        },
        {
          variable: 'OTHER',
          purpose: null,
          source: 'store',
          set: true,
          masked: '********',
          profiles: [],
          stored: true,
        },
      ],
    });
    expect(stdout).not.toMatch(/tok-|outside/);
    const told = await rook(['env', 'list'], { cwd: root });
    expect(told.stdout).toMatch(/^DESK_HOST +missing +for staging +used by hook_env.DESK_URL$/m);
    expect(told.stdout).toContain('The active profile staging cannot run without DESK_HOST.');
  });

  it('lists what is stored when no agent is chosen, and says so', async () => {
    const { root } = build();
    built().agent(built().agentDir('desk', 'second'));
    await rook(['env', 'set', 'OTHER=o'], { cwd: root });
    const { code, document, stderr } = await rookJson(['env', 'list'], { cwd: root });
    expect([code, document.env.map(({ variable }: { variable: string }) => variable)]).toEqual([0, ['OTHER']]);
    expect(stderr).toMatch(/only what is stored is listed/);
    expect((await rook(['env', 'list', '--agent', 'nobody'], { cwd: root })).code).toBe(1);
  });
});

describe('rook env show', () => {
  it('is masked where it could be recorded, unless it is to be revealed', async () => {
    const { root } = build();
    await rook(['env', 'set', 'DESK_TOKEN'], { cwd: root, input: secret });
    const masked = await rook(['env', 'show', 'DESK_TOKEN'], { cwd: root });
    expect(masked).toMatchObject({ code: 0, stdout: '********WXYZ\n', stderr: expect.stringContaining('--reveal') });
    expect((await rookJson(['env', 'show', 'DESK_TOKEN'], { cwd: root })).document).not.toHaveProperty('value');
    const revealed = await rook(['env', 'show', 'DESK_TOKEN', '--reveal'], { cwd: root });
    expect(revealed).toMatchObject({ code: 0, stdout: `${secret}\n`, stderr: '' });
    const wins = await rookJson(['env', 'show', 'DESK_TOKEN', '--reveal'], { cwd: root, env: { DESK_TOKEN: 'outer' } });
    expect(wins.document).toMatchObject({ value: 'outer', source: 'process', stored: true });
  });

  it.each([
    ['HOME', /nothing is stored for HOME.*\n.*DESK_TOKEN, DESK_HOST, PROD_KEY/],
    ['DESK_HOST', /DESK_HOST has no value\n.*rook env set DESK_HOST/],
  ])('of %s fails, with what is known', async (name, said) => {
    const finished = await rook(['env', 'show', name, '--reveal'], { cwd: build().root });
    expect(finished).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(said) });
  });
});

describe('rook env rm', () => {
  it('removes what is named, or nothing and names what is there', async () => {
    const made = build();
    await rook(['env', 'set', 'A=1', 'B=2', 'C=3'], { cwd: made.root });
    const unknown = await rookJson(['env', 'rm', 'A', 'X'], { cwd: made.root });
    expect([unknown.code, unknown.document]).toEqual([
      1,
      {
        ok: false,
        error: 'nothing is stored for X in this workspace',
        remedy: 'There are values for A, B, C.',
      },
    ]);
    expect(valuesIn(made)).toEqual({ A: '1', B: '2', C: '3' });
    const removed = await rookJson(['env', 'rm', 'A', 'B', 'A'], { cwd: made.root });
    expect(removed.document).toEqual({ ok: true, removed: ['A', 'B'] });
    expect(valuesIn(made)).toEqual({ C: '3' });
  });
});

describe('stored values', () => {
  it('let a run go on that they kept from starting, reach only the hooks that name them, and are masked', async () => {
    const made = build();
    const refused = await rook(['run'], { cwd: made.root });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/DESK_TOKEN: bearer token of the desk\n.*DESK_HOST: used by hook_env.DESK_URL/);
    expect(refused.stderr).toContain('rook env set DESK_TOKEN, rook env set DESK_HOST');
    await rook(['env', 'set', `DESK_TOKEN=${secret}`, 'DESK_HOST=desk.example', 'OTHER=other'], { cwd: made.root });

    const ran = await rookJson(['run', '--skip', 'judge'], { cwd: made.root });
    expect(ran.code, ran.stderr).toBe(0);
    const scenario = join(made.agentDir(), 'runs', ran.document.run_id, 'scenarios', 'SC-1');
    const response = JSON.parse(readFileSync(join(scenario, 'response.json'), 'utf8'));
    expect(response.output).toBe('done DESK_TOKEN=«DESK_TOKEN» DESK_URL=http://«DESK_HOST»/ OTHER=undefined');
    expect(JSON.parse(response.raw_response)).toMatchObject({ seen: secret.length });

    const judged = await rook(['run', '--run', ran.document.run_id, '--phases', 'judge'], { cwd: made.root });
    expect(judged.code, judged.stderr).toBe(0);
    const resumed = await rookJson(['run', '--resume', ran.document.run_id], { cwd: made.root });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(ran.stdout + ran.stderr + judged.stdout + resumed.stdout).not.toContain(secret);
  });

  it('count as set for profile list and show', async () => {
    const { root } = build();
    await rook(['env', 'set', 'DESK_TOKEN=x'], { cwd: root });
    const { document } = await rookJson(['profile', 'list'], { cwd: root });
    const missing = document.profiles.map(({ id, missing_env }: Record<string, unknown>) => [id, missing_env]);
    expect(Object.fromEntries(missing)).toEqual({ staging: ['DESK_HOST'], prod: ['PROD_KEY'] });
    const shown = await rookJson(['profile', 'show', 'staging'], { cwd: root });
    expect(shown.document.env).toEqual([
      { variable: 'DESK_TOKEN', purpose: 'bearer token of the desk', set: true },
      { variable: 'DESK_HOST', purpose: 'used by hook_env.DESK_URL', set: false },
    ]);
  });

  it('that cannot be read are named with their file, and left as they are', async () => {
    const made = build();
    await rook(['env', 'set', 'DESK_TOKEN=x', 'DESK_HOST=h'], { cwd: made.root });
    const file = storeFile(made);
    writeFileSync(file, '{"version": 1, "values": {"DESK_TOKEN": "half');
    for (const args of [['env'], ['env', 'set', 'A=1'], ['env', 'rm', 'A'], ['env', 'show', 'DESK_TOKEN'], ['run']]) {
      const finished = await rook(args, { cwd: made.root });
      expect(finished.code, args.join(' ')).toBe(1);
      expect(finished.stderr).toContain(`${file}:1:`);
    }
    expect(readFileSync(file, 'utf8')).toContain('"half');
    const listed = await rookJson(['profile', 'list'], { cwd: made.root });
    expect([listed.code, listed.document.profiles.length]).toEqual([0, 2]);
    expect(listed.stderr).toContain(file);
    const env = { DESK_TOKEN: 'outer-token', DESK_HOST: 'outer-host' };
    expect((await rook(['run'], { cwd: made.root, env })).code).toBe(0);
  });
});

/** The workspace that the test has built. */
function built(): WorkspaceBuilder {
  if (!workspace) throw new Error('no workspace was built');
  return workspace;
}
