import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunJudge } from '../../../engine/judge/model/run-judge';
import { type Manner, promptOf, ScriptedProvider } from '../judge-provider/scripted-provider';
import { hookScript, type WorkspaceBuilder } from '../workspace-builder';
import { answering, commandFrom, judgeFrom, questions } from './judging-run';
import { type FinishedRun, run, until, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const started: ScriptedProvider[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

async function provider(...script: Manner[]): Promise<ScriptedProvider> {
  const server = await new ScriptedProvider().start();
  server.script = script;
  started.push(server);
  return server;
}

const judgeAt = (workspace: WorkspaceBuilder, server: ScriptedProvider): Promise<RunJudge> =>
  judgeFrom(workspace, {
    ROOK_JUDGE_PROVIDER: 'openai-compatible',
    ROOK_JUDGE_MODEL: 'judge-1',
    ROOK_JUDGE_BASE_URL: server.url,
    ROOK_JUDGE_API_KEY: 'judge-key-000001',
  });

const contains = (value: string) => ({ statement: `It says ${value}.`, check: 'contains', value });
/** SC-001 fails, SC-002 passes. */
const halfGood = (): WorkspaceBuilder =>
  answering(build(), 'Good bye, friend.', { acceptance_criteria: [contains('hello')] }).scenario('SC-002', {
    acceptance_criteria: [contains('friend')],
  });
const warnings = (finished: FinishedRun): string[] =>
  finished.events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));

