import { describe, expect, it } from 'vitest';
import { hookScript, type WorkspaceBuilder } from '../workspace-builder';
import { jsonNotes, run, useWorkspaces } from './run-workspace';

const workspace = useWorkspaces();
const script = 'scripts/checks/own.mjs';
const statement = 'The ledger balances.';

/** A workspace whose one scenario is decided by a check of its own. */
function withCheck(
  source: string,
  hooks: Record<string, string> = { execute: "print({ output: 'done', calls: [] });" },
) {
  const built = workspace().agent().hook(hookScript(hooks));
  built.profile('local', Object.keys(hooks), { env: [{ variable: 'LEDGER_KEY' }], capabilities: { calls: true } });
  built.file(`${built.agentDir()}/${script}`, source);
  return built.scenario('SC-001', { acceptance_criteria: [{ statement, check: 'script', script }] });
}

const env = { ...process.env, LEDGER_KEY: 'key-4711-secret' };

async function gradeOf(built: WorkspaceBuilder) {
  const finished = await run(built, { env });
  const [criterion] = finished.verdict('SC-001').criteria;
  if (!criterion) throw new Error('there is no criterion');
  return criterion;
}

const prints = (answer: unknown): string => `console.log(${JSON.stringify(JSON.stringify(answer))});`;

describe('a check of the user’s own decides by what it prints', () => {
  it.each<[string, object, object]>([
    [
      'Pass',
      { status: 'Pass', expected: '0', achieved: '0', evidence: 'balance: 0' },
      { status: 'Pass', expected: '0', achieved: '0', evidence: 'balance: 0' },
    ],
    [
      'Fail',
      { status: 'Fail', expected: '0', achieved: '5', evidence: 'balance: 5' },
      { status: 'Fail', expected: '0', achieved: '5', evidence: 'balance: 5' },
    ],
    [
      'Unable to Verify',
      { status: 'Unable to Verify', evidence: 'no ledger', reason: 'not_observable', remedy: 'Start the ledger.' },
      { status: 'Unable to Verify', unverifiable_reason: 'not_observable', remedy: 'Start the ledger.' },
    ],
    [
      'what it leaves out is filled in, but for the evidence',
      { status: 'Pass', evidence: 'balance: 0' },
      { status: 'Pass', expected: statement, achieved: 'it holds' },
    ],
  ])('%s', async (_, answer, grade) => {
    expect(await gradeOf(withCheck(prints(answer)))).toMatchObject(grade);
  });

  it('and quotes no secret in the verdict', async () => {
    const source = "console.log(JSON.stringify({ status: 'Pass', evidence: `key ${process.env.LEDGER_KEY}` }));";
    expect((await gradeOf(withCheck(source))).evidence).toBe('key «LEDGER_KEY»');
  });
});

describe('what it gets', () => {
  const noting = `
import { appendFileSync, readFileSync } from 'node:fs';
const { ROOK_HOOK, ROOK_SCENARIO_ID, ROOK_ATTEMPT, ROOK_SESSION, ROOK_STATE_DIR, ROOK_TURN, ROOK_CONVERSATION, LEDGER_KEY } = process.env;
const env = { ROOK_HOOK, ROOK_SCENARIO_ID, ROOK_ATTEMPT, ROOK_SESSION, ROOK_STATE_DIR, ROOK_TURN, ROOK_CONVERSATION, LEDGER_KEY };
const stdin = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(process.env.ROOK_WORKSPACE + '/notes', JSON.stringify({ argv: process.argv.slice(2), cwd: process.cwd(), env, stdin }) + '\\n');
console.log(JSON.stringify({ status: 'Pass', evidence: 'noted' }));
`;
  type Note = { argv: string[]; cwd: string; env: Record<string, string>; stdin: Record<string, unknown> };

  it('is the evidence on standard input, in the environment of a hook', async () => {
    const built = withCheck(noting, {
      execute:
        "print({ output: 'done', conversation: 'c-1', calls: [{ name: 'pay', arguments: { id: 7 } }], usage: { input: 3, output: 4 }, trace: 'x' });",
      collect: "print({ audit: ['paid'] });",
    });
    await gradeOf(built);
    const [note] = jsonNotes<Note>(built);
    expect(note).toMatchObject({ argv: ['check'], cwd: built.root });
    expect(note?.env).toMatchObject({
      ROOK_HOOK: 'check',
      ROOK_SCENARIO_ID: 'SC-001',
      ROOK_ATTEMPT: '1',
      ROOK_SESSION: expect.stringMatching(/./),
      ROOK_STATE_DIR: expect.stringMatching(/hook-state$/),
      ROOK_CONVERSATION: 'c-1',
      LEDGER_KEY: 'key-4711-secret',
    });
    expect(note?.env).not.toHaveProperty('ROOK_TURN');
    expect(note?.stdin).toMatchObject({
      version: 1,
      scenario_id: 'SC-001',
      attempt: 1,
      statement,
      goal: 'Do SC-001.',
      output: 'done',
      raw_response: expect.stringContaining('"trace":"x"'),
      transcript: [
        { role: 'user', content: 'Do SC-001.' },
        { role: 'agent', content: 'done' },
      ],
      turns: 1,
      latency_ms: expect.any(Number),
      calls: [{ name: 'pay', arguments: { id: 7 } }],
      usage: { input_tokens: 3, output_tokens: 4 },
      collect_failed: false,
      data: { audit: ['paid'] },
    });
  });

  it('has no calls when nobody could observe them, and says why', async () => {
    const built = withCheck(noting, { execute: "print({ output: 'done' });" });
    await gradeOf(built);
    const [note] = jsonNotes<Note>(built);
    expect(note?.stdin).not.toHaveProperty('calls');
    expect(note?.stdin).toMatchObject({ calls_gap: expect.stringMatching(/no calls/) });
  });

  it('may be left unread, however long it is', async () => {
    const built = withCheck(prints({ status: 'Pass', evidence: 'fine' }), {
      execute: "print({ output: 'x'.repeat(4_000_000) });",
    });
    expect(await gradeOf(built)).toMatchObject({ status: 'Pass' });
  });
});

