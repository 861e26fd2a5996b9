import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyOfExample, repository, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

const goodHook = `let goal = '';
for await (const part of process.stdin) goal += part;
console.log(JSON.stringify({ output: 'done: ' + goal }));
`;
const agentDir = '.testmuai/rook/projects/desk/agents/desk';

let workspace: WorkspaceBuilder;
beforeEach(() => {
  workspace = new WorkspaceBuilder();
  workspace.agent().profile('local', ['execute']).hook(goodHook).scenario('SC-1');
});
afterEach(() => workspace.remove());

const check = (args: string[] = [], cwd = workspace.root) =>
  rookJson(['check', ...args], { cwd, env: { ROOK_HOME: join(workspace.root, 'home') } });

describe('a workspace in which nothing is wrong', () => {
  it('is exit 0, with counts', async () => {
    const { code, document } = await check();
    expect({ code, document }).toEqual({
      code: 0,
      document: { ok: true, counts: { files: 4, error: 0, warning: 0, information: 0, hint: 0 }, problems: [] },
    });
  });

  it.each(['refund-desk', 'order-cli'])('as in examples/%s: no error and no warning', async (name) => {
    const example = copyOfExample(name);
    const { code, document } = await check([], example.root);
    example.remove();
    expect(code).toBe(0);
    expect(document.counts).toMatchObject({ error: 0, warning: 0 });
    expect(document.counts.files).toBeGreaterThan(15);
  });
});

describe('problems', () => {
  beforeEach(() => {
    workspace.scenario('SC-2', { acceptance_criteria: [{ check: 'regx' }] });
    workspace.hook("console.log('Sending');\nconsole.log(JSON.stringify({ output: 'x' }));\n");
    workspace.file('.mcp.json', '{"mcpServers": {"theirs": {}}}\n');
    workspace.file(
      '.github/workflows/gate.yml',
      'on: push\njobs:\n  gate:\n    steps:\n      - run: rook run || true\n',
    );
  });

  it('are told with code, place, remedy and where they are explained, of every kind of file', async () => {
    const { code, document } = await check();
    expect(code).toBe(1);
    expect(document.ok).toBe(false);
    const found = document.problems.map(
      (one: Record<string, string>) => `${one.file?.slice(workspace.root.length + 1)} ${one.severity} ${one.code}`,
    );
    expect(found).toEqual(
      expect.arrayContaining([
        `${agentDir}/scenarios/SC-2.yaml error unknown-check`,
        `${agentDir}/scripts/hook.mjs error hook-stdout-not-json`,
        '.mcp.json warning broken-server',
        '.github/workflows/gate.yml error ci-swallowed-exit',
      ]),
    );
    expect(found.filter((line: string) => line.endsWith('hook-script'))).toEqual([]);
    const unknown = document.problems.find((one: { code: string }) => one.code === 'unknown-check');
    expect(unknown).toEqual({
      code: 'unknown-check',
      severity: 'error',
      file: join(workspace.root, agentDir, 'scenarios/SC-2.yaml'),
      line: 5,
      column: 12,
      end_line: 5,
      end_column: 16,
      message: 'there is no check named "regx"',
      remedy: 'Did you mean regex?',
      docs: 'docs/diagnostics.md#unknown-check',
    });
  });

  it('are printed by file', async () => {
    const { stdout, code } = await rook(['check', `${agentDir}/scenarios`], { cwd: workspace.root });
    expect(code).toBe(1);
    expect(stdout).toBe(
      `${agentDir}/scenarios/SC-2.yaml:5:12 error unknown-check there is no check named "regx"\n  Did you mean regex?\n\n1 error in 2 files.\n`,
    );
  });

  it('of a file, and of a folder, are those of no other', async () => {
    const of = async (path: string) => (await check([path])).document.problems.map((one: { code: string }) => one.code);
    expect(await of(`${agentDir}/scenarios/SC-2.yaml`)).toEqual(['unknown-check']);
    expect(await of(`${agentDir}/scenarios/SC-1.yaml`)).toEqual([]);
    expect(await of('.mcp.json')).toEqual(['broken-server']);
  });

  it('are switched off by code', async () => {
    const { document } = await check(['--disable', 'unknown-check,hook-stdout-not-json', `${agentDir}`]);
    expect(document.problems.map((one: { code: string }) => one.code)).not.toContain('unknown-check');
    expect((await check(['--disable', 'unknown-chek'])).document).toEqual({
      ok: false,
      error: '--disable: no rule has the code unknown-chek',
      remedy: 'Did you mean unknown-check?',
    });
  });

  it('are written as SARIF, each at its place', async () => {
    const { code } = await check(['--sarif', 'out/check.sarif']).catch(() => ({ code: -1 }));
    expect(code).toBe(1);
    mkdirSync(join(workspace.root, 'out'), { recursive: true });
    await check(['--sarif', join(workspace.root, 'check.sarif')]);
    const [run] = JSON.parse(readFileSync(join(workspace.root, 'check.sarif'), 'utf8')).runs;
    const result = run.results.find((one: { ruleId: string }) => one.ruleId === 'unknown-check');
    expect(result).toMatchObject({
      level: 'error',
      message: { text: 'there is no check named "regx". Did you mean regex?' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: `${agentDir}/scenarios/SC-2.yaml`, uriBaseId: '%SRCROOT%' },
            region: { startLine: 5, startColumn: 12, endLine: 5, endColumn: 16 },
          },
        },
      ],
    });
    expect(run.tool.driver.rules[result.ruleIndex].id).toBe('unknown-check');
  });
});

