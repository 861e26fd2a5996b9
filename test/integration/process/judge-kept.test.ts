import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookScript } from '../workspace-builder';
import { answering, commandFrom, questions, says } from './judging-run';
import { run, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const answer = 'Hello.\nYour refund was approved and is on its way.';

describe('answers of a judge', () => {
  it('are kept: judging the same evidence again is free, unless it is asked for', async () => {
    const workspace = answering(build(), answer);
    const first = await run(workspace, { judge: await commandFrom(workspace) });
    const again = { runId: first.outcome.runId, phases: ['judge' as const] };
    const second = await run(workspace, { ...again, judge: await commandFrom(workspace) });
    expect(second.state('SC-001')).toBe('Pass');
    expect(second.verdict('SC-001').judge).toMatchObject({ asked: 0, cached: 1, latency_ms: 0 });
    expect(questions(workspace)).toHaveLength(1);
    await run(workspace, { ...again, judge: await commandFrom(workspace, [], { askAnew: true }) });
    expect(questions(workspace)).toHaveLength(2);
    await run(workspace, { ...again, judge: await commandFrom(workspace, ['fenced']) });
    expect(questions(workspace), 'another judge is asked itself').toHaveLength(3);
  });

  it('that are damaged in the cache are asked for again', async () => {
    const workspace = answering(build(), answer);
    const { outcome } = await run(workspace, { judge: await commandFrom(workspace) });
    const dir = '.testmuai/rook/cache/judge';
    for (const name of readdirSync(join(workspace.root, dir))) workspace.file(join(dir, name), '{"answer": "torn');
    const judge = await commandFrom(workspace);
    const finished = await run(workspace, { runId: outcome.runId, phases: ['judge'], judge });
    expect(finished.state('SC-001')).toBe('Pass');
    expect(questions(workspace)).toHaveLength(2);
  });
});

describe('secrets', () => {
  const token = 'tok+en/with "signs" 42';
  const env = { PATH: process.env.PATH ?? '', AGENT_TOKEN: token, OPENAI_API_KEY: 'sk-judge-key-0001' };

  it('are never in what a judge is given, nor in what is kept of its answer', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'], { env: [{ variable: 'AGENT_TOKEN' }], capabilities: { calls: true } })
      .hook(
        hookScript({
          execute: `const t = env.AGENT_TOKEN; return { output: 'approved with ' + t + ' and ' + encodeURIComponent(t),
            calls: [{ name: 'login', arguments: { t, b: Buffer.from(t).toString('base64') } }], trace: { t } };`,
        }),
      )
      .scenario('SC-001', { goal: `Use ${token}.`, acceptance_criteria: [says('approved')] });
    const finished = await run(workspace, { judge: await commandFrom(workspace), env });
    expect(finished.state('SC-001')).toBe('Pass');
    const [question] = questions(workspace);
    const kept = workspace.read(`.testmuai/rook/cache/judge/${readdirSync(join(workspace.rookDir, 'cache/judge'))[0]}`);
    const working = readFileSync(finished.path('SC-001', 'evidence', 'judge-working.json'), 'utf8');
    const forms = [
      token,
      encodeURIComponent(token),
      JSON.stringify(token).slice(1, -1),
      Buffer.from(token).toString('base64').slice(0, -2),
    ];
    for (const form of forms) expect([question?.prompt, kept, working].join('\n')).not.toContain(form);
    expect(question?.prompt).toContain('«AGENT_TOKEN»');
  });

  it('of the judge do not reach a hook, and are masked in the records, unless the profile declares them', async () => {
    for (const declared of [false, true]) {
      const workspace = build()
        .agent()
        .profile('local', ['execute'], declared ? { env: [{ variable: 'OPENAI_API_KEY' }] } : {})
        .hook(
          hookScript({
            execute:
              "return { output: 'approved: ' + (env.OPENAI_API_KEY ? 'with a key' : 'without a key') + ' sk-judge-key-0001' };",
          }),
        )
        .scenario('SC-001', { acceptance_criteria: [says('approved')] });
      const key = { variable: 'OPENAI_API_KEY', value: 'sk-judge-key-0001' };
      const finished = await run(workspace, { judge: await commandFrom(workspace, [], { key }), env });
      expect(finished.response('SC-001').output).toBe(
        `approved: ${declared ? 'with' : 'without'} a key «OPENAI_API_KEY»`,
      );
      expect(questions(workspace)[0]?.prompt).not.toContain('sk-judge-key-0001');
    }
  });
});
