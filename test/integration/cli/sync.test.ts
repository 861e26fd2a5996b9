import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doneHook, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

let workspace: WorkspaceBuilder;
beforeEach(() => {
  workspace = new WorkspaceBuilder();
});
afterEach(() => workspace.remove());

const complete = () => workspace.agent().profile('local', ['execute']).hook(doneHook).scenario('SC-1');

/** What sync finds: `file:line:column severity code: message | remedy`, the file below the workspace. */
async function found(env: Record<string, string> = {}): Promise<{ code: number | null; problems: string[] }> {
  const { code, document } = await rookJson(['sync'], { cwd: workspace.root, env });
  const lines = document.problems.map(
    (one: Record<string, string>) =>
      `${one.file}:${one.line}:${one.column} ${one.severity} ${one.code}: ${one.message} | ${one.remedy}`,
  );
  return { code, problems: lines.map((line: string) => line.replaceAll(`${workspace.root}/`, '')) };
}

const rookDir = '.testmuai/rook';
const agentDir = `${rookDir}/projects/desk/agents/desk`;

describe('a workspace that is not complete', () => {
  it('without a project is told which folder to make', async () => {
    mkdirSync(workspace.rookDir, { recursive: true });
    expect(await found()).toEqual({
      code: 0,
      problems: [
        `${rookDir}:1:1 warning no-project: there is no project in this workspace, so there is nothing to run | Make the folder ${rookDir}/projects/<project>/agents/<agent>, with profiles/ and scenarios/ in it.`,
      ],
    });
    const run = await rook(['run'], { cwd: workspace.root });
    expect(run.stderr).toContain(join(workspace.rookDir, 'projects/<project>/agents/<agent>'));
  });

  it('with agents outside a project is told where they belong', async () => {
    workspace.agent(join(workspace.rookDir, 'agents/desk'));
    expect(await found()).toEqual({
      code: 1,
      problems: [
        `${rookDir}/agents:1:1 error misplaced-agents: agents belong to a project, so nothing in this folder is read | Move it to ${rookDir}/projects/<project>/agents.`,
      ],
    });
  });

  it('with a project without an agent, and an agent without a profile, is told what to write', async () => {
    mkdirSync(join(workspace.rookDir, 'projects/shop'), { recursive: true });
    workspace.agent();
    const { code, problems } = await found();
    expect(code).toBe(0);
    expect(problems).toEqual([
      `${rookDir}/projects/shop:1:1 warning no-agent: project shop has no agent, so there is nothing to run in it | Make the folder ${rookDir}/projects/shop/agents/<agent>, with profiles/ and scenarios/ in it.`,
      `${agentDir}/agent.yaml:1:1 warning no-profile: agent desk has no profile, so nothing says how it is reached and nothing can run | Have one written from a cURL command, a command line or a URL: rook profile add. Or write ${agentDir}/profiles/local.yaml: id: local and, under hooks, execute: scripts/<name>.mjs.`,
    ]);
    const run = await rook(['run', '--project', 'desk'], { cwd: workspace.root });
    expect(run.stderr).toContain(join(workspace.agentDir(), 'profiles/local.yaml'));
  });
});

describe('broken files', () => {
  it('do not keep the others from being checked', async () => {
    complete().scenario('SC-2', { acceptance_criteria: [{ check: 'regx' }] });
    workspace.file(join(agentDir, 'agent.yaml'), 'nmae: Desk\n');
    workspace.file(`${rookDir}/projects/desk/active`, 'the-id-it-had\n');
    workspace.file(`${rookDir}/settings.json`, '{\n  "active_project_id": "desk"\n  "judge": {}\n}\n');
    const { code, problems } = await found();
    expect(code).toBe(1);
    expect(problems).toEqual([
      `${rookDir}/settings.json:3:3 error json-syntax: JSON cannot be read: a comma is missing before this | Write it after the entry above.`,
      `${agentDir}/agent.yaml:1:1 error unknown-field: an agent has no nmae | Did you mean name?`,
      expect.stringMatching(/SC-2\.yaml:.* error unknown-check/),
    ]);
  });

  it('leave advice to rook check: a profile whose id is not its name runs', async () => {
    complete().profile('other', ['execute'], { id: 'local' });
    expect(await found()).toEqual({ code: 0, problems: [] });
  });

  it('check scripts that are missing, or outside, are errors at their place', async () => {
    const outside = new WorkspaceBuilder();
    const script = outside.file('check.mjs', '');
    workspace.file(`${agentDir}/scripts/own.mjs`, '');
    const scripts = ['scripts/own.mjs', 'scripts/gone.mjs', script].map((one) => ({ check: 'script', script: one }));
    complete().scenario('SC-1', { acceptance_criteria: scripts });
    const { code, problems } = await found();
    outside.remove();
    expect(code).toBe(1);
    expect(problems).toEqual([
      `${agentDir}/scenarios/SC-1.yaml:8:13 error script-not-found: check script: script not found: scripts/gone.mjs (tried ${agentDir}/scripts/gone.mjs and scripts/gone.mjs) | Write the script, or mend its path: it is relative to the agent's folder or to the workspace.`,
      `${agentDir}/scenarios/SC-1.yaml:10:13 error script-outside: check script: ${script} lies outside the workspace (${script}) | Move it into the agent's folder or the workspace: elsewhere it is not there for others.`,
    ]);
  });
});

