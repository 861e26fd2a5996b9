import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hookScript, WorkspaceBuilder } from '../workspace-builder';
import { run, tryRun } from './engine-run';

let workspace: WorkspaceBuilder | undefined;
afterEach(() => {
  workspace?.remove();
  workspace = undefined;
});

/** A phase that notes itself, its scenario and its session in journal.jsonl, and then does more. */
const noting = (phase: string, more = ''): string =>
  `note('journal.jsonl', JSON.stringify({ phase: '${phase}', id: env.ROOK_SCENARIO_ID, session: env.ROOK_SESSION })); ${more}`;

const greetings: Record<string, string> = {
  prepare: '',
  open: "return { conversation: 'c-' + env.ROOK_SCENARIO_ID };",
  execute: "return { output: 'done', calls: [] };",
  close: '',
  collect: "return { calls: [{ name: 'greet' }], conversation_seen: env.ROOK_CONVERSATION };",
};

/** Two scenarios; the code of phases may be changed. */
function build(changes: Record<string, string> = {}): WorkspaceBuilder {
  const phases = Object.entries({ ...greetings, ...changes }).map(([phase, code]) => [phase, noting(phase, code)]);
  workspace = new WorkspaceBuilder()
    .agent()
    .profile('p', Object.keys(greetings), { capabilities: { calls: true, multi_turn: true } })
    .hook(hookScript(Object.fromEntries(phases)))
    .scenario('SC-1', { calls: [{ tool: 'greet', expect: 'called' }] })
    .scenario('SC-2');
  return workspace;
}

const isReady = "fs.existsSync(path.join(env.ROOK_WORKSPACE, 'ready'))";

