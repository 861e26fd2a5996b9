import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { claimRunDir } from '../../../engine/lifecycle/run-id';
import { RequestFile } from '../../../schemas/record';
import { Report } from '../../../schemas/report';
import { hookScript } from '../workspace-builder';
import { type RunChanges, tryRun } from './engine-run';
import { everyPhase, inEveryPhase, jsonNotes, notes, readRecord, run, useWorkspaces } from './run-workspace';

const build = useWorkspaces();

/** What the execute hook prints, byte for byte: odd spacing, escapes, an emoji, a field of its own. */
const printed =
  '\n{ "output" : "done \\u00e9 😀",\n\t"calls": [ {"name":"look", "arguments": {"n": 1.50}} ], "trace": {"url":"u"} }\n\n';

function recorded() {
  const workspace = build()
    .agent()
    .profile('local', everyPhase, { capabilities: { calls: true } })
    .hook(
      hookScript({
        prepare: `console.error('ready');`,
        open: `return { conversation: 'c-1' };`,
        execute: `process.stdout.write(${JSON.stringify(printed)});`,
        collect: `return { artefact: 'a' };`,
      }),
    );
  workspace.file(join(workspace.agentDir(), 'features/F-001.yaml'), { local_id: 'F-001', name: 'Greeting' });
  workspace.file(
    join(workspace.agentDir(), 'scenarios/SC-001.yaml'),
    '# A comment that must survive\r\nlocal_id: SC-001\r\ntitle: "Grüße"\r\ngoal: Say hello.\r\nowner: me\r\nacceptance_criteria:\r\n  - {check: contains, value: done}\r\n',
  );
  workspace.scenario('SC-002', { excluded: true, skip_reason: 'later' });
  workspace.scenario('SC-003', { executable: false });
  return workspace;
}

describe('the records of a run', () => {
  it('are all there, and what they say is what happened', async () => {
    const workspace = recorded();
    const finished = await run(workspace, { name: 'rehearsal' });
    const { runDir, runId } = finished.outcome;
    expect(runId).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
    expect(readdirSync(runDir).sort()).toEqual(
      [
        'agent.yaml',
        'features.yaml',
        'hooks.json',
        'profile.yaml',
        'report.yaml',
        'run-state',
        'run.yaml',
        'scenarios',
      ].sort(),
    );
    expect(readdirSync(finished.path('SC-001')).sort()).toEqual(
      ['evidence', 'hook-state', 'hooks.json', 'request.json', 'response.json', 'snapshot.yaml', 'verdict.yaml'].sort(),
    );
    expect(readdirSync(join(runDir, 'scenarios'))).toEqual(['SC-001']);

    expect(finished.file).toMatchObject({
      id: runId,
      name: 'rehearsal',
      project_id: 'desk',
      agent_id: 'desk',
      status: 'completed',
      concurrency: 1,
      pins: { profile_id: 'local', profile_revision: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      included: [{ scenario_id: 'SC-001' }],
      skipped: [{ scenario_id: 'SC-002', why: 'excluded: later' }],
      unrunnable: [{ scenario_id: 'SC-003' }],
      gapped: [],
      carried: [],
      phases_run: [...everyPhase, 'judge'],
    });
    expect(finished.report).toEqual(Report.parse(JSON.parse(JSON.stringify(finished.outcome.report))));
    expect(finished.report.totals).toMatchObject({ planned: 1, executed: 1, passed: 1, unrunnable: 1 });
    expect(parse(readFileSync(finished.layout.featuresFile, 'utf8'))).toEqual({
      features: [{ local_id: 'F-001', name: 'Greeting' }],
    });
    for (const [copy, original] of [
      [finished.layout.profileFile, 'profiles/local.yaml'],
      [finished.layout.agentFile, 'agent.yaml'],
      [finished.path('SC-001', 'snapshot.yaml'), 'scenarios/SC-001.yaml'],
    ] as const)
      expect(readFileSync(copy)).toEqual(readFileSync(join(workspace.agentDir(), original)));
  });

  it('of a scenario: request, response, hooks and verdict', async () => {
    const workspace = recorded();
    const finished = await run(workspace);
    expect(readRecord(finished.path('SC-001', 'request.json'), RequestFile)).toEqual({
      scenario_id: 'SC-001',
      attempt: 1,
      goal: 'Say hello.',
      setup_messages: [],
      profile: 'local',
      invoked: 'scripts/hook.mjs',
    });
    expect(finished.response('SC-001')).toMatchObject({
      scenario_id: 'SC-001',
      attempt: 1,
      status: 'completed',
      output: 'done é 😀',
      raw_response: printed,
      turns: 1,
      latency_ms: expect.any(Number),
      transcript: [
        { role: 'user', content: 'Say hello.' },
        { role: 'agent', content: 'done é 😀' },
      ],
    });
    const { phases, conversation, version } = finished.hooks('SC-001');
    expect({ version, conversation }).toEqual({ version: 1, conversation: 'c-1' });
    expect(Object.keys(phases)).toEqual(['open', 'execute', 'close', 'collect']);
    for (const record of Object.values(phases)) {
      expect(record).toMatchObject({ ran: true, ok: true, exit_code: 0, durationMs: expect.any(Number) });
      expect(Date.parse(record?.at ?? '') - Date.parse(record?.started_at ?? '')).toBe(record?.durationMs);
    }
    expect(phases.execute?.data).toMatchObject({
      trace: { url: 'u' },
      calls: [{ name: 'look', arguments: { n: 1.5 }, turn: 1 }],
    });
    expect(phases.collect?.data).toEqual({ artefact: 'a' });
    expect(phases.close).not.toHaveProperty('data');
    expect(finished.runHooks.phases.prepare).toMatchObject({ ran: true, ok: true, exit_code: 0, stderr: 'ready\n' });
    expect(finished.verdict('SC-001')).toMatchObject({
      scenario_id: 'SC-001',
      run_id: finished.outcome.runId,
      status: 'Pass',
      criteria: [{ criterion_id: 'C1', status: 'Pass', evidence: expect.stringContaining('done é 😀') }],
      turns: 1,
    });
  });

  it('keep what each hook printed byte for byte, with an index of it', async () => {
    const finished = await run(recorded());
    const evidence = (name: string) => readFileSync(finished.path('SC-001', 'evidence', name));
    expect(evidence('execute-1.json')).toEqual(Buffer.from(printed, 'utf8'));
    expect(evidence('collect.json').toString()).toBe('{"artefact":"a"}');
    const index = parse(evidence('index.yaml').toString()) as { files: { file: string }[] };
    expect(index.files.map(({ file }) => file).sort()).toEqual(['collect.json', 'execute-1.json', 'open.json']);
    expect(readdirSync(finished.path('SC-001', 'evidence')).sort()).toEqual(
      ['collect.json', 'execute-1.json', 'index.yaml', 'open.json'].sort(),
    );
  });

  it('are on disk before the next phase starts', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase, { capabilities: { multi_turn: true } })
      .hook(
        inEveryPhase(`
          const file = path.join(env.ROOK_RUN_STATE_DIR, '..', 'scenarios', env.ROOK_SCENARIO_ID ?? '', 'hooks.json');
          const hooks = fs.existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { phases: {} };
          const prepared = fs.existsSync(path.join(env.ROOK_RUN_STATE_DIR, '..', 'hooks.json'));
          const turns = hooks.phases.execute?.turns.length ?? 0;
          note('notes', JSON.stringify({ phase, prepared, recorded: Object.keys(hooks.phases), turns }));
          if (phase === 'execute') return { output: 'done', conversation: 'c' };`),
      )
      .scenario('SC-001', { setup_messages: ['first'] });
    await run(workspace);
    expect(jsonNotes(workspace)).toEqual([
      { phase: 'prepare', prepared: false, recorded: [], turns: 0 },
      { phase: 'open', prepared: true, recorded: [], turns: 0 },
      { phase: 'execute', prepared: true, recorded: ['open'], turns: 0 },
      { phase: 'execute', prepared: true, recorded: ['open', 'execute'], turns: 1 },
      { phase: 'close', prepared: true, recorded: ['open', 'execute'], turns: 2 },
      { phase: 'collect', prepared: true, recorded: ['open', 'execute', 'close'], turns: 2 },
    ]);
  });

  it('are all that a run writes into the workspace, beside .gitignore and the cache', async () => {
    const workspace = recorded();
    const before = new Set(readdirSync(workspace.root, { recursive: true }).map(String));
    const { outcome } = await run(workspace);
    const added = readdirSync(workspace.root, { recursive: true })
      .map((name) => join(workspace.root, String(name)))
      .filter((name) => !before.has(name.slice(workspace.root.length + 1)))
      .filter((name) => !name.startsWith(outcome.runDir) && name !== join(workspace.agentDir(), 'runs'))
      .map((name) => name.slice(workspace.rookDir.length + 1).replaceAll('\\', '/'));
    expect(added).toContain('.gitignore');
    expect(
      added.filter((name) => name !== '.gitignore' && !/^cache(\/|$)|profiles\/\.observed(\/|$)/.test(name)),
    ).toEqual([]);
  });
});

