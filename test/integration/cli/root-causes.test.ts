import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedProvider } from '../judge-provider/scripted-provider';
import { hookScript, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson, startRook } from './rook-command';

let workspace: WorkspaceBuilder;
let server: ScriptedProvider;
beforeEach(async () => {
  server = await new ScriptedProvider().start();
  workspace = new WorkspaceBuilder()
    .agent()
    .profile('local', ['execute'])
    .hook(hookScript({ execute: "return { output: 'Good bye, friend.', calls: [] };" }))
    .scenario('SC-001', { acceptance_criteria: [{ statement: 'It greets.', check: 'contains', value: 'hello' }] })
    .scenario('SC-002', { acceptance_criteria: [{ statement: 'It says so.', check: 'contains', value: 'friend' }] });
});
afterEach(async () => {
  await server.stop();
  workspace.remove();
});

const withModel = () => ({
  cwd: workspace.root,
  env: {
    ROOK_JUDGE_PROVIDER: 'openai-compatible',
    ROOK_JUDGE_MODEL: 'judge-1',
    ROOK_JUDGE_BASE_URL: server.url,
    ROOK_JUDGE_API_KEY: 'judge-key-000001',
  },
});
const without = () => ({ cwd: workspace.root });
const cause = expect.stringContaining('Good bye, friend.');

describe('rook run --rca', () => {
  it('has the fields in its document, and changes no total', async () => {
    const { code, document, stdout, stderr } = await rookJson(['run', '--rca'], withModel());
    expect(code).toBe(0);
    expect(document.report).toMatchObject({
      totals: { planned: 2, passed: 1, failed: 1 },
      clusters: [{ id: 'CL-01', cause, remedy: expect.any(String), confidence: 'medium', fault: 'agent' }],
      narrative: '1 of 2 failed, SC-001 among them.',
      next: ['Look at SC-001.'],
      rca: { asked: 2 },
    });
    expect(stderr).toContain('Asking the judge model why it came out badly');
    expect(stdout + stderr).not.toContain('judge-key-000001');
  });

  it('shows people cause, remedy, narrative and what to do next', async () => {
    const { stdout } = await rook(['run', '--rca'], withModel());
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toMatch(
      /Cause It came out so because of this: .*Good bye, friend\..*\(fault: agent, at C1, confidence: medium/,
    );
    expect(text).toContain('Remedy Mend what the quotation shows.');
    expect(text).toContain('1 of 2 failed, SC-001 among them.');
    expect(text).toMatch(/Next Look at SC-001\./);
  });

  it('without a model warns with how to configure one, and runs', async () => {
    const { code, document, stderr } = await rookJson(['run', '--rca'], without());
    expect(code).toBe(0);
    expect(stderr.replace(/\s+/g, ' ')).toMatch(/warning: there is no judge model .* ROOK_JUDGE_PROVIDER/);
    expect(document.report.totals).toMatchObject({ passed: 1, failed: 1 });
    expect(document.report.clusters[0].cause).toBeUndefined();
  });
});

describe('rook report --rca', () => {
  it('asks about the records, keeps what was found, and a plain report reads it', async () => {
    await rook(['run'], withModel());
    expect(server.requests).toHaveLength(0);
    const asked = await rookJson(['report', '--rca'], withModel());
    expect(asked.code).toBe(0);
    expect(asked.document.report.clusters[0]).toMatchObject({ cause, fault: 'agent' });
    expect(server.requests).toHaveLength(2);
    const read = await rookJson(['report'], withModel());
    expect(read.document.report).toEqual(asked.document.report);
    expect(server.requests).toHaveLength(2);
    expect(read.document.report.totals).toMatchObject({ passed: 1, failed: 1 });
    await rook(['report', '--rca'], withModel());
    expect(server.requests).toHaveLength(2); // from the cache
    await rook(['report', '--rca', '--no-cache'], withModel());
    expect(server.requests).toHaveLength(4);
  });

  it('without a model warns, shows the report and writes nothing', async () => {
    const ran = await rookJson(['run'], without());
    const file = join(workspace.agentDir(), 'runs', ran.document.run_id, 'report.yaml');
    const before = [readFileSync(file, 'utf8'), statSync(file).mtimeMs];
    const { code, document, stderr } = await rookJson(['report', '--rca'], without());
    expect(code).toBe(0);
    expect(stderr).toContain('there is no judge model');
    expect(document.report.totals).toMatchObject({ passed: 1, failed: 1 });
    expect([readFileSync(file, 'utf8'), statSync(file).mtimeMs]).toEqual(before);
  });

  it('keeps what is on record when the model answers nothing that can be used', async () => {
    await rook(['run', '--rca'], withModel());
    server.script = Array.from({ length: 8 }, () => ({ kind: 'answer' as const, text: 'no idea' }));
    const { code, document, stderr } = await rookJson(['report', '--rca', '--no-cache'], withModel());
    expect(code).toBe(0);
    expect(stderr).toContain('no root cause for CL-01');
    expect(document.report.clusters[0].cause).toEqual(cause);
  });

  it('asks nothing about a run that has not ended', async () => {
    const ran = await rookJson(['run'], without());
    const file = join(workspace.agentDir(), 'runs', ran.document.run_id, 'run.yaml');
    workspace.file(file, readFileSync(file, 'utf8').replace('status: completed', 'status: running'));
    const { code, stderr } = await rookJson(['report', '--rca'], withModel());
    expect(code).toBe(0);
    expect(stderr).toContain('has not ended');
    expect(server.requests).toHaveLength(0);
  });

  it('says when another run works on the agent', async () => {
    await rook(['run'], without());
    const lock = { pid: process.pid, host: (await import('node:os')).hostname(), id: 'x', since: 'now' };
    workspace.file('.testmuai/rook/cache/locks/desk--desk.lock', JSON.stringify(lock));
    const { code, document } = await rookJson(['report', '--rca'], withModel());
    expect(code).toBe(1);
    expect(document.error).toContain(`by process ${process.pid}`);
  });

  it('is ended by a signal, with what is on record', async () => {
    await rook(['run'], without());
    server.script = [{ kind: 'slow', ms: 60_000 }];
    const { child, finished } = startRook(['report', '--rca', '--json'], withModel());
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    const { code, stdout } = await finished;
    expect(code).toBe(130);
    expect(JSON.parse(stdout).report.totals).toMatchObject({ passed: 1, failed: 1 });
  });
});
