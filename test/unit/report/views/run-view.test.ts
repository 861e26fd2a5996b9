import { cpSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { outcomesOf, reportOf } from '../../../../engine/report/stored-report';
import { RunReader } from '../../../../engine/report/views/run-view';
import { agentLayout } from '../../../../engine/workspace/layout';
import { openRun } from '../../../../engine/workspace/runs';
import type { AgentRef } from '../../../../engine/workspace/workspace';
import { RunView } from '../../../../schemas/panel-view';
import { WorkspaceBuilder } from '../../../integration/workspace-builder';
import { corpusFolder } from '../../schemas/corpus-files';

const runId = '2026-10-04T21-07-16Z';
const built: WorkspaceBuilder[] = [];
afterEach(() => {
  for (const workspace of built.splice(0)) workspace.remove();
});

interface MadeRun {
  workspace: WorkspaceBuilder;
  agent: AgentRef;
  dir: string;
  write: (path: string, content: string | Record<string, unknown>) => string;
  plan: (ids: string[], more?: Record<string, unknown>) => void;
  verdict: (id: string, more?: Record<string, unknown>) => string;
}

function madeRun(): MadeRun {
  const workspace = new WorkspaceBuilder().agent();
  built.push(workspace);
  const agent: AgentRef = {
    ...agentLayout(workspace.agentDir()),
    id: 'desk',
    name: 'Desk',
    projectId: 'desk',
    profileIds: [],
  };
  const dir = join(agent.runsDir, runId);
  mkdirSync(dir, { recursive: true });
  const write: MadeRun['write'] = (path, content) => workspace.file(join(dir, path), content);
  return {
    workspace,
    agent,
    dir,
    write,
    plan: (ids, more = {}) =>
      void write('run.yaml', {
        id: runId,
        agent_id: 'desk',
        created: '2026-10-04T21:07:16.380Z',
        included: ids.map((scenario_id) => ({ scenario_id, why: 'chosen' })),
        ...more,
      }),
    verdict: (id, more = {}) =>
      write(`scenarios/${id}/verdict.yaml`, {
        scenario_id: id,
        run_id: runId,
        status: 'Pass',
        criteria: [grade('C1', 'Pass')],
        forbidden_hits: [],
        ...more,
      }),
  };
}

function grade(criterion_id: string, status: string): Record<string, unknown> {
  return {
    criterion_id,
    criterion: 'It is done.',
    expected: 'done',
    achieved: 'not done',
    status,
    evidence: '"x"',
    confidence: 'High',
  };
}

async function viewOf({ agent }: MadeRun, reader = new RunReader(agent, runId)): Promise<RunView> {
  for (;;) {
    const run = await openRun(agent.runsDir, runId);
    if (!run.ok) throw new Error(run.error.message);
    const view = await reader.read(run.value);
    if (!view.reading) return view;
  }
}

describe('the overview of a run', () => {
  it('of the corpus has its stored report, with the recorded rate, and is a whole message', async () => {
    const made = madeRun();
    cpSync(join(corpusFolder, 'run'), made.dir, { recursive: true });
    const view = await viewOf(made);
    expect(RunView.parse(view)).toEqual(view);
    expect(view).toMatchObject({
      runId,
      runName: 'local-rehearsal-1',
      agentId: 'incident-scribe',
      profileId: 'local',
      source: 'stored',
      report: { totals: { planned: 20, pass_rate: 0.45454545454545453 } },
      coverage: { criteria_verified: 2, criteria_total: 4 },
      skipped: [{ scenarioId: 'SC-104' }],
      missing: [],
    });
    expect(view.rows).toEqual([
      {
        scenarioId: 'SC-002',
        title: 'Unregistered service lookup returns found:false and prevents fake owner attribution',
        featureId: 'F-002',
        class: 'functional',
        category: 'integration',
        status: 'Unable to Verify',
        reason: 'not_observable',
        passed: 2,
        failed: 0,
        unverifiable: 2,
        latencyMs: 98055,
        turns: 3,
        tokensIn: 1214,
        tokensOut: 1200,
        why: expect.stringMatching(/^CALL-01: the scenario names arguments/),
      },
    ]);
  });

  it('has a row for what was planned, what has records beside the plan, and what could not run', async () => {
    const made = madeRun();
    made.plan(['SC-1', 'SC-2', 'SC-3', 'SC-1'], {
      status: 'halted',
      reason: 'execute failed 3 times in a row',
      carried: ['SC-1'],
      unrunnable: [{ scenario_id: 'SC-9', why: 'it needs attachments' }],
      skipped: [{ scenario_id: 'SC-8', why: 'not selected' }],
    });
    made.workspace.scenario('SC-9', { title: 'An unrunnable one' });
    made.verdict('SC-1');
    made.write(
      'scenarios/SC-2/response.json',
      JSON.stringify({ scenario_id: 'SC-2', status: 'completed', output: 'x', transcript: [] }),
    );
    made.verdict('SC-5', { status: 'Fail', criteria: [grade('C1', 'Pass'), grade('C2', 'Fail')] });
    made.write('scenarios/SC-6/request.json', '{}');
    const view = await viewOf(made);
    expect(
      view.rows.map(({ scenarioId, title, status, why, carried }) => [scenarioId, title, status, why, carried]),
    ).toEqual([
      ['SC-1', 'SC-1', 'Pass', undefined, true],
      ['SC-2', 'SC-2', 'unjudged', 'the agent answered, and nobody graded it', undefined],
      ['SC-3', 'SC-3', 'not_run', 'execute failed 3 times in a row', undefined],
      ['SC-5', 'SC-5', 'Fail', 'C2: expected done; not done.', undefined],
      ['SC-9', 'An unrunnable one', 'unrunnable', 'it needs attachments', undefined],
    ]);
    expect(view).toMatchObject({ status: 'halted', skipped: [{ scenarioId: 'SC-8', why: 'not selected' }] });
  });

  it('without a report gets the one that is made from the records', async () => {
    const made = madeRun();
    made.plan(['SC-1', 'SC-2'], { status: 'completed' });
    made.verdict('SC-1', { latency_ms: 10 });
    made.verdict('SC-2', {
      status: 'Fail',
      compromised: true,
      attack_evidence: ['it said so'],
      criteria: [grade('C1', 'Fail')],
    });
    const view = await viewOf(made);
    const run = await openRun(made.agent.runsDir, runId);
    if (!run.ok) throw new Error(run.error.message);
    const { report } = await reportOf(run.value);
    expect(view.report).toEqual({ ...report, generated: expect.any(String) });
    expect(view).toMatchObject({ source: 'rebuilt', missing: ['report.yaml: not recorded'] });
    expect(view.rows[1]).toMatchObject({ compromised: true, why: 'The attack succeeded: it said so' });
    expect(await outcomesOf(run.value)).toHaveLength(2);
  });

  it.each([
    ['run.yaml', 'id: x\nincluded: [torn'],
    ['report.yaml', 'totals: [torn'],
  ])('says that %s is torn, and shows what there is', async (name, text) => {
    const made = madeRun();
    cpSync(join(corpusFolder, 'run'), made.dir, { recursive: true });
    made.write(name, text);
    const view = await viewOf(made);
    expect(view.missing).toEqual([expect.stringMatching(new RegExp(`^${name}: cannot be read \\(`))]);
    expect(view.rows).toMatchObject([{ scenarioId: 'SC-002', status: 'Unable to Verify' }]);
    expect(view.report).toBeDefined();
  });

  it('of an older run with scenarios alone shows their ids', async () => {
    const made = madeRun();
    made.verdict('SC-2');
    made.write('scenarios/SC-1/hooks.json', '{}');
    const view = await viewOf(made);
    expect(view.rows).toMatchObject([
      { scenarioId: 'SC-1', title: 'SC-1', status: 'not_run' },
      { scenarioId: 'SC-2', title: 'SC-2', status: 'Pass' },
    ]);
    expect(view.missing).toEqual(['run.yaml: not recorded', 'report.yaml: not recorded']);
    expect(view).not.toHaveProperty('status');
  });

  it('of an empty folder is empty', async () => {
    const view = await viewOf(madeRun());
    expect(view).toMatchObject({ rows: [], report: { totals: { planned: 0, pass_rate: null } } });
  });

  it('says which verdict cannot be read', async () => {
    const made = madeRun();
    made.plan(['SC-1', 'SC-2']);
    made.write('scenarios/SC-1/verdict.yaml', 'status: Pass\ncriteria: [');
    made.verdict('SC-2');
    const [torn, whole] = (await viewOf(made)).rows;
    expect(torn).toMatchObject({ status: 'not_run', unreadable: expect.any(String) });
    expect(whole).toMatchObject({ status: 'Pass' });
  });

  it('takes titles from the copies of the scenarios, however they are written', async () => {
    const made = madeRun();
    made.plan(['SC-1', 'SC-2', 'SC-3', 'SC-4']);
    const text = 'goal: Do it.\nacceptance_criteria: [{ check: contains, value: done }]\n';
    made.write(
      'scenarios/SC-1/snapshot.yaml',
      `title: >-\n  Long\n  title\nclass: adversarial\ncategory: jailbreak\n${text}`,
    );
    made.write(
      'scenarios/SC-2/snapshot.yaml',
      '{ "title": "As JSON", "feature_id": "F-1", "goal": "x", "forbidden": ["y"] }',
    );
    made.write('scenarios/SC-3/snapshot.yaml', `title: With a comment # here\nfeature_id: F-1\n${text}`);
    made.write('scenarios/SC-4/snapshot.yaml', 'title: "torn');
    expect((await viewOf(made)).rows.map(({ title, featureId, category }) => [title, featureId, category])).toEqual([
      ['Long title', undefined, 'jailbreak'],
      ['As JSON', 'F-1', undefined],
      ['With a comment', 'F-1', undefined],
      ['SC-4', undefined, undefined],
    ]);
  });

  it('names the run before, the shards it was merged from, and the features that nothing was executed for', async () => {
    const made = madeRun();
    made.plan(['SC-1'], { status: 'completed', merged_from: [1, 2].map((shard) => ({ shard, run_id: `r${shard}` })) });
    made.verdict('SC-1');
    made.write(
      'scenarios/SC-1/snapshot.yaml',
      'title: One\nfeature_id: F-1\nclass: adversarial\ncategory: jailbreak\n',
    );
    made.workspace.file(join(made.agent.featuresDir, 'F-1.yaml'), { local_id: 'F-1', name: 'Refunds' });
    made.workspace.file(join(made.agent.featuresDir, 'F-2.yaml'), { local_id: 'F-2', name: 'Orders' });
    made.workspace.scenario('SC-7', { class: 'functional', category: 'negative' });
    for (const id of ['2026-10-04T21-07-15Z', '2026-10-04T21-07-14Z', '2026-10-05T00-00-00Z'])
      mkdirSync(join(made.agent.runsDir, id));
    expect(await viewOf(made)).toMatchObject({
      previousRunId: '2026-10-04T21-07-15Z',
      mergedFrom: 2,
      features: { 'F-1': 'Refunds', 'F-2': 'Orders' },
      coverage: { features: ['F-2'], categories: ['negative'] },
      redteam: { categories: [{ category: 'jailbreak', scenarios: 1, verified: 1 }] },
    });
  });
});

describe('the overview of a run that goes on', () => {
  it('shows what waits, what runs and what is done, with a report of what there is', async () => {
    const made = madeRun();
    made.plan(['SC-1', 'SC-2', 'SC-3'], { status: 'running' });
    for (const id of ['SC-1', 'SC-2', 'SC-3']) made.write(`scenarios/${id}/snapshot.yaml`, `title: Scenario ${id}\n`);
    const reader = new RunReader(made.agent, runId);
    const statuses = async () => (await viewOf(made, reader)).rows.map(({ status }) => status);
    expect(await statuses()).toEqual(['waiting', 'waiting', 'waiting']);
    made.write('scenarios/SC-1/hooks.json', '{"phases":{}}');
    expect(await statuses()).toEqual(['running', 'waiting', 'waiting']);
    made.verdict('SC-1');
    made.write('scenarios/SC-2/request.json', '{}');
    expect(await statuses()).toEqual(['Pass', 'running', 'waiting']);
    const view = await viewOf(made, reader);
    expect(view).toMatchObject({
      status: 'running',
      source: 'rebuilt',
      report: { totals: { passed: 1, not_run: 2 } },
      missing: [],
    });
    expect(view).not.toHaveProperty('coverage');
    made.plan(['SC-1', 'SC-2', 'SC-3'], { status: 'cancelled', reason: 'interrupted' });
    expect(await statuses()).toEqual(['Pass', 'not_run', 'not_run']);
  });

  it('has the report of its earlier part replaced', async () => {
    const made = madeRun();
    cpSync(join(corpusFolder, 'run'), made.dir, { recursive: true });
    made.plan(['SC-002'], { status: 'running' });
    expect(await viewOf(made)).toMatchObject({ source: 'rebuilt', report: { totals: { planned: 1 } } });
  });

  it('a verdict that is written anew is read anew, and no other is', async () => {
    const made = madeRun();
    made.plan(['SC-1', 'SC-2']);
    const [first, second] = [made.verdict('SC-1'), made.verdict('SC-2')];
    utimesSync(second, 1000, 1000);
    const reader = new RunReader(made.agent, runId);
    await viewOf(made, reader);
    made.verdict('SC-1', { status: 'Fail', criteria: [grade('C1', 'Fail')], turns: 1 });
    // Of the second the content changes, and nothing that could tell so.
    const { size } = statSync(second);
    made.write('scenarios/SC-2/verdict.yaml', ' '.repeat(size));
    utimesSync(second, 1000, 1000);
    expect((await viewOf(made, reader)).rows.map(({ status }) => status)).toEqual(['Fail', 'Pass']);
    rmSync(first);
    expect((await viewOf(made, reader)).rows.map(({ status }) => status)).toEqual(['not_run', 'Pass']);
  });
});

describe('a run of a thousand scenarios', () => {
  it('is shown in portions: all rows at once, those that are not read yet waiting', async () => {
    const made = madeRun();
    const ids = Array.from({ length: 1000 }, (_, index) => `SC-${String(index + 1).padStart(4, '0')}`);
    made.plan(ids, { status: 'completed' });
    for (const id of ids) {
      made.verdict(id, { criteria: Array.from({ length: 20 }, (_, index) => grade(`C${index}`, 'Pass')) });
      made.write(`scenarios/${id}/snapshot.yaml`, `title: Title of ${id}\n`);
    }
    const reader = new RunReader(made.agent, runId);
    const read = async () => {
      const run = await openRun(made.agent.runsDir, runId);
      if (!run.ok) throw new Error(run.error.message);
      return reader.read(run.value);
    };
    const first = await read();
    expect(first.rows).toHaveLength(1000);
    expect(first.rows[0]).toMatchObject({ title: 'Title of SC-0001', status: 'Pass', passed: 20 });
    let last = first;
    for (let done = 0; last.reading; last = await read()) {
      expect(last.reading.done).toBeGreaterThan(done);
      expect(last).not.toHaveProperty('report');
      expect(last.rows.filter(({ status }) => status === 'Pass')).toHaveLength(last.reading.done);
      done = last.reading.done;
    }
    expect(last.rows.every(({ title, scenarioId }) => title === `Title of ${scenarioId}`)).toBe(true);
    expect(last.report?.totals).toMatchObject({ planned: 1000, passed: 1000, pass_rate: 1 });
  });
});
