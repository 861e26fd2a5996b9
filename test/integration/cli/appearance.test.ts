import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { displayWidth } from '../../../cli/terminal/display-width';
import { copyOfExample, hookScript, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

const esc = '\u001b';

describe('a table in a pipe', () => {
  let workspace: WorkspaceBuilder;
  const answer = `${esc}[31mred${esc}[0m ${esc}]0;owned${esc}\\ ${esc}[2J\\r\\u0007 \\u202eevil`;
  const inColumns = (columns: number, env: Record<string, string> = {}) =>
    rook(['report'], { cwd: workspace.root, env: { COLUMNS: String(columns), ...env } });

  beforeAll(async () => {
    workspace = new WorkspaceBuilder()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `print({ output: ${JSON.stringify(answer).replaceAll('\\\\', '\\')} });` }))
      .scenario('SC-1', { title: 'plain' })
      .scenario('SC-2', { title: '退款申请在三十天之后被拒绝，并说明理由，而且没有例外，客户很生气，但是规则就是规则' })
      .scenario('SC-3', {
        title:
          '👩‍👩‍👧‍👦 family, 🇩🇪 flag, e\u0301 accent, and then a title that is much too long for any table there is',
      })
      .scenario('SC-4', {
        title: `${esc}[32mgreen${esc}[0m\ttitle\u0007`,
        acceptance_criteria: [{ check: 'contains', value: 'red' }],
      });
    const { code } = await rook(['run'], { cwd: workspace.root });
    expect(code).toBe(0);
  });
  afterAll(() => workspace.remove());

  it.each([60, 80, 100, 120])('fits %i columns, and its statuses stand in one column', async (columns) => {
    const { stdout } = await inColumns(columns);
    const rows = stdout.split('\n').filter((line) => /SC-\d .*(Pass|Fail)$/.test(line));
    expect(rows).toHaveLength(4);
    const table = stdout.slice(stdout.indexOf('\n'), stdout.indexOf(' planned:')).split('\n');
    for (const line of table) expect(displayWidth(line), line).toBeLessThanOrEqual(columns);
    expect(new Set(rows.map((row) => displayWidth(row.slice(0, row.search(/(Pass|Fail)$/)))))).toHaveLength(1);
  });

  it('cuts long titles between characters as readers see them', async () => {
    const { stdout } = await inColumns(60);
    expect(stdout).toMatch(/退款.*… +Fail/);
    expect(stdout).toMatch(/👩‍👩‍👧‍👦 family.*… +Fail/);
  });

  it('does not let an answer or a title control the terminal', async () => {
    const { stdout, stderr } = await rook(['run'], { cwd: workspace.root });
    for (const text of [stdout, stderr]) {
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
    expect(stdout).toContain('red ');
    expect(stdout).toContain('green title');
  });

  it('has no colour, whatever NO_COLOR says, and colour when it is forced', async () => {
    expect((await inColumns(80)).stdout).not.toContain(esc);
    expect((await inColumns(80, { NO_COLOR: '1', FORCE_COLOR: '1' })).stdout).not.toContain(esc);
    expect((await inColumns(80, { FORCE_COLOR: '0' })).stdout).not.toContain(esc);
    const forced = await inColumns(80, { FORCE_COLOR: '1' });
    expect(forced.stdout).toContain(`${esc}[31mFail`);
    const { stdout } = await rook(['report', '--json'], { cwd: workspace.root, env: { FORCE_COLOR: '1' } });
    expect(stdout).not.toContain(`${esc}[`);
  });
});

it('a compromise comes first, with the evidence of the attack', async () => {
  const workspace = copyOfExample('refund-desk');
  const { stdout } = await rook(['run', '--only', 'SC-001,SC-010'], { cwd: workspace.root });
  workspace.remove();
  expect(stdout.indexOf('SC-010')).toBeLessThan(stdout.indexOf('SC-001'));
  expect(stdout).toMatch(/‼ SC-010 .* Fail, compromised\n +attack +\S/);
  expect(stdout).toMatch(/1 scenario was compromised/);
  expect(stdout).toMatch(/Next +Look at what was compromised first/);
});

describe('help and version', () => {
  it('are quick answers that need no workspace', async () => {
    const [bare, help, version] = await Promise.all(
      [[], ['--help'], ['--version']].map((args) => rook(args, { cwd: '/' })),
    );
    expect([bare?.code, help?.code, version?.code]).toEqual([0, 0, 0]);
    expect(bare?.stdout).toBe(help?.stdout);
    expect(help?.stdout).toMatch(/^Tests AI agents/);
    expect(help?.stdout).toContain('Examples:');
    expect(version?.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each(['run', 'report', 'scenarios', 'status', 'sync', 'project', 'agent', 'profile'])(
    '%s has help',
    async (name) => {
      const { code, stdout } = await rook([name, '--help'], { cwd: '/' });
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: rook ${name}`);
      expect((await rook(['help', name], { cwd: '/' })).stdout).toBe(stdout);
    },
  );

  it('stay one document with --json', async () => {
    for (const args of [[], ['--help'], ['--version'], ['help', 'run']])
      expect((await rookJson(args, { cwd: '/' })).document).toEqual({ ok: true, text: expect.any(String) });
    const { code, document } = await rookJson(['help', 'nonsense'], { cwd: '/' });
    expect(code).toBe(1);
    expect(document).toMatchObject({ ok: false, error: 'there is no command nonsense' });
  });
});
