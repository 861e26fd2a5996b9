import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedProvider } from '../judge-provider/scripted-provider';
import { hookScript, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

let workspace: WorkspaceBuilder;
let server: ScriptedProvider;
beforeEach(async () => {
  server = await new ScriptedProvider().start();
  workspace = new WorkspaceBuilder()
    .agent()
    .profile('local', ['execute'])
    .hook(hookScript({ execute: "return { output: 'Hello. Your refund was approved today.', calls: [] };" }))
    .scenario('SC-001', { acceptance_criteria: ['The answer says "approved"'] });
});
afterEach(async () => {
  await server.stop();
  workspace.remove();
});

const settings = (judge: object): string =>
  workspace.file('.testmuai/rook/settings.json', JSON.stringify({ judge }, null, 2));
const passed = { passed: 1, unverifiable: 0 };

describe('rook run with a judge', () => {
  it('asks the provider of settings.json with the key of the environment, once until --no-cache', async () => {
    settings({ provider: 'openai-compatible', model: 'judge-1', base_url: server.url });
    const place = { cwd: workspace.root, env: { ROOK_JUDGE_API_KEY: 'judge-key-000001' } };
    const first = await rookJson(['run'], place);
    expect(first).toMatchObject({ code: 0, document: { ok: true, report: { totals: passed } } });
    expect(first.stdout + first.stderr).not.toContain('judge-key-000001');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer judge-key-000001');
    const again = ['run', '--run', first.document.run_id, '--phases', 'judge'];
    expect((await rookJson(again, place)).document.report.totals).toMatchObject(passed);
    expect(server.requests).toHaveLength(1);
    expect((await rookJson([...again, '--no-cache'], place)).document.report.totals).toMatchObject(passed);
    expect(server.requests).toHaveLength(2);
  });

  it('without one says how to configure it', async () => {
    const { document } = await rookJson(['run'], { cwd: workspace.root });
    expect(document.report.totals).toMatchObject({ passed: 0, unverifiable: 1 });
    const text = await rook(['run'], { cwd: workspace.root });
    expect(text.stdout.replace(/\s+/g, ' ')).toContain('ROOK_JUDGE_PROVIDER');
  });

  it('that is misconfigured runs nothing, and names the place', async () => {
    const file = settings({ provider: 'anthropic', model: 'm', api_key: 'secret-0001' });
    const inFile = await rookJson(['run'], { cwd: workspace.root });
    expect(inFile).toMatchObject({ code: 1, document: { ok: false, error: expect.stringContaining('judge.api_key') } });
    expect(inFile.document.error).toContain(`${file}:5`);
    expect(inFile.stdout).not.toContain('secret-0001');
    settings({});
    const env = { ROOK_JUDGE_PROVIDER: 'antropic' };
    const inEnvironment = await rookJson(['run'], { cwd: workspace.root, env });
    expect(inEnvironment.document.error).toContain('ROOK_JUDGE_PROVIDER is antropic');
    expect(workspace.has(join(workspace.agentDir(), 'runs'))).toBe(false);
  });

  it("that is one of VS Code's models runs without a judge, and says so", async () => {
    settings({ provider: 'vscode' });
    const { code, document, stderr } = await rookJson(['run'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(stderr).toContain('which only VS Code can ask');
    expect(document.report.totals).toMatchObject({ unverifiable: 1 });
  });
});