describe('a run with root cause analysis', () => {
  it('has cause, remedy and narrative in report.yaml, the use of the model apart, and says so in run.yaml', async () => {
    const server = await provider();
    const workspace = halfGood();
    const finished = await run(workspace, { judge: await judgeAt(workspace, server), rca: true });
    expect(finished.states('SC-001', 'SC-002')).toEqual(['Fail', 'Pass']);
    const { report } = finished;
    expect(report.clusters).toHaveLength(1);
    expect(report.clusters[0]).toMatchObject({
      kind: 'failed',
      cause: expect.stringContaining('Good bye, friend.'),
      remedy: 'Mend what the quotation shows.',
      confidence: 'medium',
      fault: 'agent',
      where: 'C1',
      summary: 'Explained by rule.',
    });
    expect(report).toMatchObject({ narrative: '1 of 2 failed, SC-001 among them.', next: ['Look at SC-001.'] });
    expect(report.rca).toMatchObject({ asked: 2, input_tokens: 200, output_tokens: 40 });
    expect(report.metrics.tokens_in).toBeUndefined();
    expect(finished.file).toMatchObject({ rca: true, status: 'completed' });
    expect(finished.events.at(-2)).toEqual({ type: 'explaining', clusters: 1 });
    expect(finished.events.at(-1)).toMatchObject({ type: 'finished', report });
    expect(finished.outcome.report).toEqual(report);
    expect(server.requests[0]?.body).toMatchObject({ response_format: { type: 'json_schema' } });
    const working = JSON.parse(readFileSync(finished.layout.rcaWorkingFile, 'utf8'));
    expect(working.questions.map(({ about }: { about: string }) => about)).toEqual(['CL-01', 'report']);
  });

  it('asks nothing without it, though a judge is there', async () => {
    const server = await provider();
    const workspace = halfGood();
    const finished = await run(workspace, { judge: await judgeAt(workspace, server) });
    expect(server.requests).toEqual([]);
    expect(finished.report.clusters[0]).not.toHaveProperty('cause');
    expect(finished.report.rca).toBeUndefined();
    expect(finished.file.rca).toBe(false);
  });

  it('warns without a model, with how to configure one, and goes on', async () => {
    const finished = await run(halfGood(), { rca: true });
    expect(warnings(finished)).toEqual([expect.stringMatching(/no judge model.*ROOK_JUDGE_PROVIDER/)]);
    expect(finished.states('SC-001', 'SC-002')).toEqual(['Fail', 'Pass']);
    expect(finished.report.clusters).toHaveLength(1);
  });

  it('keeps a whole report when the model fails', async () => {
    const workspace = halfGood();
    const finished = await run(workspace, { judge: await commandFrom(workspace, ['fails']), rca: true });
    expect(warnings(finished)).toEqual([expect.stringContaining('no root cause for CL-01')]);
    expect(warnings(finished)[0]).toContain('exited with code 3');
    expect(finished.report).toMatchObject({ totals: { passed: 1, failed: 1 }, clusters: [{ id: 'CL-01' }] });
    expect(finished.report.clusters[0]).not.toHaveProperty('cause');
    expect(finished.file.status).toBe('completed');
  });

  it('keeps nothing that was invented', async () => {
    const workspace = halfGood();
    const finished = await run(workspace, { judge: await commandFrom(workspace, ['invents-causes']), rca: true });
    expect(finished.report.clusters[0]).not.toHaveProperty('cause');
    expect(readFileSync(finished.layout.reportFile, 'utf8')).not.toContain('database');
    expect(warnings(finished)).toEqual([expect.stringContaining('left out')]);
  });

  it('is asked once more after an answer that cannot be used', async () => {
    const workspace = halfGood();
    const finished = await run(workspace, { judge: await commandFrom(workspace, ['prose', 'rule']), rca: true });
    expect(finished.report.clusters[0]?.cause).toContain('Good bye');
    expect(questions(workspace)).toHaveLength(3);
  });

  it('asks of a run that goes on again, and the same question is answered from the cache', async () => {
    const workspace = halfGood();
    const judge = await commandFrom(workspace);
    const first = await run(workspace, { judge, rca: true });
    const again = await run(workspace, { runId: first.outcome.runId, phases: ['judge'], judge });
    expect(questions(workspace)).toHaveLength(2);
    expect(again.report.clusters[0]?.cause).toBe(first.report.clusters[0]?.cause);
    expect(again.report.rca).toMatchObject({ asked: 0, cached: 2 });
  });

  it('looks for the cause of a run that was halted', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: "throw new Error('no route to the agent');" }));
    for (const id of ['SC-001', 'SC-002', 'SC-003', 'SC-004']) workspace.scenario(id);
    const finished = await run(workspace, { judge: await commandFrom(workspace), rca: true, concurrency: 1 });
    expect(finished.file.status).toBe('halted');
    expect(finished.report.clusters[0]).toMatchObject({ fault: 'hook', cause: expect.any(String) });
  });

  it('never shows the model a secret', async () => {
    const server = await provider();
    const workspace = halfGood().hook(
      hookScript({ execute: 'return { output: `Good bye, ${process.env.TOKEN}.`, calls: [] };' }),
    );
    workspace.profile('local', ['execute'], {
      env: [{ variable: 'TOKEN', purpose: 'x' }],
      capabilities: { calls: true },
    });
    const env = { ...process.env, TOKEN: 'hunter2-hunter2' };
    const finished = await run(workspace, { judge: await judgeAt(workspace, server), rca: true, env });
    expect(finished.report.clusters[0]?.cause).toContain('«TOKEN»');
    expect(server.requests.map(promptOf).join('\n')).toContain('«TOKEN»');
    expect(server.everything).not.toContain('hunter2');
    expect(readFileSync(finished.layout.rcaWorkingFile, 'utf8')).not.toContain('hunter2');
  });

  it('that is stopped while the model is asked ends at once, with a whole report', async () => {
    const workspace = halfGood();
    const stop = new AbortController();
    const judge = await commandFrom(workspace, ['hangs']);
    const running = run(workspace, { judge, rca: true, signal: stop.signal });
    await until(() => existsSync(`${workspace.root}/judge-notes`), 'the model being asked');
    stop.abort();
    const finished = await running;
    expect(finished.states('SC-001', 'SC-002')).toEqual(['Fail', 'Pass']);
    expect(finished.file.status).toBe('completed');
    expect(finished.report.totals).toMatchObject({ passed: 1, failed: 1 });
    expect(warnings(finished)).toEqual([expect.stringContaining('stopped')]);
  });
});
