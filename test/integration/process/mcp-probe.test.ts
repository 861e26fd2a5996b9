import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProbeParameters } from '../../../engine/judge/checks/mcp-probe';
import { headlessPermission } from '../../../engine/tools/permission/permission';
import { type ToolboxChanges, toolboxOf, withServer, withTools } from './mcp-room';
import { startHttpServer } from './mcp-server-script';
import { notes, run, until, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const look: ProbeParameters = {
  server: 'desk',
  tool: 'look',
  arguments: { id: 7 },
  expect: { json_path: '$.id', equals: 7 },
};
const limits = { connectMs: 10_000, requestMs: 1000 };

/** One probe outside a run. */
async function probe(parameters: ProbeParameters, changes: ToolboxChanges = {}, servers: Record<string, unknown> = {}) {
  const workspace = withServer(build(), servers);
  const toolbox = await toolboxOf(workspace, { limits, ...changes });
  const evidence = join(workspace.root, 'evidence');
  const grade = await withTools(toolbox, (tools) => tools.probe(evidence)(parameters, 'It holds.'));
  const kept = JSON.parse(readFileSync(join(evidence, 'mcp-probes.json'), 'utf8')).probes;
  return { ...grade, kept, notes: notes(workspace), gap: toolbox.probeGap(parameters) };
}

describe('a probe', () => {
  it('decides from what a tool that reads returns, and keeps it as evidence', async () => {
    const passed = await probe(look);
    expect(passed).toMatchObject({ status: 'Pass', expected: 'desk.look({"id":7}): $.id is 7' });
    expect(passed.kept).toMatchObject([
      { server: 'desk', tool: 'look', result: { structured: { id: 7 }, is_error: false } },
    ]);
    expect(await probe({ ...look, arguments: { id: 8 } })).toMatchObject({ status: 'Fail', achieved: 'found 8' });
  });

  it.each<[string, Partial<ProbeParameters>, RegExp]>([
    ['a tool that is marked as writing', { tool: 'wipe' }, /was not called: the server marks it as destructive/],
    ['a tool that is named like a write', { tool: 'delete_all' }, /named like a write \(delete\)/],
    ['such a tool that is marked as reading', { tool: 'create_report' }, /named like a write \(create\).*own word/],
    ['an unknown tool', { tool: 'looks' }, /has no tool looks; did you mean look\?/],
    ['an unknown server', { server: 'dsk' }, /no MCP server dsk; did you mean desk\?/],
    ['an error of the tool', { tool: 'broken' }, /answered with an error: no such order/],
    ['a tool that never answers', { tool: 'slow' }, /gave no answer/],
    ['a tool that floods', { tool: 'huge' }, /more than 4194304 bytes/],
    ['a server that dies', { tool: 'dies' }, /gave no answer/],
    ['a text where a path looks for JSON', { tool: 'words' }, /did not return JSON/],
  ])('of %s is Unable to Verify, with a remedy', async (_, changes, why) => {
    const grade = await probe({ ...look, ...changes });
    expect(grade.status).toBe('Unable to Verify');
    expect(grade.evidence).toMatch(why);
    expect(grade.remedy).toBeTruthy();
    expect(grade.notes.filter((line) => /wipe|delete_all|create_report/.test(line))).toEqual([]);
  });

  it('of a tool that writes says what to do', async () => {
    const { remedy } = await probe({ ...look, tool: 'create_report' });
    expect(remedy).toMatch(
      /^Name another tool that only reads, such as look, peek, .*; no rule allows a write here\.$/,
    );
    // What is recommended would be called.
    expect(remedy).not.toMatch(/wipe|delete_all|create_report|ledger/);
  });

  it('of a tool of which nothing says that it only reads says how to mark it', async () => {
    const { evidence, remedy, notes } = await probe({ ...look, tool: 'ledger' });
    expect(evidence).toMatch(/desk\.ledger was not called: nothing says that it only reads: /);
    expect(remedy).toMatch(
      /^When it only reads, mark it with readOnlyHint: true at the server; else name another tool that only reads, such as look, /,
    );
    expect(notes).not.toContain('called ledger');
  });

  it.each<[string, ProbeParameters]>([
    ['no server', { tool: 'look', expect: { contains: 'x' } }],
    ['nothing to expect', { server: 'desk', tool: 'look' }],
  ])('with %s is Unable to Verify without anything being started', async (_, parameters) => {
    const workspace = withServer(build());
    const toolbox = await toolboxOf(workspace);
    const grade = await withTools(toolbox, (tools) => tools.probe(workspace.root)(parameters, 'It holds.'));
    expect(grade).toMatchObject({ status: 'Unable to Verify', reason: 'undecidable' });
    expect(notes(workspace)).toEqual([]);
    expect(toolbox.probeGap(parameters)).toBeDefined();
  });

  it('that no rule allows starts nothing, and names both rules', async () => {
    const grade = await probe(look, { permission: headlessPermission('CI is set') });
    expect(grade).toMatchObject({ status: 'Unable to Verify', reason: 'not_observable', notes: [] });
    expect(grade.remedy).toContain(`--allow 'mcp_start(desk)'`);
    expect(grade.remedy).toContain(`--allow 'mcp_call(desk.look)'`);
    expect(grade.gap).toEqual({ reason: grade.evidence, remedy: grade.remedy });
    const allow = ['mcp_start(desk)', 'mcp_call(desk.look)'];
    expect((await probe(look, { permission: headlessPermission('CI is set'), allow })).status).toBe('Pass');
  });

  it.each<[string, unknown, RegExp]>([
    ['cannot be started', { command: 'no-such-program-anywhere' }, /could not be reached/],
    ['ends at once', { command: 'node', args: ['-e', 'console.error("no licence"); process.exit(1)'] }, /no licence/],
    ['prints no JSON', { command: 'node', args: ['-e', 'console.log("hello"); process.exit(1)'] }, /no JSON: hello/],
    ['never answers', { command: 'node', args: ['-e', 'setInterval(() => {}, 1000)'] }, /could not be reached/],
    ['has a variable without a value', { command: '${NOWHERE}' }, /NOWHERE has no value/],
    ['is broken', { args: [] }, /neither command nor url/],
    ['is not there', { url: 'http://127.0.0.1:1/mcp' }, /could not be reached/],
  ])('of a server that %s is Unable to Verify', async (_, other, why) => {
    const grade = await probe(
      { ...look, server: 'other' },
      { limits: { connectMs: 1500, requestMs: 1000 } },
      { other },
    );
    expect(grade).toMatchObject({ status: 'Unable to Verify', reason: 'not_observable' });
    expect(grade.evidence).toMatch(why);
  });

  it('shows no value that was put in for a variable, and judges by it all the same', async () => {
    const secret = 'correct-horse-battery';
    const expectation = { contains: `the secret is ${secret}` };
    const grade = await probe(
      { server: 'desk', tool: 'secret', expect: expectation },
      { env: { DESK_SECRET: secret } },
    );
    expect(grade.status).toBe('Pass');
    expect(grade.evidence).toContain('«DESK_SECRET»');
    expect(JSON.stringify({ ...grade, expected: '' })).not.toContain(secret);
  });

  it('is ended with what the server had forked', async () => {
    const forks = `
      const { spawn } = require('child_process');
      spawn(process.execPath, ['-e', "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)"], { stdio: 'ignore' });
      setInterval(() => {}, 1000);`;
    const other = { command: 'node', args: ['-e', forks] };
    // Processes that are left behind fail the test, see useWorkspaces.
    await probe({ ...look, server: 'other' }, { limits: { connectMs: 1000 } }, { other });
  });

  it('is cut short when the run is stopped', async () => {
    const toolbox = await toolboxOf(withServer(build()), { limits: { requestMs: 60_000 } });
    const grade = await withTools(toolbox, async (tools, stop) => {
      const graded = tools.probe(join(build().root, 'evidence'))({ ...look, tool: 'slow' }, 'It holds.');
      setTimeout(() => stop.abort(), 500);
      return graded;
    });
    expect(grade.status).toBe('Unable to Verify');
  });
});

describe.each(['json', 'events'] as const)('a server over HTTP that answers as %s', (mode) => {
  it('is asked with its headers, and their values are shown nowhere', async () => {
    const server = await startHttpServer(mode);
    try {
      const other = { url: server.url, headers: { Authorization: 'Bearer ${DESK_SECRET}' } };
      const grade = await probe({ ...look, server: 'other' }, { env: { DESK_SECRET: 'correct-horse' } }, { other });
      expect(grade.status).toBe('Pass');
      expect(server.seen[0]?.headers.authorization).toBe('Bearer correct-horse');
      expect(JSON.stringify(grade)).not.toContain('correct-horse');
    } finally {
      await server.close();
    }
  });
});

describe('a server over HTTP', () => {
  it.each([
    ['floods', 'flood' as const, /more than 4194304 bytes/],
    ['refuses', 401, /could not be reached/],
    ['fails', 500, /could not be reached/],
  ])('that %s is Unable to Verify', async (_, mode, why) => {
    const server = await startHttpServer(mode);
    try {
      const grade = await probe({ ...look, server: 'other' }, {}, { other: { url: server.url } });
      expect(grade.status).toBe('Unable to Verify');
      expect(grade.evidence).toMatch(why);
    } finally {
      await server.close();
    }
  });
});

describe('a run', () => {
  const criterion = { id: 'SEEN', statement: 'It is there.', check: 'mcp_probe', ...look };
  const requirement = { type: 'mcp', server: 'desk', op: 'look' };

  it('starts a server once, whatever the number of probes, and ends it', async () => {
    const workspace = withServer(build());
    for (const id of ['SC-001', 'SC-002', 'SC-003'])
      workspace.scenario(id, { acceptance_criteria: [criterion], verification_requires: [requirement] });
    const finished = await run(workspace, { tools: await toolboxOf(workspace), concurrency: 3 });
    expect(finished.states('SC-001', 'SC-002', 'SC-003')).toEqual(['Pass', 'Pass', 'Pass']);
    expect(notes(workspace).filter((line) => line.startsWith('started'))).toHaveLength(1);
    expect(finished.has('SC-001', 'evidence/mcp-probes.json')).toBe(true);
    expect(finished.file.gapped).toEqual([]);
  });

  it('says in its plan what will keep a probe from being made, and goes on', async () => {
    const workspace = withServer(build())
      .scenario('SC-001', { acceptance_criteria: [criterion] })
      .scenario('SC-002');
    const tools = await toolboxOf(workspace, { permission: headlessPermission('CI is set') });
    const finished = await run(workspace, { tools });
    expect(finished.file.gapped).toMatchObject([
      {
        scenario_id: 'SC-001',
        unmet: [{ kind: 'mcp', criterion_id: 'SEEN', remedy: expect.stringContaining('mcp_start(desk)') }],
      },
    ]);
    expect(finished.states('SC-001', 'SC-002')).toEqual(['Unable to Verify (not_observable)', 'Pass']);
  });

  it('does not pass a requirement that no probe has shown', async () => {
    const workspace = withServer(build())
      .scenario('SC-001', { verification_requires: [requirement] })
      .scenario('SC-002', {
        acceptance_criteria: [{ ...criterion, tool: 'delete_all' }],
        verification_requires: [{ ...requirement, op: 'delete_all' }],
      });
    const finished = await run(workspace, { tools: await toolboxOf(workspace) });
    expect(finished.states('SC-001', 'SC-002')).toEqual(Array(2).fill('Unable to Verify (not_observable)'));
  });

  it('that is stopped while a server is asked leaves the scenario unjudged, and can be judged later', async () => {
    const workspace = withServer(build()).scenario('SC-001', { acceptance_criteria: [{ ...criterion, tool: 'slow' }] });
    const stop = new AbortController();
    const tools = await toolboxOf(workspace);
    const running = run(workspace, { tools, signal: stop.signal });
    await until(() => notes(workspace).includes('called slow'), 'the call');
    stop.abort();
    const finished = await running;
    expect(finished.state('SC-001')).toBe('unjudged');
    const later = await run(workspace, {
      runId: finished.outcome.runId,
      phases: ['judge'],
      tools: await toolboxOf(workspace, { limits: { requestMs: 300 } }),
    });
    expect(later.state('SC-001')).toBe('Unable to Verify (not_observable)');
  });

  it('of a server whose workspace definition nobody approved asks nothing', async () => {
    const workspace = withServer(build()).scenario('SC-001', { acceptance_criteria: [criterion] });
    workspace.file(
      '.testmuai/rook/mcp.json',
      JSON.stringify({ mcpServers: { desk: { command: 'node', args: ['server.mjs'] } } }),
    );
    const finished = await run(workspace, { tools: await toolboxOf(workspace) });
    expect(finished.verdict('SC-001').criteria[0]?.remedy).toMatch(/rook mcp approve desk --fingerprint sha256:/);
    expect(notes(workspace)).toEqual([]);
  });
});