describe('settings', () => {
  it('of MCP servers that cannot be used, and probes of a server that nobody defines', async () => {
    complete().scenario('SC-1', {
      acceptance_criteria: [
        { check: 'mcp_probe', server: 'biling', tool: 'get', expect: { contains: 'x' } },
        { check: 'mcp_probe', server: 'billing', tool: 'get', expect: { contains: 'x' } },
        { check: 'mcp_probe' },
      ],
    });
    workspace.file(
      `${rookDir}/mcp.json`,
      '{"mcpServers": {\n  "billing": {"command": "node"},\n  "shop": {"comand": "node"},\n  "desk": {"url": 5}\n}}\n',
    );
    workspace.file('.mcp.json', '{"mcpServers": {"theirs": {}}}\n');
    expect(await found()).toEqual({
      code: 1,
      problems: [
        `${rookDir}/mcp.json:3:12 error broken-server: MCP server shop is broken: it has neither command nor url | Did you mean command?`,
        `${rookDir}/mcp.json:4:3 error broken-server: MCP server desk is broken: url must be a text, found 5 (a number) | Put it in quotes: "5".`,
        '.mcp.json:1:17 warning broken-server: MCP server theirs is broken: it has neither command nor url | Give it command and args, or url.',
        `${agentDir}/scenarios/SC-1.yaml:6:13 warning unknown-server: check mcp_probe: there is no MCP server biling, so the criterion cannot be verified | Did you mean billing?`,
      ],
    });
    workspace.file(`${rookDir}/mcp.json`, '{"mcpServers": {"billing": {"command": "node"}');
    expect((await found()).problems[0]).toBe(
      `${rookDir}/mcp.json:1:16 error json-syntax: JSON cannot be read: what begins here has no closing } | Write the closing }.`,
    );
  });

  it.each<[string, object, string]>([
    ['a key', { provider: 'anthropic', api_key: 'sk-ant-REDACTED' }, '1:44 error judge: judge.api_key holds'],
    [
      'openai-compatible without an address',
      { provider: 'openai-compatible', model: 'm' },
      '1:22 error judge: the judge is openai-compatible, and judge.base_url is not set',
    ],
    ['no provider', { model: 'm' }, '1:19 error judge: judge.model is set, but no provider is'],
  ])('of a judge that a run would refuse: %s', async (_, judge, expected) => {
    complete();
    workspace.file(`${rookDir}/settings.json`, JSON.stringify({ judge }));
    const { code, problems } = await found();
    expect(code).toBe(1);
    expect(problems).toEqual([expect.stringContaining(`${rookDir}/settings.json:${expected}`)]);
    expect(problems[0]).not.toContain('Nothing was run');
  });

  it('of a judge whose key only the environment lacks are valid', async () => {
    complete();
    workspace.file(`${rookDir}/settings.json`, JSON.stringify({ judge: { provider: 'anthropic', model: 'm' } }));
    expect(await found()).toEqual({ code: 0, problems: [] });
  });

  it('of permissions that a run would refuse or ignore', async () => {
    complete();
    workspace.file(
      `${rookDir}/settings.json`,
      JSON.stringify({ permissions: { deny: ['bash'], alow: [], allow: ['bash(*)'] } }),
    );
    const { problems } = await found();
    expect(problems.map((line) => line.split(' | ')[0])).toEqual([
      `${rookDir}/settings.json:1:25 error bad-rule: the rule "bash" cannot be read at position 5: ( is missing`,
      `${rookDir}/settings.json:1:33 error unknown-field: permissions has no alow`,
      `${rookDir}/settings.json:1:43 warning allow-ignored: the allow rules of a workspace are ignored: it cannot permit itself anything`,
    ]);
  });
});

describe('status', () => {
  const last = async (env: Record<string, string> = {}) =>
    (await rook(['status'], { cwd: workspace.root, env })).stdout.trim().split('\n').at(-1);

  it('says whom anything is sent to', async () => {
    complete();
    const nowhere = 'This Rook works offline: nothing is sent anywhere but to your agent, by your hooks';
    expect(await last()).toBe(`${nowhere}.`);
    expect(await last({ ROOK_JUDGE_COMMAND: 'node judge.mjs --secret s' })).toBe(
      `${nowhere}, and to the judge model node judge.mjs.`,
    );
    workspace.file(
      `${rookDir}/settings.json`,
      JSON.stringify({ judge: { provider: 'openai-compatible', model: 'm', base_url: 'http://localhost:1/v1' } }),
    );
    expect(await last()).toBe(`${nowhere}, and to the judge model openai-compatible (m).`);
    expect(await last({ ROOK_JUDGE_PROVIDER: 'vscode' })).toBe(
      `${nowhere}, and to the judge model of VS Code, from there.`,
    );
  });
});

describe('a literal credential in a hook script', () => {
  it('is an error with its place, once for each script', async () => {
    workspace
      .agent()
      .profile('local', ['open', 'execute'])
      .hook(`const token = 'ghp_0123456789abcdefABCDEF0123456789abcd';\n${doneHook}`)
      .scenario('SC-1');
    const { problems } = await found();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(
      /scripts\/hook\.mjs:\d+:\d+ error literal-credential: the script holds a literal credential: .* \| Read it from process\.env/,
    );
    expect(problems[0]).not.toContain('ghp_0123');
  });

  it('is warned of before a run, which goes on', async () => {
    workspace
      .agent()
      .profile('local', ['execute'])
      .hook(`const token = 'ghp_0123456789abcdefABCDEF0123456789abcd';\n${doneHook}`)
      .scenario('SC-1');
    const { code, stderr } = await rook(['run'], { cwd: workspace.root });
    expect(stderr).toMatch(/warning: .*hook\.mjs:1:16.* the script holds a literal credential/);
    expect(stderr).not.toContain('ghp_0123');
    expect(code).toBe(0);
  });
});
