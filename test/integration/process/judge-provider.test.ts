import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { JudgeTool } from '../../../engine/judge/model/judge-model';
import type { RunJudge } from '../../../engine/judge/model/run-judge';
import { gradeByRule } from '../judge-provider/rule-judge.mjs';
import { type Manner, ScriptedProvider } from '../judge-provider/scripted-provider';
import type { WorkspaceBuilder } from '../workspace-builder';
import { answering, judgeFrom, says } from './judging-run';
import { type FinishedRun, run, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const undecidable = 'Unable to Verify (undecidable)';
const answer = 'Hello.\nYour refund was approved and is on its way.';
const key = 'judge-key-000001';

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

function judgeAt(
  workspace: WorkspaceBuilder,
  server: ScriptedProvider,
  changes: Partial<RunJudge> = {},
  name = 'openai-compatible',
): Promise<RunJudge> {
  const env = {
    ROOK_JUDGE_PROVIDER: name,
    ROOK_JUDGE_MODEL: 'judge-1',
    ROOK_JUDGE_BASE_URL: server.url,
    ROOK_JUDGE_API_KEY: key,
  };
  return judgeFrom(workspace, env, changes);
}

async function judged(server: ScriptedProvider, changes: Partial<RunJudge> = {}): Promise<FinishedRun> {
  const workspace = answering(build(), answer);
  return run(workspace, { judge: await judgeAt(workspace, server, changes) });
}

const why = (finished: FinishedRun): string => finished.verdict('SC-001').criteria[0]?.evidence ?? '';

describe('a provider of chat completions', () => {
  it('is asked once, for JSON by a strict schema, with the key; its tokens are recorded apart from the agent', async () => {
    const server = await provider();
    const finished = await judged(server);
    expect(finished.state('SC-001')).toBe('Pass');
    expect(server.requests).toHaveLength(1);
    const [{ path, headers, body } = { path: '', headers: {}, body: {} }] = server.requests;
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe(`Bearer ${key}`);
    expect(body).toMatchObject({
      model: 'judge-1',
      response_format: { type: 'json_schema', json_schema: { strict: true } },
    });
    const verdict = finished.verdict('SC-001');
    expect(verdict.judge).toMatchObject({
      model: 'openai-compatible:judge-1',
      asked: 1,
      input_tokens: 100,
      output_tokens: 20,
    });
    expect(verdict.usage ?? null).toBeNull();
    expect(JSON.stringify(verdict)).not.toContain(key);
  });

  it('that does not know response_format is asked plainly, from then on', async () => {
    const server = await provider({ kind: 'no-schema' });
    const workspace = answering(build(), answer).scenario('SC-002', {
      goal: 'Another one.',
      acceptance_criteria: [says('approved')],
    });
    const finished = await run(workspace, { judge: await judgeAt(workspace, server) });
    expect(finished.states('SC-001', 'SC-002')).toEqual(['Pass', 'Pass']);
    expect(server.requests.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, false]);
  });

  it.each<[string, Manner]>([
    ['429 with retry-after', { kind: 'status', status: 429, headers: { 'retry-after-ms': '20' } }],
    ['500', { kind: 'status', status: 500, headers: { 'retry-after-ms': '20' } }],
    ['a closed socket', { kind: 'close' }],
  ])('is asked again after %s', async (_, manner) => {
    const server = await provider(manner);
    expect((await judged(server)).state('SC-001')).toBe('Pass');
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, Manner[], string]>([
    [
      'keeps answering 500',
      Array(3).fill({ kind: 'status', status: 500, headers: { 'retry-after-ms': '20' } }),
      'answered 500',
    ],
    ['refuses the key', [{ kind: 'status', status: 401, message: `bad key ${key}` }], 'answered 401'],
    ['streams what was not asked for as a stream', Array(3).fill({ kind: 'stream' }), 'could not be asked'],
    ['does not know the model', [{ kind: 'status', status: 404, message: 'no such model' }], 'no such model'],
    ['tears the answer off', Array(3).fill({ kind: 'half-body' }), 'could not be asked'],
  ])('that %s leaves the criterion undecided, and says so', async (_, script, said) => {
    const server = await provider(...script);
    const finished = await judged(server);
    expect(finished.state('SC-001')).toBe(undecidable);
    expect(why(finished)).toContain(said);
    expect(JSON.stringify(finished.verdict('SC-001'))).not.toContain(key);
    expect(existsSync(join(finished.layout.runDir, '../../../../../../cache/judge'))).toBe(false);
  });

  it('that is not there leaves the criterion undecided', async () => {
    const server = await provider();
    const workspace = answering(build(), answer);
    const judge = await judgeAt(workspace, server, { timeoutMs: 20_000 });
    await server.stop();
    const finished = await run(workspace, { judge });
    expect(finished.state('SC-001')).toBe(undecidable);
    expect(why(finished)).toContain('could not be asked');
  });

  it('whose first byte is too slow is given up at the limit', async () => {
    const server = await provider({ kind: 'slow', ms: 30_000 });
    const finished = await judged(server, { timeoutMs: 500 });
    expect(finished.state('SC-001')).toBe(undecidable);
    expect(why(finished)).toContain('no answer within 0.5 s');
  });

  it('that answers half a JSON is asked once more', async () => {
    const half = (prompt: string): string => JSON.stringify(gradeByRule(prompt)).slice(0, 50);
    const server = await provider({ kind: 'answer', text: half });
    const finished = await judged(server);
    expect(finished.state('SC-001')).toBe('Pass');
    expect(finished.verdict('SC-001').judge).toMatchObject({ asked: 2, input_tokens: 200 });
  });

  it('may answer in a fenced block', async () => {
    const fenced = (prompt: string): string => `Sure!\n\`\`\`json\n${JSON.stringify(gradeByRule(prompt))}\n\`\`\``;
    const server = await provider({ kind: 'answer', text: fenced });
    expect((await judged(server)).state('SC-001')).toBe('Pass');
    expect(server.requests).toHaveLength(1);
  });
});

describe('other providers', () => {
  it.each([['anthropic'], ['google']])('%s is spoken to in its own protocol', async (name) => {
    const server = await provider();
    const workspace = answering(build(), answer);
    const finished = await run(workspace, { judge: await judgeAt(workspace, server, {}, name) });
    expect(finished.state('SC-001')).toBe('Pass');
    expect(finished.verdict('SC-001').judge).toMatchObject({
      model: `${name}:judge-1`,
      input_tokens: 100,
      output_tokens: 20,
    });
  });
});

describe('a judge with tools', () => {
  const tool = (result: string, calls: unknown[] = []): JudgeTool => ({
    name: 'read_file',
    description: 'Reads a file.',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    call: async (args) => {
      calls.push(args);
      return result;
    },
  });
  const ledger = 'ledger: refund of ORD-7 booked at noon';
  const fromLedger = (prompt: string): string => {
    const { criteria, ...rest } = gradeByRule(prompt) as { criteria: object[] };
    const graded = criteria.map((one) => ({ ...one, status: 'Pass', evidence: 'refund of ORD-7 booked at noon' }));
    return JSON.stringify({ ...rest, criteria: graded });
  };
  const asks: Manner = { kind: 'tool', name: 'read_file', arguments: { path: 'ledger.txt' } };

  it('may quote what a tool returned; the step is on record, and the answer is not kept', async () => {
    const server = await provider(asks, { kind: 'answer', text: fromLedger });
    const calls: unknown[] = [];
    const workspace = answering(build(), answer, { acceptance_criteria: [says('nothing of that')] });
    const judge = await judgeAt(workspace, server);
    const finished = await run(workspace, { judge, judgeTools: () => [tool(ledger, calls)] });
    expect(finished.state('SC-001')).toBe('Pass');
    expect(why(finished)).toBe('"refund of ORD-7 booked at noon"');
    expect(calls).toEqual([{ path: 'ledger.txt' }]);
    const working = JSON.parse(readFileSync(finished.path('SC-001', 'evidence', 'judge-working.json'), 'utf8'));
    expect(working.tools).toMatchObject([{ tool: 'read_file', arguments: { path: 'ledger.txt' }, result: ledger }]);
    expect(workspace.has('.testmuai/rook/cache/judge')).toBe(false);
  });

  it('that quotes a tool which it did not call proves nothing', async () => {
    const server = await provider({ kind: 'answer', text: fromLedger });
    const workspace = answering(build(), answer);
    const judge = await judgeAt(workspace, server);
    const finished = await run(workspace, { judge, judgeTools: () => [tool(ledger)] });
    expect(finished.state('SC-001')).toBe(undecidable);
  });

  it('that was refused what no rule covers decides nothing: the criterion names the rule to add', async () => {
    const refusal =
      "The call was refused: no rule allows read_file(ledger.txt), and nobody can be asked (CI is set). Add --allow 'read_file(ledger.txt)'.";
    const server = await provider(asks);
    const workspace = answering(build(), answer);
    const judge = await judgeAt(workspace, server);
    const finished = await run(workspace, { judge, judgeTools: () => [tool(refusal)] });
    expect(finished.state('SC-001')).toBe(undecidable);
    expect(why(finished)).toContain("--allow 'read_file(ledger.txt)'");
    expect(workspace.has('.testmuai/rook/cache/judge')).toBe(false);
  });

  it('of Google is not asked for a schema at the same time: its older models refuse both together', async () => {
    const server = await provider();
    const workspace = answering(build(), answer);
    const judge = await judgeAt(workspace, server, {}, 'google');
    const finished = await run(workspace, { judge, judgeTools: () => [tool(ledger)] });
    expect(finished.state('SC-001')).toBe('Pass');
    expect(server.requests[0]?.body.tools).toBeDefined();
    expect(JSON.stringify(server.requests[0]?.body.generationConfig ?? {})).not.toContain('chema');
  });

  it('is told to answer after the last call that is allowed', async () => {
    const server = await provider(asks, asks, asks);
    const calls: unknown[] = [];
    const workspace = answering(build(), answer);
    const judge = await judgeAt(workspace, server, { maxSteps: 2 });
    const finished = await run(workspace, { judge, judgeTools: () => [tool(ledger, calls)] });
    expect(calls).toHaveLength(2);
    expect(server.everything).toContain('No further tool call is allowed');
    expect(finished.state('SC-001')).toBe('Pass');
  });
});