async function journal(): Promise<{ phase: string; id?: string; conversation?: string }[]> {
  const text = await readFile(join(workspace?.root ?? '', 'journal.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('continuing a run in place', () => {
  it('collects and judges later what was executed before, with the conversation recovered from disk', async () => {
    const { root } = build();
    const first = await run(root, { phases: ['prepare', 'open', 'execute', 'close'] });
    expect(first.report.totals).toMatchObject({ planned: 2, executed: 2, unjudged: 2, passed: 0, pass_rate: null });

    const second = await run(root, { runId: first.runId, phases: ['collect', 'judge'] });
    expect(second.runId).toBe(first.runId);
    expect(second.report.totals).toMatchObject({ planned: 2, executed: 2, unjudged: 0, passed: 2 });
    const hooks = await second.json('scenarios/SC-1/hooks.json');
    expect(hooks).toMatchObject({ phases: { collect: { data: { conversation_seen: 'c-SC-1' } } } });
    const phases = (await journal()).map(({ phase }) => phase);
    expect(phases.filter((phase) => phase === 'execute')).toHaveLength(2);
    expect(phases.filter((phase) => phase === 'prepare')).toHaveLength(1);
    expect(await second.text('run.yaml')).toMatch(
      /phases_run:\n\s+- prepare\n\s+- open\n\s+- execute\n\s+- close\n\s+- collect\n\s+- judge/,
    );
  });

  it("uses the run's own copies of scenarios, whatever the files say today", async () => {
    const built = build();
    const { root } = built;
    const first = await run(root, { phases: ['prepare', 'open', 'execute', 'close'] });
    await writeFile(
      join(built.agentDir(), 'scenarios', 'SC-1.yaml'),
      'local_id: SC-1\ngoal: x\nacceptance_criteria:\n  - { check: contains, value: nowhere to be found }\n',
    );
    const second = await run(root, { runId: first.runId, phases: ['collect', 'judge'] });
    expect((await second.verdict('SC-1')).status).toBe('Pass');
  });

  it('says that a script changed since, and records both revisions', async () => {
    const built = build();
    const { root } = built;
    const first = await run(root, { phases: ['prepare', 'open', 'execute', 'close'] });
    const script = join(built.agentDir(), 'scripts', 'hook.mjs');
    await writeFile(script, `${await readFile(script, 'utf8')}\n// changed\n`);
    const second = await run(root, { runId: first.runId, phases: ['collect', 'judge'] });
    expect(second.events).toContainEqual(
      expect.objectContaining({ type: 'warning', message: expect.stringContaining('have changed since') }),
    );
    const revisions = (await second.text('run.yaml')).match(/sha256:[0-9a-f]{64}/g);
    expect(new Set(revisions).size).toBe(2);
  });

  it('runs again only what has not succeeded: a failed collect is retried, nothing else', async () => {
    const { root } = build({
      collect: `if (!${isReady}) { console.error('traces are not there yet'); process.exit(7); } return { calls: [{ name: 'greet' }] };`,
    });
    const first = await run(root);
    expect(await first.verdict('SC-1')).toMatchObject({
      status: 'Unable to Verify',
      unverifiable_reason: 'not_observable',
    });
    await writeFile(join(root, 'ready'), '');
    const second = await run(root, { runId: first.runId });
    expect((await second.verdict('SC-1')).status).toBe('Pass');
    const phases = (await journal()).map(({ phase }) => phase);
    expect(phases.filter((phase) => phase === 'execute')).toHaveLength(2);
    expect(phases.filter((phase) => phase === 'collect')).toHaveLength(4);
  });

  it('begins an attempt anew, after closing its session, when its turns had failed', async () => {
    const { root } = build({
      execute: `if (!${isReady}) process.exit(3); return { output: 'done', calls: [] };`,
    });
    const first = await run(root, { selection: { only: ['SC-2'] } });
    expect(await first.verdict('SC-2')).toMatchObject({ unverifiable_reason: 'agent_never_ran' });
    await writeFile(join(root, 'ready'), '');
    const second = await run(root, { runId: first.runId });
    expect((await second.verdict('SC-2')).status).toBe('Pass');
    const hooks = await second.json('scenarios/SC-2/hooks.json');
    expect(hooks).toMatchObject({
      previous: [{ phases: { execute: { exit_code: 3 } } }],
      phases: { execute: { ok: true } },
    });
    const sessions = (await journal())
      .filter(({ phase }) => phase === 'execute')
      .map((line) => Reflect.get(line, 'session'));
    expect(new Set(sessions).size).toBe(2);
  });

  it('collects, closes and judges again what a turn that is run again has made old', async () => {
    const { root } = build({
      execute: `if (!${isReady}) process.exit(3); return { output: 'done', calls: [] };`,
      collect: `return { calls: ${isReady} ? [{ name: 'greet' }] : [] };`,
    });
    const first = await run(root);
    expect(first.report.totals).toMatchObject({ unverifiable: 2 });
    await writeFile(join(root, 'ready'), '');

    const second = await run(root, { runId: first.runId, phases: ['execute', 'close'] });
    expect(second.report.totals).toMatchObject({ unverifiable: 0, unjudged: 2 });
    const last = await run(root, { runId: first.runId });
    // SC-1 wants greet to be called: the old collect had seen no call, and the old verdict no answer.
    expect(last.report.totals).toMatchObject({ passed: 2, unverifiable: 0 });
    const phases = (await journal()).filter(({ id }) => id === 'SC-1').map(({ phase }) => phase);
    expect(phases).toEqual(['open', 'execute', 'close', 'collect', 'execute', 'close', 'collect']);
    const hooks = await last.json('scenarios/SC-1/hooks.json');
    expect(hooks).toMatchObject({ previous: [{ phases: { close: { ok: true }, collect: { ok: true } } }] });
  });

  it('refuses a hole and names the phase that is missing', async () => {
    const { root } = build();
    const first = await run(root, { phases: ['prepare', 'open', 'execute'] });
    const refused = await tryRun(root, { runId: first.runId, phases: ['collect', 'judge'] });
    expect(refused).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('close has not run'), remedy: 'Add close to --phases.' },
    });
    const judgeOnly = await tryRun(root, { runId: first.runId, phases: ['judge'] });
    expect(judgeOnly).toMatchObject({ ok: false, error: { message: expect.stringContaining('has not run') } });
  });

  it('refuses a run.yaml that leads out of the run or leaves out what is on record', async () => {
    const { root } = build();
    const first = await run(root, { phases: ['prepare', 'open', 'execute', 'close'] });
    const file = join(first.runDir, 'run.yaml');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('scenario_id: SC-1', 'scenario_id: ../../../evil'));
    expect(await tryRun(root, { runId: first.runId })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('no readable run.yaml') },
    });
    await writeFile(file, text.replace(/ {2}- scenario_id: SC-1\n {4}why.*\n {4}confidence.*\n/, ''));
    expect(await tryRun(root, { runId: first.runId })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('does not list SC-1') },
    });
  });

  it('reads what a hook printed from the evidence of the run only', async () => {
    const { root } = build();
    const first = await run(root, { selection: { only: ['SC-2'] } });
    await writeFile(join(root, 'outside.txt'), 'outside');
    const hooks = join(first.runDir, 'scenarios/SC-2/hooks.json');
    await writeFile(
      hooks,
      (await readFile(hooks, 'utf8')).replaceAll('evidence/execute-1.json', '../../../../../../../../outside.txt'),
    );
    await rm(join(first.runDir, 'scenarios/SC-2/verdict.yaml'));
    const second = await run(root, { runId: first.runId, phases: ['judge'] });
    expect(await second.text('scenarios/SC-2/response.json')).not.toContain('outside');
  });

  it('refuses a run that does not exist and names those that do', async () => {
    const { root } = build();
    const first = await run(root, { selection: { only: ['SC-2'] } });
    const refused = await tryRun(root, { runId: '1999-01-01T00-00-00Z' });
    expect(refused).toMatchObject({ ok: false, error: { remedy: expect.stringContaining(first.runId) } });
  });

  it('starts the fixtures of prepare again when the invocation that held them is over and work is left', async () => {
    const server =
      "const child = (await import('node:child_process')).spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', env.ROOK_RUN_ID], { stdio: 'ignore' }); child.unref(); fs.writeFileSync(path.join(env.ROOK_RUN_STATE_DIR, 'pid'), String(child.pid));";
    const needsServer =
      "process.kill(Number(fs.readFileSync(path.join(env.ROOK_RUN_STATE_DIR, 'pid'), 'utf8')), 0); return { output: 'done', calls: [] };";
    const { root } = build({ prepare: server, execute: needsServer });
    const first = await run(root, { phases: ['prepare', 'open'] });
    const second = await run(root, { runId: first.runId });
    expect(second.report.totals).toMatchObject({ planned: 2, unverifiable: 0 });
    const third = await run(root, { runId: first.runId });
    expect(third.report.totals).toEqual(second.report.totals);
    expect((await journal()).filter(({ phase }) => phase === 'prepare')).toHaveLength(2);
  });
});