describe('what cannot run at all', () => {
  it.each<[string, RunChanges, RegExp]>([
    ['a variable without a value', {}, /needs .*:\n {2}DESK_TOKEN: opens the desk\n {2}DESK_URL$/],
    [
      'an unknown scenario',
      { env: { DESK_TOKEN: 'token', DESK_URL: 'u' }, selection: { only: ['SC-9'] } },
      /no scenario SC-9/,
    ],
    [
      'a run to continue that is not there',
      { env: { DESK_TOKEN: 'token', DESK_URL: 'u' }, runId: 'nope' },
      /no run nope/,
    ],
  ])('%s: it is refused, no hook runs, and no run is left behind', async (_, changes, message) => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase, {
        env: [{ variable: 'DESK_TOKEN', purpose: 'opens the desk' }, { variable: 'DESK_URL' }],
      })
      .hook(inEveryPhase(`note('notes', phase);`))
      .scenario('SC-001');
    const result = await tryRun(workspace.root, { env: {}, ...changes });
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringMatching(message) } });
    expect(notes(workspace)).toEqual([]);
    expect(workspace.has(join(workspace.agentDir(), 'runs'))).toBe(false);
  });
});

describe('the ids of runs', () => {
  it('are unique within a second, whoever asks', async () => {
    const workspace = build();
    const time = new Date();
    const claims = await Promise.all(Array.from({ length: 12 }, () => claimRunDir(join(workspace.root, 'runs'), time)));
    const ids = claims.map(({ runId }) => runId);
    expect(new Set(ids).size).toBe(12);
    expect(readdirSync(join(workspace.root, 'runs')).sort()).toEqual([...ids].sort());
    expect(ids.every((id) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?$/.test(id))).toBe(true);
  });

  it('runs one after the other have one each, with their own records', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `return { output: 'done ' + env.ROOK_RUN_ID };` }))
      .scenario('SC-001');
    const first = await run(workspace);
    const second = await run(workspace);
    expect(second.outcome.runId).not.toBe(first.outcome.runId);
    expect(first.response('SC-001').output).toBe(`done ${first.outcome.runId}`);
    expect(second.response('SC-001').output).toBe(`done ${second.outcome.runId}`);
  });
});