describe('whatever goes wrong with it decides nothing, and is said', () => {
  it.each<[string, string, RegExp]>([
    ['exit code', "console.error('no ledger'); process.exit(3);", /check exited with code 3:\nno ledger/],
    [
      'exit code after an answer',
      `${prints({ status: 'Pass', evidence: 'x' })} process.exitCode = 1;`,
      /check exited with code 1/,
    ],
    ['crash', "throw new Error('boom');", /check exited with code 1[\s\S]*boom/],
    ['signal', "process.kill(process.pid, 'SIGKILL');", /check was ended by SIGKILL/],
    ['nothing printed', '', /printed nothing on standard output/],
    ['not JSON', "console.log('PASS');", /not one JSON object/],
    [
      'logs before the answer',
      `console.log('checking'); ${prints({ status: 'Pass', evidence: 'x' })}`,
      /not one JSON object/,
    ],
    ['two answers', prints({ status: 'Pass', evidence: 'x' }).repeat(2), /not one JSON object/],
    ['a list', 'console.log([1].length && "[]");', /printed a list where one JSON object belongs/],
    ['null', 'console.log("null");', /printed null where one JSON object belongs/],
    ['no status', prints({ evidence: 'x' }), /has no status/],
    ['an unknown status', prints({ status: 'pass', evidence: 'x' }), /status cannot be "pass"/],
    ['Partial', prints({ status: 'Partial', evidence: 'x' }), /status is "Partial"/],
    ['evidence that is no text', prints({ status: 'Pass', evidence: { balance: 0 } }), /evidence must be a text/],
    [
      'Pass without evidence',
      prints({ status: 'Pass', expected: '0', achieved: '0', evidence: ' ' }),
      /Pass without evidence/,
    ],
    ['Fail and nothing else', prints({ status: 'Fail' }), /Fail without evidence/],
    ['invalid UTF-8', 'process.stdout.write(Buffer.from([0x7b, 0xff, 0x7d]));', /not one JSON object/],
  ])('%s', async (_, source, why) => {
    const graded = await gradeOf(withCheck(source));
    expect(graded).toMatchObject({ status: 'Unable to Verify', unverifiable_reason: 'undecidable' });
    expect(graded.evidence).toMatch(why);
    expect(graded.evidence).toContain(script);
    expect(graded.remedy).toMatch(/./);
  });

  it('a script that is not there, with both places named', async () => {
    const built = withCheck('').scenario('SC-001', {
      acceptance_criteria: [{ statement, check: 'script', script: 'scripts/none.mjs' }],
    });
    const graded = await gradeOf(built);
    expect(graded).toMatchObject({ status: 'Unable to Verify', unverifiable_reason: 'undecidable' });
    expect(graded.evidence).toMatch(/script not found: scripts\/none\.mjs \(tried .* and .*\)/);
  });

  it('a script that is no program', async () => {
    const built = withCheck('');
    built.file('checks/own.bin', 'nothing to execute');
    built.scenario('SC-001', { acceptance_criteria: [{ statement, check: 'script', script: 'checks/own.bin' }] });
    const graded = await gradeOf(built);
    expect(graded).toMatchObject({ status: 'Unable to Verify', unverifiable_reason: 'undecidable' });
    expect(graded.evidence).toMatch(/check could not be started/);
  });
});

describe('around it', () => {
  const passing = prints({ status: 'Pass', evidence: 'balance: 0' });

  it('a script in the workspace is found, too, and may be in another language', async () => {
    const built = withCheck('');
    built.file('checks/own.sh', 'echo "{\\"status\\": \\"Pass\\", \\"evidence\\": \\"phase $1\\"}"');
    built.scenario('SC-001', { acceptance_criteria: [{ statement, check: 'script', script: 'checks/own.sh' }] });
    expect(await gradeOf(built)).toMatchObject({ status: 'Pass', evidence: 'phase check' });
  });

  it('its Pass does not hold when the fixture was not set up or collect failed', async () => {
    for (const phase of ['open', 'collect']) {
      const hooks = { execute: "print({ output: 'done' });", [phase]: 'process.exit(1);' };
      const graded = await gradeOf(withCheck(passing, hooks));
      expect(graded).toMatchObject({ status: 'Unable to Verify', unverifiable_reason: 'not_observable' });
    }
  });

  it('it is not asked about an agent that did not run', async () => {
    const finished = await run(withCheck(passing, { execute: 'process.exit(1);' }), { env });
    expect(finished.state('SC-001')).toBe('Unable to Verify (agent_never_ran)');
    expect(finished.verdict('SC-001').criteria).toEqual([]);
  });

  it('what it leaves behind is ended', async () => {
    const source = `
import { spawn } from 'node:child_process';
spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).unref();
${passing}`;
    expect(await gradeOf(withCheck(source))).toMatchObject({ status: 'Pass' }); // useWorkspaces looks for what is left
  });

  it('a run with it lists no gap', async () => {
    const finished = await run(withCheck(passing), { env });
    expect(finished.file.gapped ?? []).toEqual([]);
  });
});