it('a pipeline that uses rook counts, and one without a problem can be named', async () => {
  workspace.file(
    '.github/workflows/gate.yml',
    'on: workflow_dispatch\npermissions: {contents: read}\njobs:\n  gate:\n    steps:\n      - run: rook sync\n',
  );
  workspace.file('.github/workflows/other.yml', 'on: push\njobs:\n  test:\n    steps:\n      - run: npm test\n');
  expect((await check()).document.counts.files).toBe(5);
  const named = await check(['.github/workflows/gate.yml']);
  expect([named.code, named.document.counts.files]).toEqual([0, 1]);
});

it('a path that is not there, or that Rook does not check, is refused', async () => {
  workspace.file('notes.txt', 'hello');
  expect((await check(['gone.yaml'])).document.error).toBe('there is no file or folder gone.yaml');
  expect((await check(['notes.txt'])).document.error).toBe('nothing that Rook checks is at notes.txt');
  expect((await check([], repository)).document.error).toMatch(/no Rook workspace/);
  const elsewhere = await check([join(workspace.root, agentDir)], repository);
  expect(elsewhere.document.ok).toBe(true);
});

it('a path of another workspace is refused beside one of this, and not passed over', async () => {
  const other = new WorkspaceBuilder();
  other.agent().file('.testmuai/rook/mcp.json', '{"mcpServers": {"a": {}}}');
  const { code, document } = await check(['.testmuai', join(other.root, '.testmuai')]);
  other.remove();
  expect(code).toBe(1);
  expect(document.error).toContain('is no part of the workspace');
});

it('pipelines that use rook are counted, found by their paths, and marked to the end of what is wrong', async () => {
  const steps = 'set -euo pipefail\nrook run --json > run.json\nrook gate\n';
  workspace.file('ci/other.sh', 'echo hello\n');
  workspace.file('ci/gate.sh', steps);
  const clean = await check(['ci']);
  expect(clean.document.counts.files).toBe(1);
  expect((await check(['ci/other.sh'])).document.error).toBe('nothing that Rook checks is at ci/other.sh');
  workspace.file('ci/gate.sh', steps.replace('rook gate', 'rook gate || true'));
  const { document } = await check(['ci/gate.sh']);
  const [swallowed] = document.problems.filter(({ code }: { code: string }) => code === 'ci-swallowed-exit');
  expect(swallowed).toMatchObject({ line: 3, end_line: 3 });
  expect(swallowed.end_column).toBeGreaterThan(swallowed.column);
});

it('what an agent wrote moves no cursor', async () => {
  workspace.scenario('SC-3', { acceptance_criteria: [{ check: '\u001b[2Jregx' }] });
  const { stdout } = await rook(['check'], { cwd: workspace.root });
  expect(stdout).not.toContain('\u001b[2J');
});