describe('resuming a run as a new one', () => {
  it('carries what was decided and is unchanged, and runs the rest', async () => {
    const built = build();
    const { root } = built;
    const first = await run(root);
    const scenario = join(built.agentDir(), 'scenarios', 'SC-2.yaml');
    await writeFile(scenario, `${await readFile(scenario, 'utf8')}tags: [changed]\n`);
    const second = await run(root, { resumeFrom: first.runId });
    expect(second.runId).not.toBe(first.runId);
    expect(second.report.totals).toMatchObject({ planned: 2, executed: 2, passed: 2, carried_forward: 1 });
    expect((await journal()).filter(({ phase, id }) => phase === 'execute' && id === 'SC-1')).toHaveLength(1);
    expect((await journal()).filter(({ phase, id }) => phase === 'execute' && id === 'SC-2')).toHaveLength(2);
    expect(await readdir(join(second.runDir, 'scenarios', 'SC-1'))).toContain('response.json');
    expect(await second.text('run.yaml')).toContain(`resume_from: ${first.runId}`);
  });

  it('carries nothing when the profile or a script has changed, and says so', async () => {
    const built = build();
    const { root } = built;
    const first = await run(root);
    const script = join(built.agentDir(), 'scripts', 'hook.mjs');
    await writeFile(script, `${await readFile(script, 'utf8')}\n// changed\n`);
    const second = await run(root, { resumeFrom: first.runId });
    expect(second.report.totals).toMatchObject({ planned: 2, carried_forward: 0, passed: 2 });
    expect(second.events).toContainEqual(
      expect.objectContaining({ type: 'warning', message: expect.stringContaining('nothing is carried') }),
    );
  });

  it('runs again what never reached the agent', async () => {
    const { root } = build({
      execute: `if (env.ROOK_SCENARIO_ID === 'SC-2' && !${isReady}) process.exit(3); return { output: 'done', calls: [] };`,
    });
    const first = await run(root);
    expect(first.report.totals).toMatchObject({ passed: 1, unverifiable: 1 });
    await writeFile(join(root, 'ready'), '');
    const second = await run(root, { resumeFrom: first.runId });
    expect(second.report.totals).toMatchObject({ passed: 2, carried_forward: 1 });
  });
});
